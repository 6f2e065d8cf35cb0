import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestSite } from './site.ts';

/** Stores a setting like the settings page. */
export async function setSetting(site: TestSite, setting_key: string, setting_value: string) {
  await site.db
    .insertInto('site_settings')
    .values({ setting_key, setting_value })
    .onConflict((conflict) => conflict.column('setting_key').doUpdateSet({ setting_value }))
    .execute();
}

export const newAddress = () => `${randomUUID()}@example.com`;
export const password = 'a good password';

/** Creates an account with `password`, as a browser does. */
export async function signUp(site: TestSite, email = newAddress()) {
  const client = site.authClient();
  const { data, error } = await client.signUp({ email, password });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, email, session: data.session, id: data.session.user.id };
}

/** Waits for the email number `count` to an address. @returns its link, its six-digit code and its subject */
export async function emailsOf(site: TestSite, email: string, count: number) {
  const to = async () => (await site.emails()).filter((mail) => mail.includes(`To: ${email}`));
  await expect.poll(to).toHaveLength(count);
  const text = ((await to()).at(-1) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return {
    link: /http:\S+verify\?\S+/.exec(text)?.[0] ?? '',
    code:
      /(?<!#)\b(\d{6})\b(?! is)/.exec(
        text
          .split('\r\n\r\n')
          .slice(1)
          .join('\n')
          .replaceAll(/http\S+/g, ''),
      )?.[1] ?? '',
    subject: /^Subject: (.*)$/m.exec(text)?.[1] ?? '',
  };
}
