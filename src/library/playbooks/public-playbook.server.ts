import { sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { previewSteps, stepCount } from '#access/gated.server.ts';
import { visible } from '#access/predicate.server.ts';
import { visitor } from '#access/viewer.ts';
import type { StepPreview } from './playbooks.contract.ts';
import { type CardRow, cardColumns } from './playbooks.queries.server.ts';

type Row = Omit<CardRow, 'is_upvoted' | 'is_favorited' | 'is_purchased' | 'status'> & {
  updated_at: Date;
  published_at: Date;
};

/** The public fields of a published playbook. */
export type PublicPlaybook = Omit<Row, 'created_at' | 'updated_at' | 'published_at'> & {
  created_at: string;
  updated_at: string;
  /** When it became visible to visitors. */
  published_at: string;
  preview: StepPreview[];
};

/** A published playbook with the titles of its steps, as visitors see it. */
export async function findPublicPlaybook(db: Database, slug: string): Promise<PublicPlaybook | undefined> {
  const [{ rows }, preview] = await Promise.all([
    sql<Row>`select ${cardColumns}, ${stepCount} as step_count, playbooks.updated_at,
        coalesce(playbooks.published_at, playbooks.created_at) as published_at
      from playbooks where playbooks.slug = ${currentSlug('playbooks', slug)} and ${visible(visitor, 'playbook', 'preview')}`.execute(
      db,
    ),
    previewSteps(db, visitor, slug),
  ]);
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    published_at: row.published_at.toISOString(),
    preview,
  };
}
