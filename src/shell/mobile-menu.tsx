import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useAdminEntries } from '#owner/admin-dashboard/public/use-admin-entries.ts';
import { isOfTeam } from '#people/session/public/is-of-team.ts';
import { useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import * as common from '#ui/words/messages.ts';
import { accountEntries, currentOf, isAdminPath } from './navigation.ts';
import { useSignOut } from './use-sign-out.tsx';
import * as m from './words/messages.ts';

type Entry = { to: string; label: string };

const publicEntries: Entry[] = [
  {
    to: '/browse',
    get label() {
      return m.browse();
    },
  },
  {
    to: '/browse-playbooks',
    get label() {
      return common.browse_playbooks();
    },
  },
  {
    to: '/pricing',
    get label() {
      return common.pricing();
    },
  },
];
/** Otherwise the pricing page and the page that manages plans would have the same label. */
const adminArea = (entries: Entry[]): Entry[] =>
  entries.map((entry) => (entry.to === '/admin/pricing' ? { ...entry, label: m.manage_pricing() } : entry));

/** The phone version of the top bar with its account menu, and on /admin of the admin sidebar. */
export function MobileMenu() {
  const { status, email } = useSession();
  const { signOut, question } = useSignOut();
  const isAdmin = isOfTeam(useProfile());
  const { pathname, search } = useLocation();

  const menu = useRef<HTMLDivElement>(null);
  const address = pathname + search;
  const shownAt = useRef(address);
  useEffect(() => {
    // It may have been opened before the app started.
    if (shownAt.current !== address) menu.current?.hidePopover();
    shownAt.current = address;
  }, [address]);

  // Until the session is known, both halves are in the page, and <html data-session> shows the right one.
  const visitors = status === 'loading' ? 'when-signed-out' : '';
  const members = status === 'loading' ? 'when-signed-in' : '';
  const isAdminArea = isAdmin && isAdminPath(pathname);
  const adminEntries = useAdminEntries(isAdminArea);
  const memberEntries: Entry[] = [
    { to: '/pricing', label: common.pricing() },
    ...(isAdmin ? [{ to: '/admin', label: common.admin() }] : []),
    // The admin section below already has the dashboard.
    ...accountEntries(isAdmin).filter(({ to }) => !isAdminArea || to !== '/admin'),
  ];
  return (
    <div
      ref={menu}
      id="mobile-menu"
      popover="auto"
      className="fixed inset-x-0 top-16 bottom-auto m-0 w-full max-w-none text-ink shadow-raised max-h-[calc(100dvh-4rem)] overflow-y-auto border-t border-line bg-paper px-5 pt-2 pb-6 md:hidden"
    >
      {status !== 'signed-out' && (
        <div className={members}>
          {isAdminArea && (
            <>
              <Entries label={m.admin_pages()} entries={adminArea(adminEntries.main)} />
              {adminEntries.more.length > 0 && (
                <>
                  <p className="eyebrow mt-6">{common.more()}</p>
                  <Entries label={common.more()} entries={adminEntries.more} />
                </>
              )}
            </>
          )}
          <Entries label={m.menu()} entries={memberEntries} />
          <div className="pt-5">
            <p className="mb-3 truncate text-sm text-muted">
              {email ?? <span className="skeleton block h-5 w-44" aria-hidden="true" />}
            </p>
            <Button
              variant="secondary"
              className="w-full"
              onClick={() => {
                // The question would be below it.
                menu.current?.hidePopover();
                signOut();
              }}
              data-needs-app
            >
              {m.sign_out()}
            </Button>
          </div>
          {question}
        </div>
      )}
      {status !== 'signed-in' && (
        <div className={visitors}>
          <Entries label={m.menu()} entries={publicEntries} />
          <div className="grid grid-cols-2 gap-3 pt-5">
            <ButtonLink to="/signin" variant="secondary">
              {common.sign_in()}
            </ButtonLink>
            <ButtonLink to="/signup">{common.sign_up()}</ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}

function Entries({ label, entries }: { label: string; entries: Entry[] }) {
  const place = useLocation();
  return (
    <nav aria-label={label} className="[&+&]:mt-4">
      <ul>
        {entries.map(({ to, label: name }) => (
          <li key={name} className="border-b border-line">
            <Link
              to={to}
              aria-current={currentOf(to, place)}
              className={classNames(
                'flex min-h-12 items-center text-base font-medium',
                currentOf(to, place) && 'text-accent',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
