import type { Database } from '#access/database.ts';
import { type Grant, grantSite } from '#access/decide.ts';
import { readSteps } from '#access/gated.server.ts';
import {
  findVersion,
  listVersions,
  readDescriptionAt,
  readKeptVersion,
} from '#access/gated-versions.server.ts';
import { grantPlaybook } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { dailyLimitReached } from '#library/catalog/public/daily-limit.server.ts';
import type { Readings } from '#library/catalog/public/readings.ts';
import { difference, requireComparison } from '#library/versions/public/difference.server.ts';
import { playbookDocument } from '#library/versions/public/playbook-document.ts';
import type { VersionItem } from '#library/versions/public/version-fields.ts';
import type { PageQuery } from '#platform/contract/contract.ts';
import { decodeNumber, encodeNumber } from '#platform/database/cursor.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import * as common from '#ui/words/messages.ts';
import type { PlaybookVersion, PlaybookVersionList } from './playbook-versions.contract.ts';
import type { AdminPlaybook, PlaybookChange } from './playbooks-admin.contract.ts';
import { withBlanks } from './step-blanks.ts';

type Parts = {
  db: Database;
  rateLimits: RateLimits;
  /** Counts a reading against the daily limit, for plans that limit reading; false if the limit is used up. */
  prompts: Pick<Readings, 'countReading'>;
  admin: { update(viewer: Viewer, id: string, change: PlaybookChange): Promise<AdminPlaybook> };
};

const toItem = ({
  number,
  saved_at,
  is_current,
}: {
  number: number;
  saved_at: Date;
  is_current: boolean;
}): VersionItem => ({
  number,
  saved_at: saved_at.toISOString(),
  is_current,
});

/**
 * A playbook's published versions. Every method throws AppError 401, 403 and 404; reading a text also 429 over the
 * daily limit.
 */
export function createPlaybookVersionsService({ db, rateLimits, prompts, admin }: Parts) {
  /** @returns undefined if the viewer can't read it, or there is no such version */
  async function read(proof: Grant<'playbook', 'read'>, number: number) {
    const [description, steps = []] = await Promise.all([
      readDescriptionAt(db, proof, number),
      readSteps<BlankDefinition>(db, proof, number),
    ]);
    return description === undefined ? undefined : { description, steps };
  }

  return {
    /** @throws AppError 400, 401, 403, 404 */
    async list(viewer: Viewer, slug: string, { limit, cursor }: PageQuery): Promise<PlaybookVersionList> {
      const proof = await grantPlaybook(db, viewer, slug, 'read');
      const { rows, total } = await listVersions(db, proof, {
        limit: limit + 1,
        before: decodeNumber(cursor, 'playbook versions'),
      });
      const items = rows.slice(0, limit).map(toItem);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, total, next_cursor: last ? encodeNumber('playbook versions', last.number) : null };
    },

    /** @throws AppError 401, 403, 404; 429 at the daily limit, or for too many comparisons */
    async get(
      viewer: Viewer,
      slug: string,
      number: number,
      query: { difference?: boolean | undefined },
    ): Promise<PlaybookVersion> {
      const proof = await grantPlaybook(db, viewer, slug, 'read');
      const item = await findVersion(db, proof, number);
      if (!item) throw new AppError('not_found', common.version_not_found());
      let found = await read(proof, number);
      if (!found && (await prompts.countReading(proof))) found = await read(proof, number);
      if (!found) throw dailyLimitReached();
      const version = { ...toItem(item), ...found, steps: found.steps.map(withBlanks) };
      if (!query.difference) return version;
      await requireComparison(rateLimits, proof.viewer.userId);
      const before = item.before === null ? undefined : await read(proof, item.before);
      return {
        ...version,
        difference: before ? difference(playbookDocument(before), playbookDocument(found)) : [],
      };
    },

    /** Saves an earlier version again as a new one. @throws AppError 409 if someone else has saved since `updated_at` */
    async restore(
      viewer: Viewer,
      id: string,
      number: number,
      { updated_at }: { updated_at?: string | undefined },
    ) {
      const proof = grantSite(viewer, 'see-catalog');
      const kept = await readKeptVersion<Required<Pick<PlaybookChange, 'description' | 'steps'>>>(
        db,
        proof,
        id,
        number,
      );
      if (!kept) throw new AppError('not_found', common.version_not_found());
      return admin.update(viewer, id, { ...kept, ...(updated_at && { updated_at }) });
    },
  };
}
