import { Link } from 'react-router';
import { LanguageSwitch } from '#site/language/public/language-switch.tsx';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

type Props = { links: { label: string; address: string }[] };

/** The standard links, followed by the owner's. */
export function Footer({ links }: Props) {
  const { site_name, site_tagline, support_email } = useSiteSettings();
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-8 text-sm text-muted [overflow-wrap:anywhere]">
        <p>
          {site_tagline
            ? `${site_name}. ${site_tagline}`
            : m.site_name_prompts_and_playbooks_ready({ siteName: site_name })}
        </p>
        <nav aria-label={m.footer()} className="flex min-w-0 flex-wrap gap-x-6 gap-y-2">
          <Link className="min-w-0 py-1 hover:text-ink" to="/browse">
            {common.prompts()}
          </Link>
          <Link className="min-w-0 py-1 hover:text-ink" to="/browse-playbooks">
            {common.playbooks()}
          </Link>
          <Link className="min-w-0 py-1 hover:text-ink" to="/pricing">
            {common.pricing()}
          </Link>
          {links.map(({ label, address }) =>
            address.startsWith('/') ? (
              <Link key={`${label} ${address}`} className="min-w-0 py-1 hover:text-ink" to={address}>
                {label}
              </Link>
            ) : (
              <a
                key={`${label} ${address}`}
                className="min-w-0 py-1 hover:text-ink"
                href={address}
                rel="noopener"
              >
                {label}
              </a>
            ),
          )}
          <a className="min-w-0 py-1 hover:text-ink" href={`mailto:${support_email}`}>
            {m.support()}
          </a>
        </nav>
        <LanguageSwitch />
      </div>
    </footer>
  );
}
