import { isRouteErrorResponse, Link } from 'react-router';
import { requestIdPlace } from '#platform/http/request-id-place.ts';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { buttonStyles } from '#ui/button.tsx';
import * as common from '#ui/words/messages.ts';
import { NotFound } from './not-found.tsx';
import * as m from './words/messages.ts';

/** Replaces a page that failed to load or doesn't exist. */
export function PageError({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  if (status === 404) return <NotFound />;
  if (status !== undefined && status < 500) return <Refused />;
  const isAway = status === 503;
  return (
    <div className="page py-28 text-center">
      <PageTitle>{m.something_went_wrong()}</PageTitle>
      <h1 className="text-4xl">{isAway ? m.well_be_right_back() : m.something_went_wrong()}</h1>
      <p className="mt-4 text-muted">{isAway ? m.database_unreachable() : m.page_not_shown()}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to the page itself reloads it, even without the app. */}
      <a href="" className={buttonStyles({}, 'mt-8')}>
        {common.try_again()}
      </a>
      <p
        className="mt-8 text-[0.8125rem] text-muted"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server inserts the request's id, under which the error is logged; hydration only keeps text in this form.
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? requestIdPlace : '' }}
      />
    </div>
  );
}

/** Without a button to try again, because the address would be refused again. */
const Refused = () => (
  <div className="page py-28 text-center">
    <PageTitle>{m.address_invalid()}</PageTitle>
    <h1 className="text-4xl">{m.address_invalid()}</h1>
    <p className="mt-4 text-muted">{m.address_invalid_about()}</p>
    <Link to="/" className={buttonStyles({}, 'mt-8')}>
      {m.go_to_home()}
    </Link>
  </div>
);
