import { type Kysely, sql } from 'kysely';
import type { Database, DB } from '#access/database.ts';
import type { AgreedTo } from './agreed.ts';

/** Anything that can write consents. */
type Writer = Pick<Kysely<Pick<DB, 'page_consents'>>, 'insertInto'>;
type Place = 'signup' | 'checkout';
type Asked = { id: string; slug: string; title: string; version: number };

/** The published versions of the pages that ask for consent. */
async function askedPages(db: Database): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select page.id, page.slug, version.title, version.version from pages page
    join page_versions version on version.page_id = page.id and version.version = page.published_version
    where page.asks_consent order by page.footer_position nulls last, page.title`.execute(db);
  return rows;
}

/** Whether someone has agreed to the published versions of all pages that ask for consent. */
export async function areAgreed(db: Database, agreed: AgreedTo): Promise<boolean> {
  return (await askedPages(db)).every(({ slug, version }) => agreed[slug] === version);
}

/** The pages that a member must still agree to before they pay. */
export async function openConsents(db: Database, userId: string): Promise<Asked[]> {
  const pages = await askedPages(db);
  if (pages.length === 0) return [];
  const given = await db
    .selectFrom('page_consents')
    .select(['page_id', 'version'])
    .where('user_id', '=', userId)
    .where('place', '=', 'checkout')
    .execute();
  return pages.filter(
    ({ id, version }) => !given.some((row) => row.page_id === id && row.version === version),
  );
}

/**
 * A condition for an account `account`: its member joined after a page that asks for consent was published, but hasn't agreed to any
 * version of it. The sign-up form asks for consent; other ways to join may not: a provider, an email link,
 * an invitation or another program.
 */
export const lacksConsent = sql<boolean>`exists (
  select from pages page where page.asks_consent and page.published_version is not null
    and account.email_confirmed_at > (select min(published_at) from page_versions where page_id = page.id)
    and not exists (select from page_consents where page_id = page.id and user_id = account.id))`;

/** Records that a member agrees to the published versions among those they saw. Repeating it changes nothing. */
export async function recordConsents(
  db: Database,
  writer: Writer,
  { userId, agreed, place }: { userId: string; agreed: AgreedTo; place: Place },
): Promise<void> {
  const pages = (await askedPages(db)).filter(({ slug, version }) => agreed[slug] === version);
  if (pages.length === 0) return;
  await writer
    .insertInto('page_consents')
    .values(pages.map(({ id, version }) => ({ user_id: userId, page_id: id, version, place })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A member's consents, for their data export. */
export const exportConsents = (userId: string) =>
  sql`select page.slug, version.title, row.version, row.place, row.agreed_at, version.body from page_consents row
    join pages page on page.id = row.page_id
    join page_versions version on version.page_id = row.page_id and version.version = row.version
    where row.user_id = ${userId} order by row.agreed_at`;
