import type { Database } from '#access/database.ts';
import { requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { CheckoutState } from '../public/billing.contract.ts';
import type { Payments } from '../sync/active-payments.server.ts';
import type { Sync } from '../sync/sync.server.ts';
import * as m from '../words/messages.ts';

type Parts = { db: Database; payments: Payments; sync: Sync; rateLimits: RateLimits };

export function createCheckoutState({ db, payments, sync, rateLimits }: Parts) {
  /**
   * The state of the viewer's own checkout, and where to go next. While it is open, the provider is asked too, because its event may be
   * late or never arrive.
   * @throws AppError 401, 404, 502, 503 payments_off
   */
  return async function state(viewer: Viewer, id: string): Promise<CheckoutState> {
    const { userId } = requireSignedIn(viewer);
    const find = () =>
      db
        .selectFrom('checkouts')
        .leftJoin('playbooks', 'playbooks.id', 'checkouts.playbook_id')
        .leftJoin('tiers', 'tiers.id', 'checkouts.tier_id')
        .select(['checkouts.id', 'kind', 'checkouts.status', 'session_id', 'checkouts.user_id'])
        .select(['playbooks.slug', 'playbooks.title', 'tiers.name'])
        .select((select) =>
          select
            .exists(
              select
                .selectFrom('subscriptions')
                .select('id')
                .whereRef('subscriptions.checkout_id', '=', 'checkouts.id')
                .where('trial_refused', '=', true),
            )
            .as('is_trial_refused'),
        )
        .where('checkouts.id', '=', id)
        .executeTakeFirst();
    let checkout = await find();
    if (checkout?.user_id !== userId) throw new AppError('not_found', m.checkout_not_found());
    if (['open', 'processing'].includes(checkout.status) && checkout.session_id) {
      const wait = await rateLimits.take('checkout-state', id);
      if (wait === 0) {
        const { kind } = await sync.session(await payments.require('person'), checkout.session_id);
        // It belongs to another mode or account, so it can't be paid here.
        if (kind === 'unknown-checkout') throw new AppError('not_found', m.checkout_not_found());
        checkout = (await find()) ?? checkout;
      }
    }
    return {
      status: checkout.status,
      name: checkout.title ?? checkout.name ?? '',
      path: checkout.kind === 'playbook' ? `/playbook/${checkout.slug}` : '/subscription',
      is_trial_refused: Boolean(checkout.is_trial_refused),
    };
  };
}
