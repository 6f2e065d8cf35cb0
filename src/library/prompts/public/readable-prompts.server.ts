import { sql } from 'kysely';
import { columnsOf } from '#access/columns.server.ts';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { grant } from '#access/decide.ts';
import { readLockedBlanks, revealed } from '#access/gated.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { type Blank, readBlanks } from '#library/blanks/public/blanks.ts';
import { pageByTime } from '#platform/database/list-page.server.ts';

export type ReadablePrompt = { slug: string; title: string; description: string; blanks: Blank[] };
type Row = Omit<ReadablePrompt, 'blanks'> & {
  id: string;
  status: string;
  tier_access: number;
  definitions: BlankDefinition[];
  body: string | null;
  sort_key: string;
};

const columns = columnsOf('prompts', 'id', 'slug', 'title', 'description', 'status', 'tier_access');
const pageLength = 50;

/** The published prompts that a viewer can read, with their blanks. Doesn't count as reading. */
export function createReadablePrompts(db: Database) {
  async function find(viewer: Viewer, rest: ReturnType<typeof sql>) {
    const { rows } = await sql<Row>`select ${columns}, blanks as definitions, created_at::text as sort_key,
        ${revealed(viewer, 'prompt', 'prompt_body')} as body
      from prompts where ${visible(viewer, 'prompt', 'list')} and ${visible(viewer, 'prompt', 'read')} and ${rest}`.execute(
      db,
    );
    return rows;
  }
  async function toPrompt(viewer: Viewer, row: Omit<Row, 'sort_key'>): Promise<ReadablePrompt> {
    const { slug, title, description, definitions, body } = row;
    const read = (text: string) => readBlanks(text, definitions).blanks;
    const blanks =
      body === null ? await readLockedBlanks(db, grant(viewer, 'prompt', 'open', row), read) : read(body);
    return { slug, title, description, blanks };
  }
  return {
    /** A page of prompts, newest first. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, cursor?: string) {
      const page = pageByTime({ limit: pageLength, cursor }, { time: 'created_at', id: 'id' });
      const { rows, next_cursor } = page.of(await find(viewer, sql`${page.condition} ${page.ordered}`));
      return { items: await Promise.all(rows.map((row) => toPrompt(viewer, row))), next_cursor };
    },

    async find(viewer: Viewer, slug: string): Promise<ReadablePrompt | undefined> {
      const [row] = await find(viewer, sql`slug = ${currentSlug('prompts', slug)}`);
      return row && toPrompt(viewer, row);
    },
  };
}
