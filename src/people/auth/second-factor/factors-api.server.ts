import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { uuid } from '#platform/contract/contract-fields.ts';
import { validationFailed } from '../auth-error.ts';
import { readBody } from '../auth-http.server.ts';
import { createdCredential, usedCredential } from '../passkeys/webauthn.server.ts';
import type { Caller } from '../sessions/sign-ins.server.ts';
import { storableText } from '../storable-text.ts';
import { off } from '../unsupported-endpoints.server.ts';
import type { Shown } from './factor-checks.server.ts';
import type { RecoveryCodes } from './recovery-codes.service.server.ts';
import type { SecondFactor } from './second-factor.service.server.ts';

const line = z.string().max(100);
const shapes = {
  enroll: z.object({
    factor_type: line.default('totp'),
    friendly_name: storableText(line.trim()).optional(),
  }),
  verify: z.object({
    challenge_id: z.uuid(),
    code: line.default(''),
    webauthn: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('create'), credential_response: createdCredential }),
        z.object({ type: z.literal('request'), credential_response: usedCredential }),
      ])
      .optional(),
  }),
  code: z.object({ code: line.default('') }),
};

type Deps = {
  factors: SecondFactor;
  recoveryCodes: RecoveryCodes;
  /** Whether the owner has enabled passkeys and security keys. */
  hasKeys: () => Promise<boolean>;
  caller: (c: Context) => Promise<Caller>;
  /** Counts a try at the account's second factor. @throws AuthError 429 */
  limitFactor: (account: string) => Promise<void>;
};

/** GoTrue's `/factors`. */
export function createFactorsApi({ factors, recoveryCodes, hasKeys, caller, limitFactor }: Deps) {
  const idOf = (c: Context): string => {
    const id = uuid.safeParse(c.req.param('id'));
    if (!id.success) throw validationFailed('factor_id must be an UUID');
    return id.data;
  };
  return new Hono()
    .get('/recovery-codes', async (c) => c.json(await recoveryCodes.status(await caller(c))))
    .post('/recovery-codes', async (c) => c.json(await recoveryCodes.create(await caller(c))))
    .post('/recovery-codes/regenerate', async (c) => c.json(await recoveryCodes.create(await caller(c))))
    .post('/recovery-codes/verify', async (c) => {
      const account = await caller(c);
      const { code } = await readBody(c, shapes.code);
      await limitFactor(account.user.id);
      return c.json(await recoveryCodes.verify(account, code));
    })
    .delete('/recovery-codes', async (c) => c.json(await recoveryCodes.remove(await caller(c))))
    .post('/', async (c) => {
      const account = await caller(c);
      const { factor_type, friendly_name } = await readBody(c, shapes.enroll);
      if (factor_type === 'phone') throw off.phoneFactor();
      if (factor_type === 'webauthn' && !(await hasKeys())) throw off.webauthnFactor();
      if (factor_type !== 'totp' && factor_type !== 'webauthn')
        throw validationFailed('factor_type needs to be totp, phone, or webauthn');
      return c.json(await factors.enroll(account, factor_type, friendly_name));
    })
    .post('/:id/challenge', async (c) => {
      const account = await caller(c);
      return c.json(await factors.challenge(account, idOf(c)));
    })
    .post('/:id/verify', async (c) => {
      const account = await caller(c);
      const { challenge_id, code, webauthn } = await readBody(c, shapes.verify);
      await limitFactor(account.user.id);
      const shown = webauthn ? { type: webauthn.type, credential: webauthn.credential_response } : { code };
      return c.json(await factors.verify(account, idOf(c), challenge_id, shown as Shown));
    })
    .delete('/:id', async (c) => {
      const account = await caller(c);
      return c.json(await factors.unenroll(account, idOf(c)));
    });
}
