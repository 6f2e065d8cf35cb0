import { type Expression, type OperationNode, sql } from 'kysely';
import type { DB } from './database.ts';

declare const brand: unique symbol;

class SelectedColumns<Table extends keyof DB> implements Expression<unknown> {
  declare protected readonly [brand]: Table;
  readonly #list: Expression<unknown>;

  constructor(list: Expression<unknown>) {
    this.#list = list;
  }
  get expressionType(): undefined {
    return undefined;
  }
  toOperationNode(): OperationNode {
    return this.#list.toOperationNode();
  }
}

/** Columns that aren't gated, for a SQL `select`. Only `columnsOf` creates them. */
export type Columns<Table extends keyof DB> = SelectedColumns<Table>;

/** `columnsOf('prompts', 'id', 'slug')` is `"prompts"."id", "prompts"."slug"`. */
export function columnsOf<Table extends keyof DB>(
  table: Table,
  ...names: (keyof DB[Table] & string)[]
): Columns<Table> {
  return new SelectedColumns(sql.join(names.map((name) => sql.ref(`${table}.${name}`))));
}
