import { Navigate, Outlet, useLocation } from 'react-router';
import { canOpen } from '#owner/admin-dashboard/public/admin-navigation.ts';
import { ProofDialog } from '#people/auth/public/proof-dialog.tsx';
import { TeamOnly } from '#people/session/public/team-only.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';

export default function AdminLayout() {
  const { pathname } = useLocation();
  const profile = useProfile();
  return (
    <TeamOnly>
      {profile && !canOpen(profile.can, pathname) ? <Navigate to="/admin" replace /> : <Outlet />}
      <ProofDialog />
    </TeamOnly>
  );
}
