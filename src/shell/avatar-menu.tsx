import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx';
import { afterSignOut } from './navigation.ts';

/** The signed-in member's email, pages, and sign-out. */
export default function AvatarMenu() {
  const { email, signOut } = useSession();
  const profile = useProfile();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button
          type="button"
          aria-label="Account menu"
          className="grid size-9 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent uppercase"
        >
          {email?.at(0) ?? '?'}
        </button>
      }
    >
      <MenuLabel>{email}</MenuLabel>
      <MenuSeparator />
      {profile?.can.administer && (
        <>
          <MenuItem>
            <Link to="/dashboard" onClick={close}>
              User Dashboard
            </Link>
          </MenuItem>
          <MenuItem>
            <Link to="/admin" onClick={close}>
              Admin Dashboard
            </Link>
          </MenuItem>
        </>
      )}
      <MenuItem>
        <Link to="/settings" onClick={close}>
          Settings
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut().then(() => navigate(afterSignOut))}>Sign out</MenuItem>
    </Menu>
  );
}
