import { locales } from '#constants';
import type { ErrorCode } from '../errors.ts';
import { locale } from '../language/locale.ts';
import * as m from '../words/messages.ts';

/** Translations of codes with a single meaning. For all others, the server's message says more; it is in the page's language. */
const words: Partial<Record<ErrorCode, () => string>> = {
  not_signed_in: m.code_not_signed_in,
  invalid_token: m.code_invalid_token,
  reauthentication_needed: m.code_reauthentication_needed,
  second_factor_required: m.code_second_factor_required,
  internal: m.code_internal,
  payments_off: m.code_payments_off,
};

/** The API's error message in the language of the page. */
export const errorWords = (code: ErrorCode, said: string): string =>
  locale() === locales[0] ? said : (words[code]?.() ?? said);
