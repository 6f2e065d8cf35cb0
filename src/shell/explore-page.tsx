import { Navigate } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';
import { Spinner } from '#ui/spinner.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

export const handle = { worksWithoutApp: false };
export const meta = () => [{ title: m.explore() }, { name: 'robots', content: 'noindex' }];

/** Redirects members to the library and visitors to the public list. */
export default function ExplorePage() {
  const { status } = useSession();
  if (status === 'signed-in') return <Navigate to="/prompts" replace />;
  if (status === 'signed-out') return <Navigate to="/browse" replace />;
  return (
    <>
      <h1 className="sr-only">{m.explore()}</h1>
      <Spinner />
      <noscript>
        <a href="/browse">{common.browse_prompts()}</a>
      </noscript>
    </>
  );
}
