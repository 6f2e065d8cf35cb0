import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { readPromptVersion } from '#access/gated.server.ts';
import { grantPrompt } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Readings } from '#library/catalog/public/readings.ts';
import { allOf } from '#platform/contract/contract.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import * as common from '#ui/words/messages.ts';
import { difference, requireComparison } from './public/difference.server.ts';
import type { Version, VersionList } from './versions.contract.ts';

/** The published texts that a prompt has had. All of it throws AppError 401, 403 and 404, a text also 429 over the daily limit. */
export function createVersionsService(
  db: Database,
  prompts: Pick<Readings, 'requireReading'>,
  rateLimits: RateLimits,
) {
  return {
    async list(viewer: Viewer, slug: string): Promise<VersionList> {
      const proof = await grantPrompt(db, viewer, slug, 'read');
      const { rows } = await sql<{ number: number; saved_at: Date; is_current: boolean }>`
        select version as number, version_at as saved_at, true as is_current from prompts where id = ${proof.id}
        union all select number, saved_at, false from prompt_versions where prompt_id = ${proof.id}
        order by number desc`.execute(db);
      const items = rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
      return allOf(items);
    },

    async get(viewer: Viewer, slug: string, number: number): Promise<Version> {
      const proof = await grantPrompt(db, viewer, slug, 'read');
      await prompts.requireReading(proof, 'prompt');
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
