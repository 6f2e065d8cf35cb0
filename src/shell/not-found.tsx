import { Link } from 'react-router';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import * as m from './words/messages.ts';

/** Shown for every address without a page. */
export function NotFound() {
  return (
    <div className="page py-28 text-center">
      <PageTitle>{m.n404_page_not_found()}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="text-4xl">{m.n404_page_not_found()}</h1>
      <p className="mt-4 text-muted">{m.page_not_found_about()}</p>
      <Link
        to="/dashboard"
        className="mt-8 inline-block font-semibold text-accent underline underline-offset-4"
      >
        {m.back_to_dashboard()}
      </Link>
    </div>
  );
}
