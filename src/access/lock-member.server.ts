import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Makes a member's concurrent transactions run one after the other, so that together they don't exceed a limit. This is its own statement,
 * because only the next statement sees what the others have committed. Rows that reference the member, such as recipients of a mailing, can
 * still be added.
 */
export async function lockMember(transaction: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`select from profiles where id = ${userId} for no key update`.execute(transaction);
}
