import type { MiddlewareHandler } from 'hono';
import { type AuditTrail, statement, withTrail } from '#platform/audit-trail.server.ts';
import { currentRequest } from '#platform/observability/request-context.server.ts';
import type { Database } from './database.ts';
import { type Access, auditedValues, isReadOnly } from './route.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';
import type { Viewers } from './viewers.server.ts';

/** The actor: a person with a role, a program with the service role, or the command line. */
type Actor = { kind: 'person' | 'key'; viewer: SignedInViewer } | { kind: 'service' | 'command' };

/** A log entry's description of an action. It never contains the texts that were sent, only the names of their fields. */
type Description = {
  /** `PATCH /admin/tiers/{id}`, or the name of a command. */
  action: string;
  area: string;
  targetId?: string | undefined;
  /** The rest of what the path names, such as `prompts free-item`. */
  target?: string | undefined;
  fields?: string[];
  /** Short values, as listed in the route's contract. */
  details?: Record<string, string | number | boolean | null>;
};

/**
 * A trail that writes its entry once the action changes something; by then the input is validated.
 * @param isDue whether the action is to be logged, without waiting for a proof that only a role can get
 */
export function auditTrail(
  { actor, isDue }: { actor: Actor; isDue: boolean },
  describe: () => Description,
): AuditTrail {
  const trail: AuditTrail = {
    isDue,
    isWritten: false,
    entry(createdId) {
      const { action, area, targetId, target, fields = [], details = {} } = describe();
      const viewer = 'viewer' in actor ? actor.viewer : undefined;
      const { userId: id = null, kind: role = null, key } = viewer ?? {};
      const kept = { ...details, ...trail.details, ...(key && { key_id: key.id }) };
      return statement(
        `insert into audit_log (actor_kind, actor_id, actor_role, actor_email, action, area, target_id, target, fields, details, request_id)
        values ($1, $2::uuid, $3, (select email from profiles where id = $2::uuid), $4, $5, $6, $7, $8::text[], $9::jsonb, $10)`,
        [
          ...[actor.kind, id, role, action, area, trail.targetId ?? targetId ?? createdId ?? null],
          ...[trail.goneTarget ?? target ?? null],
          ...[fields, JSON.stringify(kept), currentRequest()?.id ?? null],
        ],
      );
    },
  };
  return trail;
}

type Route = { method: string; path: string; access?: Access };

const isShort = (value: unknown): value is string | number | boolean | null =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= 100);

/** `/admin/offers/gifts/{id}` belongs to `offers`. */
export const areaOf = (path: string): string =>
  path.split('/').find((part) => part !== '' && part !== 'admin' && !part.startsWith('{')) ?? '';

/**
 * Logs the actions of people with a role on every `createRouter` route, if only a role allows them (by the route's `access`, or by a proof
 * granted along the way). The entry joins the transaction of the change; without one, it is written after the response.
 */
export function audited(viewers: Viewers, route: Route): MiddlewareHandler {
  const isDue = route.access === 'editor' || route.access === 'support' || route.access === 'admin';
  const values = auditedValues(route);
  return async (c, next) => {
    const viewer: Viewer | undefined = c.get('viewer');
    if (!viewer || viewer.kind === 'visitor' || viewer.kind === 'member') return next();
    const valid = (part: 'json' | 'param' | 'query'): Record<string, unknown> => {
      const given: unknown = c.req.valid(part as never);
      return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
    };
    const trail = auditTrail({ actor: { kind: viewer.key ? 'key' : 'person', viewer }, isDue }, () => {
      const body = valid('json');
      const { id = body.id, ...others } = valid('param');
      const details = Object.entries(values(body, valid('query'))).flatMap(([name, value]) =>
        isShort(value) ? [[name, value] as const] : [],
      );
      return {
        action: `${route.method.toUpperCase()} ${route.path}`,
        area: areaOf(route.path),
        targetId: typeof id === 'string' ? id : undefined,
        target: Object.values(others).join(' ') || undefined,
        fields: Object.keys(body).filter((name) => /^[a-z]\w{0,40}$/.test(name)),
        details: Object.fromEntries(details),
      };
    });
    await withTrail(trail, next);
    const isDone = c.res.status < 400 && !isReadOnly(route) && !trail.isNoChange;
    if (isDone && trail.isDue && !trail.isWritten) await viewers.writeDown(trail);
  };
}

/** For work that doesn't start in a route of `createRouter`: by a program with the service role, or the command line. */
export const auditedWork = <Result>(
  kind: 'service' | 'command',
  description: Description,
  work: () => Result,
): Result =>
  withTrail(
    auditTrail({ actor: { kind }, isDue: true }, () => description),
    work,
  );

/** Like `auditedWork`, for a command whose change isn't a database write; logged once it has finished. */
export async function auditedCommand<Result>(
  db: Database,
  description: Description,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = await work();
  const trail = auditTrail({ actor: { kind: 'command' }, isDue: true }, () => description);
  await db.executeQuery(trail.entry(undefined));
  return result;
}

/** Logs an MCP tool call if it is an administrative action. */
export const auditedTool = <Result>(viewer: SignedInViewer, tool: string, work: () => Result): Result =>
  withTrail(
    auditTrail({ actor: { kind: 'key', viewer }, isDue: false }, () => ({
      action: `MCP ${tool}`,
      area: 'mcp',
    })),
    work,
  );
