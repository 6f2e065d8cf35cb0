import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  CompiledQuery as Query,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';

/** An action that is logged in the same transaction as its changes. */
export type AuditTrail = {
  /** Whether the action is logged at all: known from the start, or once a proof has been granted. */
  isDue: boolean;
  /** Whether the entry is written and committed. */
  isWritten: boolean;
  /** Whether the action found nothing to change. */
  isNoChange?: boolean;
  /** The id of the affected account or record, if it is only known once the work is running. */
  targetId?: string;
  /** What the record is called that the action removes. */
  goneTarget?: string;
  /** Short values that are only known once the work is running. */
  details?: Record<string, string>;
  /** The statement that writes the entry. `createdId`: the id of the first row that the work inserted. */
  entry(createdId: string | undefined): CompiledQuery;
};

const storage = new AsyncLocalStorage<AuditTrail | undefined>();

/** The trail of the running work; undefined if it isn't logged. */
export const currentTrail = (): AuditTrail | undefined => storage.getStore();

export const withTrail = <Result>(trail: AuditTrail, work: () => Result): Result => storage.run(trail, work);

/** Runs preparatory work whose writes must not trigger the audit entry. */
export const withoutTrail = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** Sets the id of the account or record that the running work affects, if the request doesn't contain it or names another. */
export function nameTarget(id: string): void {
  const trail = currentTrail();
  if (trail) trail.targetId = id;
}

/** Sets what the record is called that the running work removes, because its id will lead nowhere. */
export function nameGoneTarget(name: string): void {
  const trail = currentTrail();
  if (trail && name !== '') trail.goneTarget = name;
}

/** Adds a short value that the request doesn't contain, or contains only as an id. */
export function noteDetail(name: string, value: string): void {
  const trail = currentTrail();
  if (trail) trail.details = { ...trail.details, [name]: value };
}

/** Marks the running work as having found nothing to change; it is then only logged if it writes something. */
export function noteNoChange(): void {
  const trail = currentTrail();
  if (trail) trail.isNoChange = true;
}

const writes = /\b(insert\s+into|delete\s+from|merge\s+into|update\s+\S+(\s+(as\s+)?\w+)?\s+set)\b/i;
const changing = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);
const isWrite = ({ query, sql }: CompiledQuery) =>
  changing.has(query.kind) || (query.kind === 'RawNode' && writes.test(sql));

/**
 * PostgreSQL, but the first transaction of a trail that changes something also writes the entry, so that both are
 * committed or neither.
 */
export class AuditedDialect extends PostgresDialect {
  override createDriver(): Driver {
    return new AuditedDriver(super.createDriver());
  }
}

class AuditedDriver implements Driver {
  readonly #inner: Driver;

  constructor(inner: Driver) {
    this.#inner = inner;
  }
  init(...parameters: Parameters<Driver['init']>) {
    return this.#inner.init(...parameters);
  }
  async acquireConnection(...parameters: Parameters<Driver['acquireConnection']>) {
    const connection = await this.#inner.acquireConnection(...parameters);
    const trail = currentTrail();
    return trail && !trail.isWritten ? new AuditedConnection(connection, trail, this.#inner) : connection;
  }
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await this.#inner.beginTransaction(unwrapped(connection), settings);
    if (connection instanceof AuditedConnection) connection.begin();
  }
  async commitTransaction(connection: DatabaseConnection) {
    if (connection instanceof AuditedConnection) await connection.writeDown();
    await this.#inner.commitTransaction(unwrapped(connection));
    if (connection instanceof AuditedConnection) connection.committed();
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await this.#inner.rollbackTransaction(unwrapped(connection));
  }
  releaseConnection(connection: DatabaseConnection, ...rest: [Parameters<Driver['releaseConnection']>[1]?]) {
    return this.#inner.releaseConnection(unwrapped(connection), ...rest);
  }
  destroy(...parameters: Parameters<Driver['destroy']>) {
    return this.#inner.destroy(...parameters);
  }
}

const unwrapped = (connection: DatabaseConnection) =>
  connection instanceof AuditedConnection ? connection.inner : connection;

class AuditedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #trail: AuditTrail;
  readonly #driver: Driver;
  #isInTransaction = false;
  #hasWritten = false;
  #isEntered = false;
  #createdId: string | undefined;

  constructor(inner: DatabaseConnection, trail: AuditTrail, driver: Driver) {
    this.inner = inner;
    this.#trail = trail;
    this.#driver = driver;
  }

  begin() {
    this.#isInTransaction = true;
  }

  /** Called at the end of a transaction, when the id of the created row is known. */
  async writeDown() {
    if (!this.#hasWritten || !this.#trail.isDue || this.#trail.isWritten) return;
    await this.inner.executeQuery(this.#trail.entry(this.#createdId));
    this.#isEntered = true;
  }
  committed() {
    this.#isInTransaction = false;
    if (this.#isEntered) this.#trail.isWritten = true;
  }

  async executeQuery<Row>(...parameters: Parameters<DatabaseConnection['executeQuery']>) {
    const [query] = parameters;
    if (!isWrite(query)) return this.inner.executeQuery<Row>(...parameters);
    const isAlone = !this.#isInTransaction && this.#trail.isDue && !this.#trail.isWritten;
    if (!isAlone) return this.#write<Row>(parameters);
    await this.#driver.beginTransaction(this.inner, {});
    try {
      const result = await this.#write<Row>(parameters);
      await this.writeDown();
      await this.#driver.commitTransaction(this.inner);
      this.committed();
      return result;
    } catch (error) {
      await this.#driver.rollbackTransaction(this.inner);
      throw error;
    }
  }

  /** A statement that finds no row to change hasn't written. */
  async #write<Row>(parameters: Parameters<DatabaseConnection['executeQuery']>): Promise<QueryResult<Row>> {
    const result = await this.inner.executeQuery<Row & { id?: unknown }>(...parameters);
    this.#hasWritten ||= result.numAffectedRows !== 0n;
    const id = result.rows[0]?.id;
    if (/^\s*insert/i.test(parameters[0].sql) && typeof id === 'string') this.#createdId ??= id;
    return result;
  }

  streamQuery<Row>(...parameters: Parameters<DatabaseConnection['streamQuery']>) {
    return this.inner.streamQuery<Row>(...parameters);
  }
}

/** A statement in plain SQL. */
export const statement = (sql: string, parameters: unknown[]): CompiledQuery => Query.raw(sql, parameters);
