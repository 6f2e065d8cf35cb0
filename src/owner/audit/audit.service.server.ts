import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listForAdmins } from '#access/admin-list.server.ts';
import type { Database } from '#access/database.ts';
import { grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { uuidOrNull } from '#platform/database/uuid-or-null.server.ts';
import { throughFile } from '#platform/http/export-file.server.ts';
import { csvLine, csvTable } from '#platform/text/csv.ts';
import type { AuditEntry, AuditFilters, AuditQuery } from './audit.contract.ts';

type Row = Omit<AuditEntry, 'created_at'> & { created_at: Date };

/** Rows that the export reads at a time. */
const batchSize = 1_000;

/** Where the name of a target is found by its id. */
const names: [table: string, column: string][] = [
  ['prompts', 'title'],
  ['playbooks', 'title'],
  ['tiers', 'name'],
  ['profiles', 'email'],
  ['pages', 'title'],
  ['offers', 'code'],
  ['imports', 'name'],
  ['webhook_endpoints', 'url'],
  ['mailings', 'subject'],
  ['categories', 'name'],
  ['gifts', 'code'],
];
const targetId = uuidOrNull(sql`audit_log.target_id`);
/** Comments are known by what they are about. */
const aboutComment = sql`(select coalesce(prompts.title, playbooks.title) from comments
  left join prompts on prompts.id = comments.prompt_id left join playbooks on playbooks.id = comments.playbook_id
  where comments.id = ${targetId})`;
/** What was deleted is called by the name that it had then. */
const goneName = sql`(select target from audit_log gone where gone.target_id = audit_log.target_id and target is not null
  and (action like 'DELETE /admin/%/{id}' or action like 'POST /admin/%/{id}/merge') order by created_at desc limit 1)`;
const targetName = sql`coalesce(${sql.join([
  ...names.map(
    ([table, column]) =>
      sql`(select ${sql.ref(column)} from ${sql.table(table)} named where named.id = ${targetId})`,
  ),
  aboutComment,
  goneName,
])})`;
const columns = sql`audit_log.id, audit_log.created_at, actor_kind, actor_id, actor_role, actor_email, action, area, target_id, target,
  ${targetName} as target_name, fields, details, request_id`;

function conditionOf({ q, area, target, from, until }: AuditFilters): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [];
  const text = q?.trim().toLowerCase();
  if (text) all.push(sql`strpos(lower(coalesce(actor_email, '')), ${text}) > 0`);
  if (area) all.push(sql`area = ${area}`);
  if (target) all.push(sql`target_id = ${target}`);
  if (from) all.push(sql`audit_log.created_at >= ${from}`);
  if (until) all.push(sql`audit_log.created_at < ${until}`);
  return all.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

const toEntry = ({ created_at, ...row }: Row & { sort_key?: string }): AuditEntry => {
  const { sort_key: _sortKey, ...shown } = row;
  return { ...shown, created_at: created_at.toISOString() };
};

const header = [
  ...['time', 'actor_kind', 'actor_id', 'actor_email', 'actor_role', 'action', 'area', 'target_id', 'target'],
  ...['fields', 'details', 'request_id'],
];
const lineOf = (entry: AuditEntry) =>
  csvLine([
    entry.created_at,
    entry.actor_kind,
    entry.actor_id,
    entry.actor_email,
    entry.actor_role,
    entry.action,
    entry.area,
    entry.target_id,
    entry.target,
    entry.fields.join(' '),
    JSON.stringify(entry.details),
    entry.request_id,
  ]);

/** Reads the audit log, which `access/` writes. Every method throws AppError 401 and 403. */
export function createAuditService(db: Database) {
  return {
    async list(viewer: Viewer, query: AuditQuery) {
      const proof = grantSite(viewer, 'see-audit-log');
      const [page, areas] = await Promise.all([
        listForAdmins<Row>(db, proof, {
          table: 'audit_log',
          columns,
          joins: sql``,
          condition: conditionOf(query),
          query,
        }),
        sql<{ area: string }>`select distinct area from audit_log order by area`.execute(db),
      ]);
      return { ...page, items: page.items.map(toEntry), areas: areas.rows.map(({ area }) => area) };
    },

    /** All matching entries as CSV. @throws AppError 429 */
    export(viewer: Viewer, filters: AuditFilters) {
      const proof = grantSite(viewer, 'see-audit-log');
      const condition = conditionOf(filters);
      return throughFile(proof.viewer.userId, async (file) => {
        await file.appendFile(csvTable([header]));
        let after = sql`true`;
        for (;;) {
          const { rows } = await sql<Row & { sort_key: string }>`
            select ${columns}, audit_log.created_at::text as sort_key from audit_log where ${condition} and ${after}
            order by audit_log.created_at desc, audit_log.id desc limit ${batchSize}`.execute(db);
          await file.appendFile(rows.map((row) => lineOf(toEntry(row))).join(''));
          const last = rows.at(-1);
          if (!last || rows.length < batchSize) return;
          after = sql`(audit_log.created_at, audit_log.id) < (${last.sort_key}::timestamptz, ${last.id}::uuid)`;
        }
      });
    },
  };
}
