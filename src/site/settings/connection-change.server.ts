import { AppError } from '#platform/errors.ts';
import { hostOf, isClosedHost } from '#platform/http/guarded-fetch.server.ts';
import { readConnections } from './public/connection-fields.ts';
import type { SettingsChange } from './settings-admin.contract.ts';
import * as m from './words/messages.ts';

const refuse = (field: string, text: string) => new AppError('validation_failed', `${field}: ${text}`);
const normalized = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '');

/**
 * Checks a change of the email server and of the language model.
 * A secret belongs to the server that it was entered for: changing the server requires entering it again.
 * @returns the values to remove along with it. @throws AppError 422
 */
export function checkConnections(
  change: SettingsChange,
  stored: ReadonlyMap<string, string>,
  privateHosts: readonly string[],
): Pick<SettingsChange, 'smtp_password' | 'smtp_user' | 'llm_api_key'> {
  const current = readConnections(stored);
  const { smtp_host, smtp_password, llm_base_url, llm_api_key } = change;
  if (smtp_host && isClosedHost(normalized(smtp_host), privateHosts))
    throw refuse('smtp_host', m.refused_private_host());
  const model = llm_base_url ? new URL(llm_base_url) : undefined;
  if (model && isClosedHost(hostOf(model), privateHosts))
    throw refuse('llm_base_url', m.refused_private_host());
  // The key, and everything that members type, would travel unencrypted.
  if (model?.protocol === 'http:' && !privateHosts.includes(hostOf(model)))
    throw refuse('llm_base_url', m.refused_plain_http());
  const user = change.smtp_user === null ? '' : change.smtp_user || current.smtp_user;
  if (
    smtp_host &&
    normalized(smtp_host) !== normalized(current.smtp_host) &&
    user !== '' &&
    stored.has('smtp_password') &&
    !smtp_password &&
    smtp_password !== null
  )
    throw refuse('smtp_password', m.refused_password_of_another_server());
  if (
    llm_base_url &&
    model?.origin !== URL.parse(current.llm_base_url)?.origin &&
    stored.has('llm_api_key') &&
    !llm_api_key &&
    llm_api_key !== null
  )
    throw refuse('llm_api_key', m.refused_key_of_another_server());
  return {
    ...(smtp_host === null && { smtp_user: null, smtp_password: null }),
    // A password without a user is never used, and must not be kept for another server.
    ...((change.smtp_user === null || (user === '' && (smtp_password || smtp_host))) && {
      smtp_password: null,
    }),
    ...(llm_base_url === null && { llm_api_key: null }),
  };
}
