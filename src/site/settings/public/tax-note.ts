import type { PublicSettings } from '../settings.contract.ts';
import * as m from '../words/messages.ts';

/** The note about taxes for prices; undefined if there are none. */
export function taxNote({ tax, tax_behavior }: Pick<PublicSettings, 'tax' | 'tax_behavior'>) {
  if (tax === 'off') return undefined;
  return tax_behavior === 'inclusive' ? m.prices_include_tax() : m.tax_is_added_at_checkout();
}
