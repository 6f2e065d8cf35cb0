import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { uuid } from '#platform/contract/contract-fields.ts';
import { AuthError } from '../auth-error.ts';
import { readBody } from '../auth-http.server.ts';
import type { Device } from '../sessions/sessions.server.ts';
import type { Caller } from '../sessions/sign-ins.server.ts';
import { passkeyName } from './passkey-name.ts';
import type { Passkeys } from './passkeys.service.server.ts';
import { createdCredential, usedCredential } from './webauthn.server.ts';

const challenge_id = z.uuid();
const shapes = {
  register: z.object({ challenge_id, credential: createdCredential }),
  authenticate: z.object({ challenge_id, credential: usedCredential }),
  rename: passkeyName,
};

type Deps = {
  passkeys: Passkeys;
  caller: (c: Context) => Promise<Caller>;
  device: (c: Context) => Device;
  /** Counts a sign-in from this address. @throws AuthError 429 */
  limitSignIn: (c: Context) => Promise<void>;
  /** Counts a page that offers passkeys. @throws AuthError 429 */
  limitChallenge: (c: Context) => Promise<void>;
};

/** GoTrue's `/passkeys`. */
export function createPasskeysApi({ passkeys, caller, device, limitSignIn, limitChallenge }: Deps) {
  const idOf = (c: Context): string => {
    const id = uuid.safeParse(c.req.param('id'));
    if (!id.success) throw new AuthError(404, 'validation_failed', 'Passkey not found');
    return id.data;
  };
  return new Hono()
    .get('/', async (c) => c.json(await passkeys.list(await caller(c))))
    .post('/registration/options', async (c) => c.json(await passkeys.startRegistration(await caller(c))))
    .post('/registration/verify', async (c) => {
      const account = await caller(c);
      const body = await readBody(c, shapes.register);
      return c.json(await passkeys.register(account, body.challenge_id, body.credential, device(c)));
    })
    .post('/authentication/options', async (c) => {
      await limitChallenge(c);
      return c.json(await passkeys.startAuthentication());
    })
    .post('/authentication/verify', async (c) => {
      await limitSignIn(c);
      const body = await readBody(c, shapes.authenticate);
      return c.json(await passkeys.authenticate(body.challenge_id, body.credential, device(c)));
    })
    .patch('/:id', async (c) => {
      const account = await caller(c);
      const { friendly_name } = await readBody(c, shapes.rename);
      return c.json(await passkeys.rename(account, idOf(c), friendly_name));
    })
    .delete('/:id', async (c) => {
      await passkeys.remove(await caller(c), idOf(c));
      return c.body(null, 204);
    });
}
