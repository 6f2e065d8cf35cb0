import { Link } from 'react-router';
import { LanguageSwitch } from '#site/language/public/language-switch.tsx';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';

export function Footer() {
  const { site_name, support_email } = useSiteSettings();
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-8 text-sm text-muted">
        <p>{site_name}. Prompts and playbooks, ready to copy.</p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2">
          <Link className="py-1 hover:text-ink" to="/browse">
            Prompts
          </Link>
          <Link className="py-1 hover:text-ink" to="/browse-playbooks">
            Playbooks
          </Link>
          <Link className="py-1 hover:text-ink" to="/pricing">
            Pricing
          </Link>
          <a className="py-1 hover:text-ink" href={`mailto:${support_email}`}>
            Support
          </a>
        </nav>
        <LanguageSwitch />
      </div>
    </footer>
  );
}
