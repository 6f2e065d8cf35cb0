import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can, type Grant, grant, requireSignedIn } from '#access/decide.ts';
import { previewSteps, readSteps } from '#access/gated.server.ts';
import { grantPlaybook } from '#access/items.server.ts';
import { hasBought, visible } from '#access/predicate.server.ts';
import type { Reads } from '#access/reads.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { filledValues, sharedBlanks, valuesByKey, valuesOf } from '#library/blanks/public/blanks.ts';
import type { ValuesService } from '#library/blanks/public/values.service.server.ts';
import { commonCard } from '#library/catalog/public/cards.server.ts';
import type { CategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import type { Lists } from '#library/catalog/public/list.server.ts';
import type { MissedSearches } from '#library/catalog/public/missed-searches.server.ts';
import { recordPlaybookCopy } from '#library/history/public/record-history.server.ts';
import type { PromptsService } from '#library/prompts/public/prompts.service.server.ts';
import { isForSale } from '#money/offers/public/for-sale.ts';
import { AppError } from '#platform/errors.ts';
import * as common from '#ui/words/messages.ts';
import type { PlaybookCard, PlaybookDetail, PlaybookList, PlaybookListQuery } from './playbooks.contract.ts';
import { type CardRow, findPlaybook, pages } from './playbooks.queries.server.ts';
import { findPublicPlaybook } from './public-playbook.server.ts';
import { withBlanks } from './step-blanks.ts';

type StepPromptPlace = { slug: string; step: number; prompt: number; version?: number | undefined };
type Values = Readonly<Record<string, string>>;
type Parts = {
  db: Database;
  reads: Reads;
  listItems: Lists;
  directory: CategoryDirectory;
  missedSearches: MissedSearches;
  prompts: PromptsService;
  values: ValuesService;
};

export function createPlaybooksService(parts: Parts) {
  const { db, reads, listItems, directory, missedSearches, prompts, values: savedValues } = parts;

  /** The steps of a playbook; counts a reading if the reader's plan limits reading. @returns undefined over the daily limit */
  async function readCounted(proof: Grant<'playbook', 'read'>, version?: number) {
    const steps = await readSteps<BlankDefinition>(db, proof, version);
    if (steps || !(await prompts.countReading(proof))) return steps;
    return readSteps<BlankDefinition>(db, proof, version);
  }

  /**
   * The steps of the current or an earlier version, to copy texts from; the caller counts the copy. @throws AppError
   * 401, 403, 404, 429
   */
  async function readToCopy(viewer: Viewer, slug: string, version?: number) {
    const steps = await readCounted(await grantPlaybook(db, viewer, slug, 'read'), version);
    const proof = await grantPlaybook(db, viewer, slug, 'copy');
    // Throws the error for the used-up limit.
    if (!steps) await prompts.countPlaybookCopy(proof);
    return { proof, steps: (steps ?? []).map(withBlanks) };
  }

  return {
    /**
     * A page of published playbooks for this viewer, without steps. A member's own lists keep what they have bought,
     * even if unpublished.
     * @throws AppError 400 invalid_cursor; 401 if a visitor asks for favorites or purchases
     */
    async list(viewer: Viewer, query: PlaybookListQuery): Promise<PlaybookList> {
      const isOwn = query.favorites || query.purchased;
      const category = await directory.currentName(query.category);
      const page = await listItems<CardRow>({
        kind: 'playbook',
        viewer,
        listed: isOwn ? visible(viewer, 'playbook', 'list-own') : visible(viewer, 'playbook', 'list'),
        pages,
        own: query.purchased ? hasBought(requireSignedIn(viewer)) : undefined,
        query: { ...query, category },
      });
      missedSearches.note(viewer, { q: query.q, isFirstPage: query.cursor === undefined, total: page.total });
      return { ...page, items: page.items.map((row) => toCard(viewer, row)) };
    },

    /** A published playbook for its public page. */
    findPublic: (slug: string) => findPublicPlaybook(db, slug),

    /** A playbook; without access, it has no steps. Editors and admins see drafts. @throws AppError 401, 404 */
    async get(viewer: Viewer, slug: string): Promise<PlaybookDetail> {
      const member = requireSignedIn(viewer);
      const row = await reads(viewer, (source) => findPlaybook(source, member, slug));
      if (!row) throw new AppError('not_found', common.playbook_not_found());
      const steps = can(viewer, 'playbook', 'read', row)
        ? await readCounted(grant(viewer, 'playbook', 'read', row))
        : [];
      const daily_limit_reached = steps === undefined;
      const read = !daily_limit_reached && can(viewer, 'playbook', 'read', row);
      return {
        ...toCard(viewer, row),
        status: row.status,
        updated_at: row.updated_at.toISOString(),
        version: row.version,
        version_at: row.version_at.toISOString(),
        is_purchased: row.is_purchased,
        position: row.position,
        steps: (steps ?? []).map(withBlanks),
        daily_limit_reached,
        preview: can(viewer, 'playbook', 'read', row) ? [] : await previewSteps(db, viewer, slug),
        can: {
          read,
          purchase: !can(viewer, 'playbook', 'read', row) && isForSale(row),
          vote: can(viewer, 'playbook', 'vote', row),
          favorite: can(viewer, 'playbook', 'favorite', row),
          comment: can(viewer, 'playbook', 'comment', row),
          edit: can(viewer, 'playbook', 'edit', row),
        },
      };
    },

    /**
     * Copies a prompt of a step (both 0-based) from the current or an earlier version. Counts against the daily limit
     * like any copy, once for each id. With `values`, the history records it filled in.
     * @throws AppError 401, 403, 404, 429 daily_copy_limit_reached
     */
    async copyPrompt(
      viewer: Viewer,
      { slug, step, prompt, version }: StepPromptPlace,
      { id, values }: { id?: string | undefined; values?: Values | undefined } = {},
    ) {
      const { proof, steps } = await readToCopy(viewer, slug, version);
      const found = steps[step]?.prompts[prompt];
      if (!found) throw new AppError('not_found', common.prompt_not_found());
      const { copies_left, isRepeated } = await prompts.countPlaybookCopy(proof, {
        id,
        place: [step, prompt, version].join(' '),
      });
      const filled = values && filledValues(found.blanks, valuesOf(sharedBlanks(steps), valuesByKey(values)));
      if (!isRepeated)
        await recordPlaybookCopy(db, proof, { place: { step, prompt }, version, values: filled });
      if (values) await savedValues.remember(viewer, found.blanks, values);
      return { prompt_body: found.prompt_body, copies_left };
    },

    readToCopy,

    /** The steps, to run prompts of them; undefined over the daily limit. @throws AppError 401, 403, 404 */
    async readToRun(viewer: Viewer, slug: string, version?: number) {
      const proof = await grantPlaybook(db, viewer, slug, 'ask-model');
      const steps = await readCounted(await grantPlaybook(db, viewer, slug, 'read'), version);
      return { proof, steps: steps?.map(withBlanks) };
    },

    /** Saves the viewer's position in a playbook that they can read. @throws AppError 401, 403, 404 */
    async setPosition(viewer: Viewer, slug: string, position: number) {
      const proof = await grantPlaybook(db, viewer, slug, 'keep-position');
      await writable(db, proof)
        .insertInto('playbook_progress')
        .values({ user_id: proof.viewer.userId, playbook_id: proof.id, position })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'playbook_id']).doUpdateSet({ position, updated_at: sql`now()` }),
        )
        .execute();
      return { position };
    },
  };
}

function toCard(viewer: Viewer, row: CardRow): PlaybookCard {
  const { image_url, is_purchasable, price, step_count } = row;
  return {
    ...commonCard(row),
    image_url,
    is_purchasable,
    price,
    step_count,
    can: { read: can(viewer, 'playbook', 'read', row) },
  };
}
