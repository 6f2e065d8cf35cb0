import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import type { BillingService } from '../billing.service.server.ts';
import {
  actInSandboxRoute,
  concludeSandboxCheckoutRoute,
  getSandboxCheckoutRoute,
} from './sandbox.contract.ts';
import { totalsOf } from './sandbox-tax.ts';

type Parts = { billing: BillingService; viewers: Viewers };

/** The sandbox's part of the API; answers 404 once real payments are set up. */
export function createSandboxApi({ billing: { payments }, viewers }: Parts) {
  return createRouter(viewers)
    .openapi(getSandboxCheckoutRoute, async (c) => {
      const sandbox = await payments.requireSandbox();
      const session = await sandbox.session(c.var.viewer, c.req.valid('param').id);
      const { name, amount, currency, interval, trialDays: trial_days, status, discount: terms } = session;
      const discount = terms && {
        code: terms.code,
        first_amount: terms.firstAmount,
        percent_off: terms.percent_off,
        amount_off: terms.amount_off,
        duration: terms.duration,
        duration_months: terms.duration_months,
      };
      const { tax, amount: total } = totalsOf(session);
      const { credit, cancelUrl: cancel_url } = session;
      const is_tax_included = session.tax === 'inclusive';
      const terms_consent = session.termsConsent ?? false;
      const totals = { amount, currency, discount, tax, is_tax_included, credit, due: total - credit };
      return c.json({ name, ...totals, terms_consent, interval, trial_days, status, cancel_url }, 200);
    })
    .openapi(concludeSandboxCheckoutRoute, async (c) => {
      const sandbox = await payments.requireSandbox();
      const { outcome } = c.req.valid('json');
      return c.json({ url: await sandbox.conclude(c.var.viewer, c.req.valid('param').id, outcome) }, 200);
    })
    .openapi(actInSandboxRoute, async (c) => {
      const sandbox = await payments.requireSandbox();
      await sandbox.act(c.var.viewer, c.req.valid('json').action);
      return c.json(ok, 200);
    });
}
