import type { PublicSettings } from '../settings.contract.ts';

/** What prices say about taxes; undefined where there are none. */
export function taxNote({ tax, tax_behavior }: Pick<PublicSettings, 'tax' | 'tax_behavior'>) {
  if (tax === 'off') return undefined;
  return tax_behavior === 'inclusive' ? 'Prices include tax.' : 'Tax is added at checkout.';
}
