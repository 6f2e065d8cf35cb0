import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { hashOfPixel } from './mailing-delivery.server.ts';

/** One transparent pixel. */
export const pixel = Buffer.from(
  '47494638396101000100800000000000ffffff21f90401000000002c000000000100010000020144003b',
  'hex',
);

/** Counts an email as opened when its picture is first requested, and forgets which email it was. */
export const createOpens =
  (db: OperatorWriter<'mailings'>) =>
  async (token: string): Promise<void> => {
    await sql`with opened as (delete from mailing_pixels where token_hash = ${hashOfPixel(token)} returning mailing_id)
      update mailings set opens = opens + 1 where id in (select mailing_id from opened)`.execute(db);
  };
