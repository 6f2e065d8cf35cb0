import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Makes a member's concurrent transactions run one after the other, so that none exceeds a limit. It is a statement of its own, because only
 * the next one sees what the others have committed.
 */
export async function lockMember(transaction: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`select from profiles where id = ${userId} for no key update`.execute(transaction);
}
