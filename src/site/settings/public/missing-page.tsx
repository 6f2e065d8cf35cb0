import { Link } from 'react-router';
import { isUnknown } from '#platform/client/api-client.ts';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { TryAgain } from '#ui/try-again.tsx';

type Props = {
  error: Error | null;
  retry: () => unknown;
  notFound: { title: string; about: string; back: Back };
  failed: { title: string; back: Back };
};
type Back = { to: string; label: string };

const BackTo = ({ to, label }: Back) => (
  <p className="mt-8">
    <Link to={to} className="font-semibold text-accent underline underline-offset-4">
      {label}
    </Link>
  </p>
);

/** Replaces the page of an item that doesn't exist or couldn't be loaded; the latter can be tried again. */
export const MissingItem = ({ error, retry, notFound, failed }: Props) => (
  <div className="py-20 text-center">
    {isUnknown(error) ? (
      <>
        <PageTitle>{notFound.title}</PageTitle>
        <h1 className="text-4xl">{notFound.title}</h1>
        <p className="mt-4 text-muted">{notFound.about}</p>
        <BackTo {...notFound.back} />
      </>
    ) : (
      <>
        <h1 className="mb-6 text-3xl">{failed.title}</h1>
        <TryAgain retry={retry} />
        <BackTo {...failed.back} />
      </>
    )}
  </div>
);
