import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { readPromptVersion } from '#access/gated.server.ts';
import { grantPrompt } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Readings } from '#library/catalog/public/readings.ts';
import { difference, requireComparison } from '#library/versions/public/difference.server.ts';
import type { PageQuery } from '#platform/contract/contract.ts';
import { decodeNumber, encodeNumber } from '#platform/database/cursor.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import * as common from '#ui/words/messages.ts';
import type { PromptVersion, PromptVersionList } from './prompt-versions.contract.ts';

/** When the versions of a prompt were saved, as a subquery. */
const versionsOf = (id: string) => sql`(
  select version as number, version_at as saved_at, true as is_current from prompts where id = ${id}
  union all select number, saved_at, false from prompt_versions where prompt_id = ${id})`;

/** A prompt's published versions. Every method throws AppError 401, 403 and 404; reading a text also 429 over the daily limit. */
export function createPromptVersionsService(
  db: Database,
  prompts: Pick<Readings, 'requireReading'>,
  rateLimits: RateLimits,
) {
  return {
    /** Latest first. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, slug: string, { limit, cursor }: PageQuery): Promise<PromptVersionList> {
      const proof = await grantPrompt(db, viewer, slug, 'read');
      const before = decodeNumber(cursor, 'prompt versions') ?? null;
      const all = versionsOf(proof.id);
      const [{ rows }, { rows: counted }] = await Promise.all([
        sql<{
          number: number;
          saved_at: Date;
          is_current: boolean;
        }>`select number, saved_at, is_current from ${all} versions
          where ${before}::int is null or number < ${before}::int order by number desc limit ${limit + 1}`.execute(
          db,
        ),
        sql<{ total: number }>`select count(*)::int as total from ${all} versions`.execute(db),
      ]);
      const items = rows.slice(0, limit).map(({ number, saved_at, is_current }) => ({
        number,
        saved_at: saved_at.toISOString(),
        is_current,
      }));
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items,
        total: counted[0]?.total ?? 0,
        next_cursor: last ? encodeNumber('prompt versions', last.number) : null,
      };
    },

    async get(viewer: Viewer, slug: string, number: number): Promise<PromptVersion> {
      const proof = await grantPrompt(db, viewer, slug, 'read');
      // Before a reading is counted.
      const { rows } =
        await sql`select from ${versionsOf(proof.id)} versions where number = ${number}`.execute(db);
      if (rows.length === 0) throw new AppError('not_found', common.version_not_found());
      await prompts.requireReading(proof);
      const [found, before] = await Promise.all([
        readPromptVersion(db, proof, number),
        number > 1 ? readPromptVersion(db, proof, number - 1) : undefined,
      ]);
      if (!found) throw new AppError('not_found', common.version_not_found());
      if (before) await requireComparison(rateLimits, proof.viewer.userId);
      return {
        number,
        saved_at: found.saved_at.toISOString(),
        is_current: found.is_current,
        prompt_body: found.body,
        difference: before ? difference(before.body, found.body) : [],
      };
    },
  };
}
