import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { ensureCustomer } from '../prices.server.ts';
import { forgetCustomer, isMissingCustomer } from '../sync/missing-customer.server.ts';

/** How many customers that were deleted at the provider, one after another, a call recovers from. */
const maxRepairs = 2;

/** The URL of the provider's page for cards and invoices; with a new customer if the provider no longer knows the member's. */
export async function openPortal(
  db: Database,
  proof: Grant<'account', 'change-plan'>,
  provider: PaymentProvider,
  returnUrl: string,
): Promise<string> {
  let attempt = `portal-${proof.viewer.userId}`;
  for (let repairs = 0; ; repairs += 1) {
    const customerId = await ensureCustomer(db, proof, provider, attempt);
    try {
      return await provider.portalUrl(customerId, returnUrl);
    } catch (error) {
      if (repairs === maxRepairs || !isMissingCustomer(error)) throw error;
      await forgetCustomer(db, proof, customerId);
      // For a repeated attempt, the provider would return the deleted customer.
      attempt = `portal-after-${customerId}`;
    }
  }
}
