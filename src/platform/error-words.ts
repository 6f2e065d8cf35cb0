import { locales } from '#constants';
import type { ErrorCode } from './errors.ts';
import { locale } from './locale.ts';
import * as m from './words/messages.ts';

/** The codes that mean one thing. The others, such as `conflict`, say more in the server's words. */
const words: Partial<Record<ErrorCode, () => string>> = {
  not_signed_in: m.code_not_signed_in,
  invalid_token: m.code_invalid_token,
  payment_declined: m.code_payment_declined,
  forbidden: m.code_forbidden,
  reauthentication_needed: m.code_reauthentication_needed,
  second_factor_required: m.code_second_factor_required,
  not_found: m.code_not_found,
  payload_too_large: m.code_payload_too_large,
  daily_copy_limit_reached: m.code_daily_copy_limit_reached,
  over_request_rate_limit: m.code_over_request_rate_limit,
  internal: m.code_internal,
  model_failed: m.code_model_failed,
  payments_unreachable: m.code_payments_unreachable,
  payments_off: m.code_payments_off,
  unavailable: m.code_unavailable,
};

/** What the API has answered, in the language of the page. The API itself speaks the first language. */
export const errorWords = (code: ErrorCode, said: string): string =>
  locale() === locales[0] ? said : (words[code]?.() ?? said);
