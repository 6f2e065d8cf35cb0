import { Link } from 'react-router';
import { isUnknown } from '#platform/client/api-client.ts';
import { TryAgain } from '#ui/try-again.tsx';
import { PageTitle } from './page-title.tsx';

type Props = {
  error: Error | null;
  retry: () => unknown;
  notFound: { title: string; about: string };
  failedTitle: string;
  /** Where to go from here; `ifFailed` names another place if the page couldn't be loaded. */
  back?: Back;
  ifFailed?: Back;
};
type Back = { to: string; label: string };

const BackTo = ({ to, label }: Back) => (
  <p className="mt-8">
    <Link to={to} className="font-semibold text-accent underline underline-offset-4">
      {label}
    </Link>
  </p>
);

/** Replaces the page of something that doesn't exist or couldn't be loaded; the latter can be tried again. */
export const MissingPage = ({ error, retry, notFound, failedTitle, back, ifFailed = back }: Props) => (
  <div className="py-20 text-center">
    {isUnknown(error) ? (
      <>
        <PageTitle>{notFound.title}</PageTitle>
        <h1 className="text-4xl">{notFound.title}</h1>
        <p className="mt-4 text-muted">{notFound.about}</p>
        {back && <BackTo {...back} />}
      </>
    ) : (
      <>
        <h1 className="mb-6 text-3xl">{failedTitle}</h1>
        <TryAgain retry={retry} />
        {ifFailed && <BackTo {...ifFailed} />}
      </>
    )}
  </div>
);
