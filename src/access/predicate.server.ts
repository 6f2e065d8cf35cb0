import { type Expression, type OperationNode, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Action, type Condition, conditionFor, type Subject } from './rules.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';

export const tables = {
  prompt: 'prompts',
  playbook: 'playbooks',
  comment: 'comments',
  collection: 'collections',
  'my-version': 'my_versions',
} as const;
type TableSubject = keyof typeof tables;

declare const brand: unique symbol;

class VisibleRows<Kind extends TableSubject, Name extends string> implements Expression<SqlBool> {
  declare protected readonly [brand]: [Kind, Name];
  readonly #condition: RawBuilder<SqlBool>;
  /** Whether the rows are the same for every viewer. */
  readonly isForEverybody: boolean;

  constructor(condition: RawBuilder<SqlBool>, isForEverybody: boolean) {
    this.#condition = condition;
    this.isForEverybody = isForEverybody;
  }
  get expressionType(): undefined {
    return undefined;
  }
  toOperationNode(): OperationNode {
    return this.#condition.toOperationNode();
  }
}

/** SQL for the rows of a kind to which a viewer can do an action. Only `visible` creates it. */
export type Visible<Kind extends TableSubject, Name extends Action<Kind>> = VisibleRows<Kind, Name>;

/** The condition for the `where` of a query over the table of `kind` (not aliased). */
export function visible<Kind extends TableSubject, Name extends Action<Kind>>(
  viewer: Viewer,
  kind: Kind,
  action: Name,
): Visible<Kind, Name> {
  const condition = conditionFor(viewer, kind as Subject, action as Action<Subject>);
  return new VisibleRows(toSql(condition, tables[kind]), condition.kind === 'published');
}

/** The same for use within `access/`, where it becomes part of a larger expression. */
export function conditionSql<Kind extends TableSubject>(
  viewer: Viewer,
  kind: Kind,
  action: Action<Kind>,
): RawBuilder<SqlBool> {
  return toSql(conditionFor(viewer, kind as Subject, action as Action<Subject>), tables[kind]);
}

/** Whether the viewer has bought the playbook of the row, as a column of a query over `playbooks`. */
export const hasBought = (viewer: SignedInViewer): RawBuilder<boolean> =>
  boughtBy(viewer.userId, sql.ref('playbooks.id'));

const boughtBy = (userId: string, playbookId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from user_playbook_purchases bought where bought.playbook_id = ${playbookId} and bought.user_id = ${userId})`;

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
      // A literal, because partial indexes can't be used with a parameter.
      return sql`${column('status')} = 'published'`;
    case 'visible':
      return sql`${column('status')} = 'visible'`;
    case 'held':
      return sql`${column('status')} = 'held'`;
    case 'shows-first-lines':
      // The same plan as in the plans' `openingPlan`, which names it on screen.
      return sql`coalesce((select opening.shows_first_lines from tiers opening where opening.access_level >= ${column('tier_access')}
        order by opening.price, opening.access_level, opening.id limit 1), false)`;
    case 'level-at-most':
      return sql`${column('tier_access')} <= ${condition.level}`;
    case 'purchased-by':
      return boughtBy(condition.userId, column('id'));
    case 'written-by':
      return sql`${column('author_id')} = ${condition.userId}`;
    case 'written-by-another':
      return sql`${column('author_id')} is distinct from ${condition.userId}`;
    case 'has-role':
      return sql`${column('role')} = ${condition.role}`;
    case 'kept-by':
      return sql`${column('user_id')} = ${condition.userId}`;
    case 'shared':
      return sql`${column('link')} is not null`;
    case 'all':
      return joined(condition.conditions, 'and', true);
    case 'any':
      return joined(condition.conditions, 'or', false);
  }
}
