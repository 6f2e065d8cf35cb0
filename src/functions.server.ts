import type { Context } from 'hono';
import { createRouter } from '#access/router.server.ts';
import { analyzePromptRoute } from '#library/analysis/public/analysis.contract.ts';
import { createCheckoutRoute } from '#money/billing/public/billing.contract.ts';
import { stripeWebhookRoute } from '#money/billing/sync/webhook.contract.ts';
import { bounceRoute, openedRoute } from '#owner/mailings/mailing-functions.contract.ts';
import { pixel } from '#owner/mailings/opens.server.ts';
import { sendWelcomeRoute, welcomeAddress } from '#people/auth/accounts/welcome.contract.ts';
import { unsubscribePageRoute, unsubscribeRoute } from '#people/notifications/unsubscribe.contract.ts';
import { createUnsubscribePage } from '#people/notifications/unsubscribe-page.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { errorAnswer } from '#platform/http/http.server.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import { askedLocale } from '#platform/language/choose-locale.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import type { Services } from './services.server.ts';

const asked = (c: Context) => askedLocale(c.req.header('cookie'), c.req.header('accept-language'));

type Parts = { log: Log; clientAddress: (c: Context) => string };

/** The endpoints under `/functions/v1`. */
export function createFunctions(services: Services, { log, clientAddress }: Parts) {
  const { analyze, auth, billing, bounces, emailPreferences, opens, rateLimits } = services;
  const unsubscribePage = createUnsubscribePage({
    preferences: emailPreferences,
    siteName: async () => (await services.settings.public()).site_name,
  });
  const router = createRouter(services.viewers);
  router.onError(errorAnswer(log));
  return router
    .openapi(sendWelcomeRoute, async (c) => {
      const isOver = (await rateLimits.take('welcome', clientAddress(c))) > 0;
      const email = isOver ? undefined : welcomeAddress(await c.req.text());
      if (email !== undefined) await auth.requestWelcome(email);
      return c.json(ok, 200);
    })
    .openapi(createCheckoutRoute, async (c) =>
      c.json({ url: await billing.checkout.start(c.var.viewer, c.req.valid('json')) }, 200),
    )
    .openapi(stripeWebhookRoute, async (c) => {
      await billing.events.receive(Buffer.from(await c.req.arrayBuffer()), c.req.header('stripe-signature'));
      return c.json({ received: true as const }, 200);
    })
    .openapi(unsubscribePageRoute, (c) => inLanguage(asked(c), () => unsubscribePage.ask(c)))
    .openapi(unsubscribeRoute, (c) => inLanguage(asked(c), () => unsubscribePage.unsubscribe(c)))
    .openapi(bounceRoute, async (c) => {
      await rateLimits.require('bounce', clientAddress(c));
      const raw = Buffer.from(await c.req.arrayBuffer()).toString('utf8');
      const { kind } = await bounces(raw, { isTrusted: false });
      return c.json({ is_noted: kind === 'dead' || kind === 'noted' }, 200);
    })
    .openapi(openedRoute, async (c) => {
      const { token } = c.req.valid('param');
      // Link scanners ask with HEAD. Whatever happens, the email must show its picture.
      if (c.req.method !== 'HEAD')
        await opens(token).catch((error: unknown) =>
          log.debug('An opened email was not counted', { error: String(error) }),
        );
      c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return sendFile(c, { type: 'image/gif', body: pixel });
    })
    .openapi(analyzePromptRoute, async (c) =>
      c.json(await analyze.analyze(c.var.viewer, c.req.valid('json'), c.req.raw.signal), 200),
    );
}

/** The type that the typed client in the browser is made from. */
export type Functions = ReturnType<typeof createFunctions>;
