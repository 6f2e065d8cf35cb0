import { useEffect, useRef } from 'react';
import { Link, type Location, useLocation } from 'react-router';
import { useAdminEntries } from '#owner/admin-dashboard/public/use-admin-entries.ts';
import { isOfTeam } from '#people/session/public/is-of-team.ts';
import { useProfile } from '#people/session/public/use-profile.ts';
import { classNames } from '#ui/class-names.ts';
import * as common from '#ui/words/messages.ts';
import { currentOf, isAdminPath, memberEntries, ownEntries } from './navigation.ts';
import * as m from './words/messages.ts';

/**
 * A member's pages, and on /admin the admin pages. Narrow windows only show the icons; on phones, the menu in the top
 * bar has the same entries.
 */
export function Sidebar({ className }: { className?: string }) {
  const place = useLocation();
  const profile = useProfile();
  const isAdminArea = isAdminPath(place.pathname) && isOfTeam(profile);
  const adminEntries = useAdminEntries(isAdminArea);
  const [entries, title, more] = isAdminArea
    ? [adminEntries.main, common.more(), adminEntries.more]
    : [memberEntries, m.yours(), ownEntries];
  const nav = useRef<HTMLElement>(null);
  const count = entries.length + more.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after moving to another page, and once all entries are known.
  useEffect(() => showCurrent(nav.current), [place.pathname, count]);
  return (
    <nav
      ref={nav}
      aria-label={isAdminArea ? m.admin_pages() : m.member_pages()}
      className={classNames(
        'sticky top-16 hidden h-[calc(100dvh-4rem)] w-16 shrink-0 overflow-y-auto px-2 py-6 md:block lg:w-60 lg:px-4',
        className,
      )}
    >
      <Entries entries={entries} place={place} />
      {more.length > 0 && (
        <>
          <hr className="mx-3 my-4 border-line lg:hidden" />
          <p className="eyebrow mt-6 mb-2 px-3 max-lg:sr-only">{title}</p>
          <Entries entries={more} place={place} />
        </>
      )}
    </nav>
  );
}

/** Scrolls only the sidebar, by as little as possible; `scrollIntoView` could scroll the page too. */
function showCurrent(nav: HTMLElement | null) {
  const entry = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!nav || !entry) return;
  const { top, bottom } = nav.getBoundingClientRect();
  nav.scrollTop += Math.max(0, entry.bottom - bottom) + Math.min(0, entry.top - top);
}

const Entries = ({ entries, place }: { entries: typeof memberEntries; place: Location }) => (
  <ul className="space-y-0.5">
    {entries.map(({ to, label, icon: Icon }) => (
      <li key={to}>
        <Link
          to={to}
          title={label}
          aria-current={currentOf(to, place)}
          className={classNames(
            'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium max-lg:min-h-12 max-lg:justify-center',
            currentOf(to, place) ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon className="size-4 shrink-0 max-lg:size-5" aria-hidden="true" />
          <span className="max-lg:sr-only">{label}</span>
        </Link>
      </li>
    ))}
  </ul>
);
