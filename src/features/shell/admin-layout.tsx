import { Outlet } from 'react-router';
import { AdminsOnly } from '#features/auth/guards.tsx';

export default function AdminLayout() {
  return (
    <AdminsOnly>
      <Outlet />
    </AdminsOnly>
  );
}
