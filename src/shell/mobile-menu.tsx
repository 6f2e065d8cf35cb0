import { useEffect } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { adminEntries, moreAdminEntries } from '#owner/admin-dashboard/public/admin-navigation.ts';
import { useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { afterSignOut, memberEntries } from './navigation.ts';

const publicEntries = [
  { to: '/browse', label: 'Browse' },
  { to: '/browse-playbooks', label: 'Browse playbooks' },
  { to: '/pricing', label: 'Pricing' },
];

/** The links of the top bar and the sidebar on a phone. */
export function MobileMenu({ close }: { close: () => void }) {
  const { status, email, signOut } = useSession();
  const profile = useProfile();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [close]);

  const isAdmin = profile?.can.administer ?? false;
  const areas =
    isAdmin && pathname.startsWith('/admin') ? [...adminEntries, ...moreAdminEntries] : memberEntries;
  const others = [
    { to: '/pricing', label: 'Pricing' },
    ...(isAdmin
      ? [
          pathname.startsWith('/admin')
            ? { to: '/dashboard', label: 'User Dashboard' }
            : { to: '/admin', label: 'Admin Dashboard' },
        ]
      : []),
  ];
  const entries =
    status === 'signed-in'
      ? [...areas, ...others.filter(({ to }) => !areas.some((area) => area.to === to))]
      : publicEntries;
  return (
    <div
      id="mobile-menu"
      className="max-h-[calc(100dvh-4rem)] overflow-y-auto border-t border-line bg-paper px-5 pt-2 pb-6 md:hidden"
    >
      <nav aria-label="Menu">
        <ul>
          {entries.map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  classNames('flex min-h-12 items-center text-base font-medium', isActive && 'text-accent')
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {status === 'signed-in' ? (
        <div className="pt-5">
          <p className="mb-3 truncate text-sm text-muted">{email}</p>
          <Button
            variant="secondary"
            className="w-full"
            onClick={() => void signOut().then(() => navigate(afterSignOut))}
          >
            Sign out
          </Button>
        </div>
      ) : (
        <div className="grid grid-cols-2 gap-3 pt-5">
          <ButtonLink to="/signin" variant="secondary">
            Sign in
          </ButtonLink>
          <ButtonLink to="/signup">Sign up</ButtonLink>
        </div>
      )}
    </div>
  );
}
