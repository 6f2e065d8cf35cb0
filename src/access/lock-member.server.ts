import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Makes a member's concurrent transactions run one after the other, so that none exceeds a limit. It is a statement of its own, because only
 * the next one sees what the others have committed. Rows that refer to the member, such as the list of a mailing, can be added meanwhile.
 */
export async function lockMember(transaction: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`select from profiles where id = ${userId} for no key update`.execute(transaction);
}
