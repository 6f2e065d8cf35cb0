import { existsSync } from 'node:fs';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { defaultMailAddress } from '#constants';
import { readBillingWarnings } from '#money/billing/billing-warnings.server.ts';
import { modeOf } from '#money/billing/payment-mode.ts';
import { readWebhookState } from '#money/billing/public/webhook-state.server.ts';
import { createStripeAccount } from '#money/billing/stripe/stripe-account.server.ts';
import { isServed, noDatabaseEvents } from '#platform/database/database-events.server.ts';
import { howToCreate, readDatabaseProblem } from '#platform/database/database-problem.server.ts';
import { appliedMigrations, migrationNames, newerRelease } from '#platform/database/migrate.server.ts';
import { type Env, readEnv } from '#platform/env.server.ts';
import { messageOf } from '#platform/error-message.ts';
import { createSmtpTransport } from '#platform/mail/mail-server.server.ts';
import { reasonOf } from '#platform/mail/mailer.server.ts';
import { makeFolder } from '#platform/make-folder.server.ts';
import { openVault, type Vault } from '#platform/secret.server.ts';
import { addressOfSender } from '#platform/text/sender-address.ts';
import { createBackupStorage } from '#site/backup/backup-storage.server.ts';
import { toleratedHours } from '#site/backup/public/newest-backup.server.ts';
import { isBackupDue, newestBackup } from '#site/backup/scheduled-backup.server.ts';
import { createConnections } from '#site/settings/public/connections.server.ts';
import { readPaymentSettings } from '#site/settings/public/payment-settings.service.server.ts';
import { readSettings } from '#site/settings/public/read-settings.server.ts';
import { counted } from './counted.ts';
import { readJobs } from './dead-letters.server.ts';
import { checkPictures } from './doctor-pictures.server.ts';
import { checkSecrets } from './doctor-secrets.server.ts';
import { assertCluster, say, withDatabase } from './open-site.server.ts';
import { describeRunningSite } from './running-site.server.ts';

/** The state of one part of the site; `detail` says what to do if it is not ok. */
type Finding = { name: string; ok: boolean; detail: string };

const minFreeBytes = 500 * 1_048_576;
const builtPages = new URL('../../build/server/index.js', import.meta.url);

export function addDoctorCommand(program: Command) {
  program
    .command('doctor')
    .description('check the site and say what is wrong and how to fix it')
    .action(async () => {
      const env = readEnv(process.env);
      assertCluster(env);
      const database = await checkDatabase();
      const findings = [
        { name: 'environment', ok: true, detail: 'every variable is valid' },
        { name: 'node', ok: true, detail: process.version },
        {
          name: 'pages',
          ok: existsSync(builtPages),
          detail: existsSync(builtPages) ? 'built' : 'not built yet: run "npm start"',
        },
        await checkDataDir(env),
        ...(await checkBackups(env)),
        ...(await checkPictures(env)),
        ...(await checkRunning(env, database.isServed)),
        ...database.findings,
      ];
      for (const { name, ok, detail } of findings) say(`${ok ? '✓' : '✗'} ${name.padEnd(14)} ${detail}`);
      if (findings.some((finding) => !finding.ok)) process.exitCode = 1;
    });
}

/** @param isOurs whether a site is using this site's database; if not, the site that answers may be another one */
async function checkRunning(env: Env, isOurs: boolean): Promise<Finding[]> {
  const running = await describeRunningSite(env);
  const name = 'running site';
  if (!running) return [{ name, ok: true, detail: `no site answers on port ${env.PORT}` }];
  if (!isOurs)
    return [{ name, ok: true, detail: `the site on port ${env.PORT} is another one, with another database` }];
  const site = { name, ok: true, detail: running.figures };
  if (!running.isProxyIgnored) return [site];
  const proxy =
    'a proxy is in front, but TRUST_PROXY is not true, so all visitors share one address and its limits: set TRUST_PROXY=true';
  return [site, { name: 'proxy', ok: false, detail: proxy }];
}

