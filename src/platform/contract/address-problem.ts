import { isWebAddress } from '../text/web-address.ts';
import * as m from '../words/messages.ts';

/** What is wrong with a text that begins like a URL; undefined for any other text, and if nothing is. */
export function addressProblem(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text)) return undefined;
  if (!URL.canParse(text)) return m.not_an_address();
  return isWebAddress(text) ? undefined : m.address_has_a_password();
}
