import type { Database } from '#access/database.ts';
import { can, type Grant, grant, requireSignedIn } from '#access/decide.ts';
import { readLockedBlanks, readPromptText } from '#access/gated.server.ts';
import { grantPrompt } from '#access/items.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { Reads } from '#access/reads.server.ts';
import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import {
  type Blank,
  filledValues,
  readBlanks,
  valuesByKey,
  valuesOf,
} from '#library/blanks/public/blanks.ts';
import { fillText } from '#library/blanks/public/fill-text.server.ts';
import { createKnownBlanks } from '#library/blanks/public/known-blanks.server.ts';
import type { ValuesService } from '#library/blanks/public/values.service.server.ts';
import { commonCard } from '#library/catalog/public/cards.server.ts';
import type { CategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import { dailyLimitReached } from '#library/catalog/public/daily-limit.server.ts';
import type { Lists } from '#library/catalog/public/list.server.ts';
import type { MissedSearches } from '#library/catalog/public/missed-searches.server.ts';
import type { Readings } from '#library/catalog/public/readings.ts';
import { recordPromptCopy } from '#library/history/public/record-history.server.ts';
import { AppError } from '#platform/errors.ts';
import * as common from '#ui/words/messages.ts';
import { copiesLeft, dailyCopyLimit, recordCopy } from '../copies.server.ts';
import type {
  CopyRequest,
  PromptCard,
  PromptCopy,
  PromptDetail,
  PromptList,
  PromptListQuery,
} from '../prompts.contract.ts';
import { type CardRow, type DetailRow, findPrompt, pages } from '../prompts.queries.server.ts';
import { findPublicPrompt, readPromptPreview } from '../public-prompt.server.ts';
import { recordReading } from '../readings.server.ts';

export type PromptsService = ReturnType<typeof createPromptsService>;

type Parts = {
  db: Database;
  reads: Reads;
  listItems: Lists;
  directory: CategoryDirectory;
  missedSearches: MissedSearches;
  values: ValuesService;
};

export function createPromptsService(parts: Parts) {
  const { db, reads, listItems, directory, missedSearches, values: savedValues } = parts;
  const knownBlanks = createKnownBlanks();
  /** The blanks of a prompt, as everyone who can open it may see them. */
  const blanksOf = async (viewer: Viewer, row: DetailRow): Promise<Blank[]> =>
    row.prompt_body === null
      ? readLockedBlanks(
          db,
          grant(viewer, 'prompt', 'open', row),
          (body) => readBlanks(body, row.blanks).blanks,
        )
      : knownBlanks(row.id, row.prompt_body, row.blanks);

  const readings: Readings = {
    async countReading(proof) {
      const limit = await dailyCopyLimit(db, proof.viewer);
      return (await recordReading(db, proof, limit)) !== undefined;
    },
    async requireReading(proof) {
      if (proof.viewer.readingCounts && !(await readings.countReading(proof))) throw dailyLimitReached();
    },
  };

  return {
    /** A page of published prompts for this viewer, without bodies. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: PromptListQuery): Promise<PromptList> {
      const listed = visible(viewer, 'prompt', 'list');
      const category = await directory.currentName(query.category);
      const page = await listItems<CardRow>({
        kind: 'prompt',
        viewer,
        listed,
        pages,
        facets: { type: query.type, difficulty: query.difficulty },
        query: { ...query, category },
      });
      missedSearches.note(viewer, { q: query.q, isFirstPage: query.cursor === undefined, total: page.total });
      return { ...page, items: page.items.map((row) => toCard(viewer, row)) };
    },

    /** A published prompt for its public page. */
    findPublic: (slug: string) => findPublicPrompt(db, slug),

    /**
     * A prompt. Without access, its body is null and its example output is cut to 200 characters. Editors and admins
     * see drafts. If the viewer's plan limits reading, the first reading of the day is counted, and a used-up limit
     * closes the prompt.
     * @throws AppError 401, 404
     */
    async get(viewer: Viewer, slug: string): Promise<PromptDetail> {
      const member = requireSignedIn(viewer);
      const find = () => reads(viewer, (source) => findPrompt(source, member, slug));
      let row = await find();
      const isClosed = () =>
        row !== undefined && row.prompt_body === null && can(viewer, 'prompt', 'read', row);
      if (row && isClosed() && (await readings.countReading(grant(viewer, 'prompt', 'read', row))))
        row = await find();
      if (!row) throw new AppError('not_found', common.prompt_not_found());
      const daily_limit_reached = isClosed();
      return {
        ...row,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        version_at: row.version_at.toISOString(),
        blanks: await blanksOf(viewer, row),
        daily_limit_reached,
        preview: can(viewer, 'prompt', 'read', row)
          ? null
          : ((await readPromptPreview(db, viewer, slug)) ?? null),
        can: {
          read: !daily_limit_reached && can(viewer, 'prompt', 'read', row),
          copy: !daily_limit_reached && can(viewer, 'prompt', 'copy', row),
          vote: can(viewer, 'prompt', 'vote', row),
          favorite: can(viewer, 'prompt', 'favorite', row),
          comment: can(viewer, 'prompt', 'comment', row),
          edit: can(viewer, 'prompt', 'edit', row),
        },
      };
    },

    /** The member's daily limit (999999: none) and the copies left today (null without a limit). */
    async copyAllowance(member: SignedInViewer) {
      const limit = await dailyCopyLimit(db, member);
      return {
        daily_copy_limit: limit,
        copies_left: await copiesLeft(db, member, limit),
        reading_counts: member.readingCounts,
      };
    },

    ...readings,

    /** Counts a copy of a prompt. @throws AppError 429 */
    countPromptCopy: (proof: Grant<'prompt', 'copy'>) => recordCopy(db, proof),

    /** Counts a copy from a playbook, once for each id and place. @throws AppError 429 */
    countPlaybookCopy: (
      proof: Grant<'playbook', 'copy'>,
      copy?: { id?: string | undefined; place: string },
    ) => recordCopy(db, proof, copy),

    /**
     * Copies a prompt: records it, counts it against the daily limit once for each id, and returns the text.
     * @param keep stores the copy in the transaction that counts it; if it throws, nothing is counted
     * @throws AppError 401, 403, 404, 422, 429 daily_copy_limit_reached
     */
    async copy(
      viewer: Viewer,
      slug: string,
      { id, values = {} }: CopyRequest = {},
      keep?: (copied: PromptCopy, transaction: Database) => Promise<void>,
    ): Promise<PromptCopy> {
      const proof = await grantPrompt(db, viewer, slug, 'copy');
      const take = async (transaction?: Database) => {
        const within = transaction ?? db;
        const { body, definitions, version } = await readPromptText<BlankDefinition>(within, proof);
        const { pieces, blanks } = readBlanks(body, definitions);
        const filled = valuesOf(blanks, valuesByKey(values));
        // Before the copy counts, because a text that becomes too long is refused.
        const text = fillText(pieces, filled);
        const { copies_left, isRepeated } = await recordCopy(db, proof, {
          id,
          within: transaction,
        });
        if (!isRepeated)
          await recordPromptCopy(within, proof, { version, values: filledValues(blanks, filled) });
        return { blanks, copied: { prompt_body: body, text, version, copies_left } };
      };
      const { blanks, copied } = keep
        ? await writable(db, proof)
            .transaction()
            .execute(async (transaction) => {
              const taken = await take(transaction);
              await keep(taken.copied, transaction);
              return taken;
            })
        : await take();
      await savedValues.remember(viewer, blanks, values);
      return copied;
    },
  };
}

function toCard(viewer: Viewer, row: CardRow): PromptCard {
  const { prompt_type, difficulty, preview_image_url } = row;
  return {
    ...commonCard(row),
    prompt_type,
    difficulty,
    preview_image_url,
    can: { read: can(viewer, 'prompt', 'read', row) },
  };
}
