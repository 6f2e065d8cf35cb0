import { Menu as MenuIcon, Moon, Search, Sun, X } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { openSearch } from '#library/search/public/open-search.ts';
import { isOfTeam } from '#people/session/public/is-of-team.ts';
import { useSession } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import * as common from '#ui/words/messages.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import * as m from './words/messages.ts';

const linkStyles = ({ isActive }: { isActive: boolean }) =>
  classNames(
    'inline-flex min-h-10 items-center border-b-2 px-1 text-sm font-medium',
    // High contrast would show a transparent line.
    isActive
      ? 'border-accent text-ink'
      : 'border-transparent text-muted hover:text-ink forced-colors:border-b-0',
  );

export function TopBar() {
  const { status } = useSession();
  const profile = useProfile();

  // Until the session is known, both halves are in the page, and <html data-session> shows the right one.
  const visitors = status === 'loading' ? 'when-signed-out' : '';
  const members = status === 'loading' ? 'when-signed-in' : '';
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      {/* Nothing shifts when a session begins or ends: elements that come and go are after those that stay. */}
      <div className="flex h-[calc(4rem-1px)] items-center gap-1.5 px-5 max-[18rem]:gap-0 max-[18rem]:px-3 md:px-10">
        <div className="mr-auto flex min-w-0 items-center gap-6">
          <Link to="/" className="min-w-0 rounded-sm">
            <Logo />
          </Link>
          <nav aria-label={m.main()} className="hidden items-center gap-6 md:flex">
            <NavLink
              to="/browse"
              className={(state) => classNames(linkStyles(state), 'unseen-when-signed-in')}
            >
              {m.browse()}
            </NavLink>
            <NavLink to="/pricing" className={linkStyles}>
              {common.pricing()}
            </NavLink>
            {isOfTeam(profile) && (
              <NavLink to="/admin" className={linkStyles}>
                {common.admin()}
              </NavLink>
            )}
          </nav>
        </div>
        {status !== 'signed-out' && <SearchLink className={members} />}
        {status !== 'signed-in' && (
          <div className={classNames('hidden items-center gap-1.5 md:flex', visitors)}>
            <ButtonLink to="/signin" variant="quiet">
              {common.sign_in()}
            </ButtonLink>
            <ButtonLink to="/signup">{common.sign_up()}</ButtonLink>
          </div>
        )}
        {status !== 'signed-out' && (
          <div className={classNames('hidden md:block', members)}>
            {status === 'signed-in' ? (
              <AvatarMenu />
            ) : (
              <span className="skeleton block size-9 rounded-full" aria-hidden="true" />
            )}
          </div>
        )}
        <ThemeButton />
        <Button variant="quiet" size="icon" className="menu-button md:hidden" popoverTarget="mobile-menu">
          <span className="when-menu-closed">
            <span className="sr-only">{m.open_menu()}</span>
            <MenuIcon className="size-5" aria-hidden="true" />
          </span>
          <span className="when-menu-open">
            <span className="sr-only">{m.close_menu()}</span>
            <X className="size-5" aria-hidden="true" />
          </span>
        </Button>
      </div>
      <MobileMenu />
    </header>
  );
}

/** Links to the library, or opens the search palette if the page has one. */
function SearchLink({ className }: { className: string }) {
  return (
    <Link
      to="/prompts"
      title={m.search_ctrl_k_or_k()}
      aria-keyshortcuts="Control+K Meta+K"
      className={classNames(
        'inline-flex h-10 min-w-10 items-center justify-center gap-2 rounded-md px-2 text-muted hover:bg-sunken hover:text-ink',
        className,
      )}
      onClick={(event) => {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (isPlain && openSearch()) event.preventDefault();
      }}
    >
      <Search className="size-[1.125rem]" aria-hidden="true" />
      <span className="sr-only">{common.search_prompts()}</span>
      {/* A fixed width, because the page's font may load after the first paint. */}
      <span className="hidden w-14 rounded-sm border border-line text-center font-sans text-xs whitespace-nowrap lg:block">
        {m.ctrl_k()}
      </span>
    </Link>
  );
}

/** The page's script handles its clicks. */
function ThemeButton() {
  return (
    <Button variant="quiet" size="icon" data-theme-switch>
      <span className="when-dark">
        <span className="sr-only">{m.switch_to_light_mode()}</span>
        <Sun className="size-[1.125rem]" aria-hidden="true" />
      </span>
      <span className="when-light">
        <span className="sr-only">{m.switch_to_dark_mode()}</span>
        <Moon className="size-[1.125rem]" aria-hidden="true" />
      </span>
    </Button>
  );
}
