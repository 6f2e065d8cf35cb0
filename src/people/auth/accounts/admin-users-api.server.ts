import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { auditedWork } from '#access/audit.server.ts';
import { bearerToken } from '#platform/bearer-token.ts';
import { uuid } from '#platform/contract/contract-fields.ts';
import { AuthError, badToken, noToken, validationFailed } from '../auth-error.ts';
import { bodyMetadata as metadata, readBody, redirectTo, bodyText as text } from '../auth-http.server.ts';
import type { Passkeys } from '../passkeys/passkeys.service.server.ts';
import type { AccessTokens } from '../sessions/access-tokens.server.ts';
import { checkPhone, off } from '../unsupported-endpoints.server.ts';
import type { AdminUsers } from './admin-users.service.server.ts';

const nil = '00000000-0000-0000-0000-000000000000';
const user = z.object({
  /** Only of a new account. */
  id: uuid.refine((id) => id !== nil, 'is the nil UUID').optional(),
  email: text.optional(),
  phone: text.optional(),
  role: text.optional(),
  password: text.optional(),
  password_hash: text.optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: text.optional(),
});
const shapes = {
  user,
  deletion: z.object({ should_soft_delete: z.boolean().default(false) }),
  invite: z.object({ email: text.default(''), data: metadata.nullish() }),
  link: z.object({
    type: text.default(''),
    email: text.default(''),
    new_email: text.optional(),
    password: text.optional(),
    data: metadata.nullish(),
  }),
};
const pages = z.object({
  // The client sends empty values if the caller gives none.
  page: z.preprocess((text) => text || 1, z.coerce.number().int().min(1).max(1_000_000)),
  per_page: z.preprocess((text) => text || 50, z.coerce.number().int().min(1).max(1_000)),
});

type Deps = { users: AdminUsers; passkeys: Passkeys; tokens: AccessTokens };

/** GoTrue's `/admin` and `/invite`, for programs with a token of the service role. */
export function createAdminUsersApi({ users, passkeys, tokens }: Deps) {
  /** @throws AuthError 401, 403 */
  async function assertService(c: Context): Promise<void> {
    const token = bearerToken(c.req.header('authorization'));
    if (!token) throw noToken();
    const role = await tokens.roleOf(token);
    if (role === 'service_role') return;
    if (role === undefined && (await tokens.verify(token)) === undefined) throw badToken();
    throw new AuthError(403, 'not_admin', 'User not allowed');
  }
  function idOf(c: Context, name = 'id'): string {
    const id = uuid.safeParse(c.req.param(name));
    if (!id.success)
      throw new AuthError(404, 'validation_failed', `${name === 'id' ? 'user_id' : name} must be an UUID`);
    return id.data;
  }
  async function readUser(c: Context) {
    const { phone, role, password_hash, ...change } = await readBody(c, shapes.user);
    // Ignoring them silently would be misleading.
    if (role && role !== 'authenticated') throw validationFailed('role must be "authenticated"');
    if (password_hash) throw validationFailed('password_hash is not supported');
    if (!phone) return change;
    checkPhone(phone);
    throw off.phoneSignUp();
  }

  const app = new Hono();
  /** Reads are not logged. */
  const inAuditLog = (c: Context, work: () => Promise<void>) => {
    if (c.req.method === 'GET') return work();
    const [id] = /[\da-f-]{36}/i.exec(c.req.path) ?? [];
    const action = `${c.req.method} ${c.req.path.replaceAll(/[\da-f-]{36}/gi, '{id}')}`;
    return auditedWork('service', { action, area: 'users', targetId: id?.toLowerCase() }, work);
  };
  app.use('/admin/*', async (c, next) => {
    await assertService(c);
    await inAuditLog(c, next);
  });
  app.use('/invite', (c, next) => inAuditLog(c, next));
  return app
    .post('/invite', async (c) => {
      await assertService(c);
      const { email, data } = await readBody(c, shapes.invite);
      return c.json(await users.invite(email, data ?? {}, redirectTo(c)));
    })
    .get('/admin/users', async (c) => {
      const asked = pages.safeParse(c.req.query());
      if (!asked.success) throw validationFailed('Bad Pagination Parameters');
      const { page, per_page } = asked.data;
      const { users: found, total } = await users.list(page, per_page);
      const last = Math.max(1, Math.ceil(total / per_page));
      const link = (to: number, rel: string) =>
        `</admin/users?page=${to}&per_page=${per_page}>; rel="${rel}"`;
      c.header('X-Total-Count', String(total));
      c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
      return c.json({ users: found, aud: 'authenticated' });
    })
    .post('/admin/users', async (c) => c.json(await users.create(await readUser(c))))
    .get('/admin/users/:id', async (c) => c.json(await users.get(idOf(c))))
    .put('/admin/users/:id', async (c) => c.json(await users.update(idOf(c), await readUser(c))))
    .delete('/admin/users/:id', async (c) => {
      const id = idOf(c);
      const { should_soft_delete } = await readBody(c, shapes.deletion);
      if (should_soft_delete) throw validationFailed('Soft deletion is not supported');
      await users.remove(id);
      return c.json({});
    })
    .get('/admin/users/:id/factors', async (c) => c.json(await users.factors(idOf(c))))
    .delete('/admin/users/:id/factors/:factor_id', async (c) =>
      c.json(await users.removeFactor(idOf(c), idOf(c, 'factor_id'))),
    )
    .get('/admin/users/:id/passkeys', async (c) => c.json(await passkeys.listOf(idOf(c))))
    .delete('/admin/users/:id/passkeys/:passkey_id', async (c) => {
      await passkeys.removeOf(idOf(c), idOf(c, 'passkey_id'));
      return c.body(null, 204);
    })
    .post('/admin/generate_link', async (c) => {
      const { new_email, data, password, ...body } = await readBody(c, shapes.link);
      const request = { ...body, password, newEmail: new_email, data: data ?? undefined };
      return c.json(await users.generateLink({ ...request, redirectTo: redirectTo(c) }));
    });
}
