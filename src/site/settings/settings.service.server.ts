import type { Database } from '#access/database.ts';
import type { ContentEvents } from '#platform/content-events.server.ts';
import type { EmailBranding } from '#platform/email-layout.ts';
import { type PublicSettings, publicSettings } from './settings.contract.ts';
import { defaultSettings, logoCharacters } from './settings-defaults.ts';

export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService(db: Database, contentEvents: ContentEvents) {
  let remembered: PublicSettings | undefined;
  let version = 0;
  contentEvents.onContentChange(() => {
    version += 1;
    remembered = undefined;
  });

  /** As they stand in the database now. */
  async function read(): Promise<PublicSettings> {
    const rows = await db
      .selectFrom('site_settings')
      .select(['setting_key', 'setting_value'])
      .where('setting_key', 'in', Object.keys(defaultSettings))
      .execute();
    const usable = rows
      .map((row) => ({ [row.setting_key]: row.setting_value }))
      .filter((setting) => publicSettings.partial().safeParse(setting).success);
    return publicSettings.parse({ ...defaultSettings, ...Object.assign({}, ...usable) });
  }

  /** The settings everybody may know; a key that is not set, or holds what it may not, has its default. */
  async function open(): Promise<PublicSettings> {
    if (remembered && contentEvents.live) return remembered;
    const before = version;
    const settings = await read();
    if (before === version) remembered = settings;
    return settings;
  }

  return {
    read,
    public: open,

    /** The site as its mails show it. */
    async emailBranding(publicUrl: string): Promise<EmailBranding> {
      const { site_name, site_logo, site_logo_type, site_logo_icon, support_email } = await open();
      const isPicture = site_logo_type === 'image' && site_logo !== '';
      const logo = isPicture
        ? { url: new URL(site_logo, publicUrl).href }
        : { character: logoCharacters[site_logo_icon] };
      return { name: site_name, url: publicUrl, supportEmail: support_email, logo };
    },
  };
}
