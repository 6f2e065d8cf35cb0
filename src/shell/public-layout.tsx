import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';

export default function PublicLayout() {
  return (
    <>
      <Outlet />
      <Footer />
    </>
  );
}