async function checkDataDir({ DATA_DIR }: Env): Promise<Finding> {
  const name = 'data folder';
  try {
    await makeFolder(DATA_DIR);
    const probe = join(DATA_DIR, `.doctor-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
    const { bavail, bsize } = await statfs(DATA_DIR);
    const free = bavail * bsize;
    const secret = await stat(join(DATA_DIR, 'app-secret')).catch(() => undefined);
    if (secret && (secret.mode & 0o077) !== 0) {
      return {
        name,
        ok: false,
        detail: `${join(DATA_DIR, 'app-secret')} can be read by others: run "chmod 600" on it`,
      };
    }
    const gigabytes = `${(free / 1_073_741_824).toFixed(1)} GB free`;
    return { name, ok: free > minFreeBytes, detail: `${DATA_DIR}, ${gigabytes}` };
  } catch (error) {
    return { name, ok: false, detail: `Cannot write to ${DATA_DIR}: ${messageOf(error)}` };
  }
}

async function checkBackups({ BACKUP_URL, BACKUP_EVERY }: Env): Promise<Finding[]> {
  if (BACKUP_URL === undefined) return [];
  const name = 'backups';
  try {
    const names = await createBackupStorage(BACKUP_URL, { pauses: [] }).list();
    const newest = newestBackup(names);
    const ok = newest !== undefined && !isBackupDue(names, BACKUP_EVERY + toleratedHours);
    const detail = newest ? `${names.length}, the newest is ${newest}` : 'none yet';
    return [{ name, ok, detail: ok ? detail : `${detail}: run "promptory backup" and read its output` }];
  } catch (error) {
    return [{ name, ok: false, detail: messageOf(error) }];
  }
}

const howToReplace = `Make a backup, create another database with ${howToCreate}, set DATABASE_URL to it, and restore`;

/** `isServed`: whether a site is using the database; assumed if the database can't be asked. */
async function checkDatabase(): Promise<{ isServed: boolean; findings: Finding[] }> {
  try {
    return await withDatabase(
      async ({ db, env }) => {
        const { rows } = await sql<{ version: string; encoding: string }>`
          select current_setting('server_version') as version, current_setting('server_encoding') as encoding`.execute(
          db,
        );
        const { version = '?', encoding = '?' } = rows[0] ?? {};
        const found = await readDatabaseProblem(db);
        const where = env.DATABASE_URL ? 'DATABASE_URL' : 'embedded';
        const server = {
          name: 'database',
          ok: found === undefined,
          detail: `PostgreSQL ${version}, ${encoding}, ${where}${found ? `: ${found.problem}. ${howToReplace}` : ''}`,
        };
        const [applied, available] = [await appliedMigrations(db), await migrationNames()];
        const missing = available.filter((name) => !applied.includes(name));
        const newer = newerRelease(applied, available);
        const pending = `${counted(missing.length, 'migration')} pending, which the next start applies`;
        const schema = {
          name: 'schema',
          ok: newer === undefined,
          detail: newer ?? (missing.length > 0 ? pending : 'up to date'),
        };
        const content = newer || missing.length > 0 ? [] : await checkContent(db, env);
        return { isServed: await isServed(db), findings: [server, schema, ...content] };
      },
      { migrated: false },
    );
  } catch (error) {
    return { isServed: true, findings: [{ name: 'database', ok: false, detail: messageOf(error) }] };
  }
}

async function checkContent(db: Database, env: Env): Promise<Finding[]> {
  const { rows } = await sql<Record<'admins' | 'members' | 'tiers' | 'prompts' | 'playbooks', number>>`
    select (select count(*)::int from profiles where role = 'admin') as admins,
      ((select count(*) from profiles) - (select count(*) from auth.users where is_anonymous))::int as members,
      (select count(*)::int from tiers) as tiers, (select count(*)::int from prompts) as prompts,
      (select count(*)::int from playbooks) as playbooks`.execute(db);
  const { admins = 0, members = 0, tiers = 0, prompts = 0, playbooks = 0 } = rows[0] ?? {};
  const vault = await openVault(env);
  return [
    ...(await checkSecrets(db, vault)),
    {
      name: 'admins',
      ok: admins > 0,
      detail: admins > 0 ? String(admins) : 'none: run "promptory admin add <email>"',
    },
    await checkPayments(db, env, vault),
    ...(await checkSubscriptions(db, vault)),
    ...(await checkMail(db, env, vault)),
    {
      name: 'content',
      ok: true,
      detail: [
        counted(prompts, 'prompt'),
        counted(playbooks, 'playbook'),
        counted(tiers, 'tier'),
        counted(members, 'account'),
      ].join(', '),
    },
  ];
}

async function checkPayments(db: Database, env: Env, vault: Vault): Promise<Finding> {
  const name = 'payments';
  const { keys } = await readPaymentSettings(db, vault);
  if (keys === 'sealed')
    return { name, ok: false, detail: 'APP_SECRET cannot decrypt the payment keys: re-enter them' };
  if (keys === 'none') return { name, ok: true, detail: `no keys, payments: ${env.PAYMENTS}` };
  if (!keys.webhookSecret)
    return {
      name,
      ok: false,
      detail: 'no webhook secret: events are rejected, and access is updated only once an hour',
    };
  const answer = await createStripeAccount(keys.secretKey, env.STRIPE_API_BASE)
    .check()
    .catch((error: Error) => error);
  if (answer instanceof Error)
    return { name, ok: false, detail: `re-enter the secret key: ${answer.message}` };
  if (!answer)
    return { name, ok: false, detail: "Stripe doesn't answer: check the network and status.stripe.com" };
  const mode = modeOf(keys.secretKey);
  const { is_silent, last_event_at } = await readWebhookState(db, mode);
  if (is_silent)
    return {
      name,
      ok: false,
      detail: `${last_event_at ? `the last event arrived on ${last_event_at.slice(0, 10)}` : 'no event has ever arrived'}: register the webhook endpoint under Site Settings`,
    };
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from billing_events
    where mode = ${mode} and processed_at is null and received_at < now() - interval '5 minutes'`.execute(db);
  const open = rows[0]?.open ?? 0;
  return {
    name,
    ok: open === 0,
    detail:
      open === 0
        ? 'keys are set, all events are processed'
        : `${counted(open, 'unprocessed event')}: run "promptory billing events"`,
  };
}

/** Only reports problems. */
async function checkSubscriptions(db: Database, vault: Vault): Promise<Finding[]> {
  const { keys } = await readPaymentSettings(db, vault);
  const mode = typeof keys === 'string' ? 'sandbox' : modeOf(keys.secretKey);
  const { duplicates, missing, failing_events } = await readBillingWarnings(db, mode);
  const details = duplicates.map(
    ({ email, subscriptions }) =>
      `${email} is charged for ${subscriptions.length} subscriptions: cancel all but one of ${subscriptions.map(({ id }) => id).join(', ')}`,
  );
  if (missing > 0)
    details.push(`the payment provider doesn't know ${missing} of the subscriptions: check the payment keys`);
  if (failing_events > 0)
    details.push(`${counted(failing_events, 'event')} failed repeatedly: run "promptory billing events"`);
  return details.map((detail) => ({ name: 'subscriptions', ok: false, detail }));
}

const maxShown = 20;

const howToSetSender = `emails are sent from ${defaultMailAddress}, which other servers refuse: set MAIL_FROM, or the sender under Site Settings`;

/** How long the email server may take for each answer. */
const mailServerMilliseconds = 60_000;

async function checkMailServer(db: Database, env: Env, vault: Vault): Promise<Finding[]> {
  const name = 'email';
  const connections = createConnections({ db, vault, env, databaseEvents: noDatabaseEvents });
  const { server, from } = await connections.mail();
  if (server === undefined)
    return [{ name, ok: true, detail: 'no email server is set: emails are kept in the outbox' }];
  const sender =
    addressOfSender(from) === defaultMailAddress ? [{ name, ok: false, detail: howToSetSender }] : [];
  const { username, password } = new URL(server.url);
  const known = (await readSettings(db, ['smtp_password'])).has('smtp_password');
  // Without a password that can't be decrypted, which is reported already, the server can't be asked.
  if (env.SMTP_URL === undefined && username && !password && known) return sender;
  return createSmtpTransport(server, mailServerMilliseconds)
    .then((transport) => transport.verify())
    .then(
      () => [{ name, ok: true, detail: 'the email server responds' }, ...sender],
      (error: Error) => [{ name, ok: false, detail: `email server error: ${reasonOf(error)}` }, ...sender],
    );
}

async function checkMail(db: Database, env: Env, vault: Vault): Promise<Finding[]> {
  const { waiting, dead } = await readJobs(db, vault);
  const list = dead.slice(0, maxShown).map((line) => `\n      ${line}`);
  return [
    ...(await checkMailServer(db, env, vault)),
    {
      name: 'jobs',
      ok: dead.length === 0,
      detail:
        dead.length === 0
          ? `${counted(waiting, 'email')} queued, no job failed permanently`
          : `${counted(waiting, 'email')} queued, ${counted(dead.length, 'job')} failed permanently (to retry, run "promptory mail retry"):${list.join('')}`,
    },
  ];
}
