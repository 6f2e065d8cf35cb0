import { useLogoRatio, useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { LogoMark } from '#ui/logo-mark.tsx';

/** The site's logo and name. */
export function Logo() {
  const settings = useSiteSettings();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <LogoMark settings={settings} ratio={useLogoRatio()} />
      <span className="truncate max-[18rem]:sr-only font-serif text-xl leading-none font-medium tracking-tight">
        {settings.site_name}
      </span>
    </span>
  );
}
