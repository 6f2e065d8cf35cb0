import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';

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
