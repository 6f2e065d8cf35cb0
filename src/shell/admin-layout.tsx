import { Outlet } from 'react-router';
import { AdminsOnly } from '#people/session/public/guards.tsx';

export default function AdminLayout() {
  return (
    <AdminsOnly>
      <Outlet />
    </AdminsOnly>
  );
}
