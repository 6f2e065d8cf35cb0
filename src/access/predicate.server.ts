import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Action, type Condition, conditionFor, type Subject } from './rules.ts';
import type { Viewer } from './viewer.ts';

const tables = { prompt: 'prompts', playbook: 'playbooks', comment: 'comments' } as const;
type TableSubject = keyof typeof tables;

declare const proof: unique symbol;

/** The rows of a kind to which a viewer may do an action, as SQL. Only `visible` makes one. */
export type Visible<Kind extends TableSubject> = Expression<SqlBool> & { readonly [proof]?: Kind };

function toSql(condition: Condition, table: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const joined = (parts: Condition[], glue: 'and' | 'or', empty: boolean): RawBuilder<SqlBool> =>
    parts.length === 0
      ? sql`${sql.lit(empty)}`
      : sql`(${sql.join(
          parts.map((part) => toSql(part, table)),
          glue === 'and' ? sql` and ` : sql` or `,
        )})`;
  switch (condition.kind) {
    case 'always':
      return sql`true`;
    case 'never':
      return sql`false`;
    case 'published':
      // A literal, not a parameter: the partial indexes are usable only with a literal.
      return sql`${column('status')} = 'published'`;
    case 'visible':
      return sql`${column('status')} = 'visible'`;
    case 'level-at-most':
      return sql`${column('tier_access')} <= ${condition.level}`;
    case 'purchased-by':
      return sql`exists (select from user_playbook_purchases bought where bought.playbook_id = ${column('id')} and bought.user_id = ${condition.userId})`;
    case 'written-by':
      return sql`${column('author_id')} = ${condition.userId}`;
    case 'all':
      return joined(condition.conditions, 'and', true);
    case 'any':
      return joined(condition.conditions, 'or', false);
  }
}

/** The condition for the `where` of a query over the table of `kind` (not aliased). */
export function visible<Kind extends TableSubject>(
  viewer: Viewer,
  kind: Kind,
  action: Action<Kind>,
): Visible<Kind> {
  return toSql(conditionFor(viewer, kind as Subject, action as Action<Subject>), tables[kind]);
}

/** A gated column: its value where the viewer may read the row, else null. What is not permitted never leaves PostgreSQL. */
export function revealed(
  viewer: Viewer,
  kind: 'prompt' | 'playbook',
  column: string,
): RawBuilder<string | null> {
  const condition = toSql(conditionFor(viewer, kind, 'read'), tables[kind]);
  return sql<string | null>`case when ${condition} then ${sql.ref(`${tables[kind]}.${column}`)} end`;
}

/** A column of which everybody who may open the row sees the first characters, and readers all. */
export function teaser(
  viewer: Viewer,
  kind: 'prompt' | 'playbook',
  column: string,
  length: number,
): RawBuilder<string> {
  const condition = toSql(conditionFor(viewer, kind, 'read'), tables[kind]);
  const value = sql.ref(`${tables[kind]}.${column}`);
  return sql<string>`case when ${condition} then ${value} else left(${value}, ${sql.lit(length)}) end`;
}
