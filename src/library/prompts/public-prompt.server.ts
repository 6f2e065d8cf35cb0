import { sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { previewPromptBody } from '#access/gated.server.ts';
import { visible } from '#access/predicate.server.ts';
import { type Viewer, visitor } from '#access/viewer.ts';
import { firstLines } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import { wholeWords } from '#platform/text/cut-text.ts';
import type { PromptPreview } from './prompts.contract.ts';
import { type CardRow, cardColumns } from './prompts.queries.server.ts';

type Row = Omit<CardRow, 'is_upvoted' | 'is_favorited' | 'status'> & {
  updated_at: Date;
  published_at: Date;
  model_context: string;
  use_cases: string[];
};

/** The public fields of a published prompt. */
export type PublicPrompt = Omit<Row, 'created_at' | 'updated_at' | 'published_at'> & {
  created_at: string;
  updated_at: string;
  /** When it became visible to visitors. */
  published_at: string;
  preview: PromptPreview;
};

const words = new Intl.Segmenter('en', { granularity: 'word' });
/** In longer texts, words are counted by spaces, because segmenting words of every script takes too long. */
const segmentedCharacters = 50_000;

function countWords(body: string): number {
  if (body.length > segmentedCharacters) return body.split(/\s+/).filter(Boolean).length;
  let count = 0;
  for (const { isWordLike } of words.segment(body)) if (isWordLike) count += 1;
  return count;
}

/** Cuts a text to whole lines if possible, else to whole words. */
function shorten(text: string): string | null {
  const lines = text.trimStart().split('\n').slice(0, firstLines.lines).join('\n');
  const whole = lines.length < text.trimStart().length ? lines : wholeWords(lines);
  return whole.trim() || null;
}

/** The public facts about a prompt's body for this viewer; undefined if the prompt isn't published. */
export async function readPromptPreview(
  db: Database,
  viewer: Viewer,
  slug: string,
): Promise<PromptPreview | undefined> {
  const preview = await previewPromptBody(
    db,
    viewer,
    slug,
    firstLines.characters,
    (body, definitions: BlankDefinition[]) => ({
      words: countWords(body),
      blanks: readBlanks(body, definitions).blanks.length,
    }),
  );
  if (!preview) return undefined;
  return { ...preview.counts, first_lines: preview.firstLines === null ? null : shorten(preview.firstLines) };
}

/** A published prompt with its preview, as visitors see it. */
export async function findPublicPrompt(db: Database, slug: string): Promise<PublicPrompt | undefined> {
  const [{ rows }, preview] = await Promise.all([
    sql<Row>`select ${cardColumns}, prompts.updated_at, prompts.model_context, prompts.use_cases,
        coalesce(prompts.published_at, prompts.created_at) as published_at
      from prompts where prompts.slug = ${currentSlug('prompts', slug)} and ${visible(visitor, 'prompt', 'preview')}`.execute(
      db,
    ),
    readPromptPreview(db, visitor, slug),
  ]);
  const [row] = rows;
  if (!row || !preview) return undefined;
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    published_at: row.published_at.toISOString(),
    preview,
  };
}
