import { Outlet } from 'react-router';
import { PageContent } from '#ui/page-content.tsx';

/** For pages without a footer or a sidebar. */
export default function PlainLayout() {
  return (
    <PageContent>
      <Outlet />
    </PageContent>
  );
}
