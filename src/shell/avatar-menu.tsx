import { useState } from 'react';
import { Link } from 'react-router';
import { isOfTeam } from '#people/session/public/is-of-team.ts';
import { useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/overlays/menu.tsx';
import { accountEntries } from './navigation.ts';
import { useSignOut } from './use-sign-out.tsx';
import * as m from './words/messages.ts';

/** The signed-in member's email address, pages, and sign-out. */
export function AvatarMenu() {
  const { email } = useSession();
  const { signOut, question } = useSignOut();
  const profile = useProfile();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Menu
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button
            type="button"
            aria-label={m.account_menu()}
            className="grid size-9 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent uppercase"
          >
            {email?.at(0) ?? '?'}
          </button>
        }
      >
        <MenuLabel>{email}</MenuLabel>
        <MenuSeparator />
        {accountEntries(isOfTeam(profile)).map(({ to, label }) => (
          <MenuItem key={to}>
            <Link to={to} onClick={close}>
              {label}
            </Link>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={signOut}>{m.sign_out()}</MenuItem>
      </Menu>
      {question}
    </>
  );
}
