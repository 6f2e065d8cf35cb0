import type { Database } from '#access/database.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import { isStored } from '#site/media/public/media-address.ts';
import { logoSize } from '#ui/logo-size.ts';
import { accentIn } from './public/accent.ts';
import { readSettings } from './public/read-settings.server.ts';
import { type PublicSettings, publicSettings } from './settings.contract.ts';
import { defaultSettings, logoCharacters } from './settings-defaults.ts';

/** The maximum height of the logo, in pixels. */
const emailLogoHeight = 32;

/**
 * Uploaded logos are sent as PNG, because some email programs can't show WebP; the version in the URL makes them load a new one. The size
 * keeps the proportions, because email programs stretch a picture to the given size.
 */
const emailLogo = (logo: string, publicUrl: string, ratio: number | undefined) => {
  const version = `${publicUrl}/email-logo.png?v=${logo.split('/').at(-1)}`;
  const url = isStored(logo, 'site') ? version : new URL(logo, publicUrl).href;
  return { url: ratio ? `${version}&shape=own` : url, ...logoSize(ratio, emailLogoHeight) };
};

export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService(
  db: Database,
  databaseEvents: DatabaseEvents,
  ratioOf: (picture: string) => Promise<number | undefined> = async () => undefined,
) {
  let cached: PublicSettings | undefined;
  let version = 0;
  databaseEvents.onContentChange(() => {
    version += 1;
    cached = undefined;
  });

  async function read(from: Database = db): Promise<PublicSettings> {
    const values = await readSettings(from, Object.keys(defaultSettings));
    const valid = [...values]
      .map(([name, value]) => ({ [name]: value }))
      .filter((setting) => publicSettings.partial().safeParse(setting).success);
    return publicSettings.parse({ ...defaultSettings, ...Object.assign({}, ...valid) });
  }

  /** The public settings, cached. Unset and invalid values get their defaults. */
  async function readCached(from?: Database): Promise<PublicSettings> {
    if (cached && databaseEvents.live) return cached;
    if (from) return read(from);
    const before = version;
    const settings = await read();
    if (before === version) cached = settings;
    return settings;
  }

  return {
    /** Read from the database, without the cache. */
    read: () => read(),
    public: () => readCached(),

    /** The logo's width divided by its height; undefined for an icon, or if unknown. */
    async logoRatio({ site_logo, site_logo_type }: PublicSettings) {
      return site_logo_type === 'image' ? ratioOf(site_logo) : undefined;
    },

    async emailBranding(publicUrl: string, from?: Database): Promise<EmailBranding> {
      const { site_name, site_logo, site_logo_type, site_logo_icon, site_accent, support_email } =
        await readCached(from);
      const isImage = site_logo_type === 'image' && site_logo !== '';
      const logo = isImage
        ? emailLogo(site_logo, publicUrl, await ratioOf(site_logo))
        : { character: logoCharacters[site_logo_icon] };
      const accent = accentIn('light', site_accent);
      const accentDark = accentIn('dark', site_accent);
      return { name: site_name, url: publicUrl, supportEmail: support_email, logo, accent, accentDark };
    },
  };
}
