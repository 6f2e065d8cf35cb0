import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, grantSite } from '#access/decide.ts';
import { readSteps } from '#access/gated.server.ts';
import { readDescriptionAt, readKeptVersion } from '#access/gated-versions.server.ts';
import { grantPlaybook } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { difference } from '#library/versions/public/difference.server.ts';
import { playbookDocument } from '#library/versions/public/playbook-document.ts';
import type { VersionItem } from '#library/versions/public/version-fields.ts';
import { AppError } from '#platform/errors.ts';
import type { PlaybookVersion, PlaybookVersionList } from './playbook-versions.contract.ts';
import type { AdminPlaybook, PlaybookChange } from './playbooks-admin.contract.ts';
import { withBlanks } from './step-blanks.ts';

type Parts = {
  db: Database;
  /** Counts a reading against the daily limit of plans that count it; false where the limit is used up. */
  prompts: { isReadingCounted(proof: Grant<'playbook', 'read'>, type: 'playbook'): Promise<boolean> };
  admin: { update(viewer: Viewer, id: string, change: PlaybookChange): Promise<AdminPlaybook> };
};

/** The published texts that a playbook has had. All of it throws AppError 401, 403 and 404, a text also 429 over the daily limit. */
export function createPlaybookVersionsService({ db, prompts, admin }: Parts) {
  async function listOf(id: string): Promise<VersionItem[]> {
    const { rows } = await sql<Omit<VersionItem, 'saved_at'> & { saved_at: Date }>`
      select version as number, version_at as saved_at, true as is_current from playbooks where id = ${id}
      union all select number, saved_at, false from playbook_versions where playbook_id = ${id}
      order by number desc`.execute(db);
    return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
  }

  /** @returns undefined where it does not go out to the viewer, or where there is no such version */
  async function read(proof: Grant<'playbook', 'read'>, number: number) {
    const [description, steps = []] = await Promise.all([
      readDescriptionAt(db, proof, number),
      readSteps<BlankDefinition>(db, proof, number),
    ]);
    return description === undefined ? undefined : { description, steps: steps.map(withBlanks) };
  }

  return {
    async list(viewer: Viewer, slug: string): Promise<PlaybookVersionList> {
      const proof = await grantPlaybook(db, viewer, slug, 'read');
      const items = await listOf(proof.id);
      return { items, total: items.length };
    },

    async get(viewer: Viewer, slug: string, number: number): Promise<PlaybookVersion> {
      const proof = await grantPlaybook(db, viewer, slug, 'read');
      const item = (await listOf(proof.id)).find((version) => version.number === number);
      if (!item) throw new AppError('not_found', 'Version not found');
      let found = await read(proof, number);
      if (!found && (await prompts.isReadingCounted(proof, 'playbook'))) found = await read(proof, number);
      if (!found)
        throw new AppError('daily_copy_limit_reached', 'You have read all that your plan has for today.');
      const before = number > 1 ? await read(proof, number - 1) : undefined;
      return {
        ...item,
        ...found,
        difference: before ? difference(playbookDocument(before), playbookDocument(found)) : [],
      };
    },

    /** What was saved is saved again, as a new version. @throws AppError 409 where somebody else has saved since `updated_at` */
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
      if (!kept) throw new AppError('not_found', 'Version not found');
      return admin.update(viewer, id, { ...kept, ...(updated_at && { updated_at }) });
    },
  };
}
