import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { defaultMailAddress } from '#constants';
import { noteNoChange } from '#platform/audit-trail.server.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { LoadMailSettings } from '#platform/mail/mail-server.server.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import { addressOfSender } from '#platform/text/sender-address.ts';
import { type FirstHour, type FirstStep, firstSteps } from './first-hour.contract.ts';
import * as m from './words/messages.ts';

/** Keys of settings: the list is hidden, and the email server has accepted a test email. */
const keys = { dismissed: 'first_hour_dismissed', tested: 'email_tested' };

type Parts = {
  db: Database;
  mailer: Mailer;
  rateLimits: RateLimits;
  emailBranding: () => Promise<EmailBranding>;
  publicUrl: string;
  mail: LoadMailSettings;
  backups: () => Promise<FirstHour['backups']>;
  paymentMode: () => Promise<FirstHour['payments']>;
};

/** Throws AppError 401 and 403 for others than admins. */
export function createFirstHourService(parts: Parts) {
  const { db, mailer, rateLimits, emailBranding, publicUrl, mail } = parts;
  const hasEmailServer = async () => (await mail()).server !== undefined;

  async function read(): Promise<FirstHour> {
    const [{ rows }, mode, { server, from }, backups] = await Promise.all([
      sql<
        Record<'name' | 'logo' | 'support' | 'import' | 'plans' | 'legal' | 'dismissed' | 'tested', boolean>
      >`
        select exists (select from site_settings where setting_key = 'site_name') as name,
          exists (select from site_settings where setting_key in ('site_logo', 'site_logo_icon')) as logo,
          exists (select from site_settings where setting_key = 'support_email'
            and setting_value not like '%@example.com') as support,
          exists (select from prompts where deleted_at is null) as import,
          exists (select from tiers where price > 0) as plans,
          (select count(distinct kind) = 2 from pages where kind in ('terms', 'privacy')
            and published_version is not null) as legal,
          exists (select from site_settings where setting_key = ${keys.dismissed}) as dismissed,
          exists (select from site_settings where setting_key = ${keys.tested}) as tested`.execute(db),
      parts.paymentMode(),
      mail(),
      parts.backups(),
    ]);
    const isSenderMissing = server !== undefined && addressOfSender(from) === defaultMailAddress;
    const found = rows[0];
    const done: Record<FirstStep, boolean> = {
      name: found?.name ?? false,
      logo: found?.logo ?? false,
      import: found?.import ?? false,
      plans: found?.plans ?? false,
      payments: mode === 'live',
      email: server !== undefined && !isSenderMissing && (found?.tested ?? false),
      support: found?.support ?? false,
      legal: found?.legal ?? false,
      address: new URL(publicUrl).protocol === 'https:',
      backup: backups.newest_at !== null && !backups.is_late,
    };
    return {
      is_dismissed: found?.dismissed ?? false,
      steps: firstSteps.map((id) => ({ id, is_done: done[id] })),
      outbox_is_used: server === undefined,
      is_sender_missing: isSenderMissing,
      payments: mode,
      backups,
    };
  }

  const open = (viewer: Viewer) => writable(db, grantSite(viewer, 'manage-settings'));
  const remember = (viewer: Viewer, setting_key: string) =>
    open(viewer)
      .insertInto('site_settings')
      .values({ setting_key, setting_value: 'true' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
  const forget = (viewer: Viewer, setting_key: string) =>
    open(viewer).deleteFrom('site_settings').where('setting_key', '=', setting_key).executeTakeFirstOrThrow();

  return {
    /** Whether nothing has been imported or written yet and the list hasn't been hidden. */
    async isNew(): Promise<boolean> {
      const { rows } = await sql<{ is_new: boolean }>`
        select not exists (select from prompts) and not exists (select from playbooks)
          and not exists (select from site_settings where setting_key = ${keys.dismissed}) as is_new`.execute(
        db,
      );
      return rows[0]?.is_new ?? false;
    },

    async get(viewer: Viewer): Promise<FirstHour> {
      requireSite(viewer, 'manage-settings');
      return read();
    },

    async set(viewer: Viewer, { is_dismissed }: { is_dismissed: boolean }): Promise<FirstHour> {
      const count = is_dismissed
        ? (await remember(viewer, keys.dismissed)).numInsertedOrUpdatedRows
        : (await forget(viewer, keys.dismissed)).numDeletedRows;
      if (count === 0n) noteNoChange();
      return read();
    },

    /** @throws AppError 429; 502 with the email server's answer */
    async sendTestEmail(viewer: Viewer): Promise<{ to: string; is_in_outbox: boolean }> {
      const { userId } = grantSite(viewer, 'manage-settings').viewer;
      await rateLimits.require('test-email', userId);
      const { email } = await db
        .selectFrom('profiles')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const site = await emailBranding();
      await mailer.sendNow(
        await composeEmail(site, {
          to: email,
          subject: m.test_email_of({ site: site.name }),
          paragraphs: [m.if_you_read_this()],
          action: { label: m.open_admin_dashboard(), url: `${publicUrl}/admin` },
          small: m.you_asked_for_this_email(),
        }),
      );
      const isSent = await hasEmailServer();
      if (isSent) await remember(viewer, keys.tested);
      return { to: email, is_in_outbox: !isSent };
    },
  };
}
