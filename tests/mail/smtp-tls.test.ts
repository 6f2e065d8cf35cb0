import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAdmin } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startSmtpListener } from './smtp-listener.ts';

// Another machine of the owner's network, with a self-signed certificate.
const host = '127.0.0.2';
let open: Awaited<ReturnType<typeof startSmtpListener>>;
let closed: typeof open;
let site: TestSite;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  open = await startSmtpListener({ host });
  closed = await startSmtpListener({ host, withPassword: true });
  site = await createTestSite({ environment: { PRIVATE_HOSTS: host } });
  admin = await buildAdmin(site);
});
afterAll(async () => {
  await site.stop();
  await Promise.all([open.stop(), closed.stop()]);
});
beforeEach(async () => void (await set({ smtp_host: null })));

const set = (body: object) => site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body });
async function tryWith(listener: typeof open, values: object) {
  const saved = await set({ smtp_host: host, smtp_port: listener.port, ...values });
  expect(saved.status, saved.text).toBe(200);
  const { status, body } = await site.api('POST', '/api/v1/admin/test-email', { token: admin.token });
  return { status, error: body.error };
}
const account = { smtp_user: 'promptory', smtp_password: 'p@ss word' };

test('encrypts if the server can, with any certificate, if encryption is not required', async () => {
  expect(await tryWith(open, { smtp_security: 'none' })).toMatchObject({ status: 200 });
  expect(open.taken.at(-1)).toMatchObject({ recipients: [admin.email], isEncrypted: true });
});

test('checks the certificate where encryption is asked for', async () => {
  const { status, error } = await tryWith(open, { smtp_security: 'starttls' });
  expect([status, error]).toEqual([502, expect.stringMatching(/certificate/)]);
});

test.each(['none', 'starttls'])(
  'gives no password to a server that it does not know (%s)',
  async (smtp_security) => {
    const { status, error } = await tryWith(closed, { ...account, smtp_security });
    expect([status, error]).toEqual([502, expect.stringMatching(/certificate/)]);
    expect(closed.taken).toEqual([]);
  },
);
