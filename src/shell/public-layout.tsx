import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';

/** The pages below are whole without the app: see `page-script/`. */
export const handle = { worksWithoutApp: true };

export default function PublicLayout() {
  return (
    <div className="flex min-h-[calc(100dvh-4rem)] flex-col">
      <div className="flex-1">
        <Outlet />
      </div>
      <Footer />
    </div>
  );
}
