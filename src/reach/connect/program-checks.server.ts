import { errors } from 'oidc-provider';
import { limits } from '#constants';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
const listOf = (uris: unknown): unknown[] => (Array.isArray(uris) ? uris : []);

/** The library's class has a description of its own, about another request. */
const invalidUris = (problem: string) =>
  Object.assign(new errors.InvalidRedirectUri(), { error_description: `redirect_uris must ${problem}` });

/**
 * Anyone on the way could read a code that is sent without encryption to another machine. The library checks what else is in the list.
 * @throws InvalidRedirectUri
 */
export function refuseUnencrypted(uris: unknown) {
  for (const uri of listOf(uris)) {
    const url = URL.parse(String(uri));
    if (url?.protocol === 'http:' && !loopbackHosts.has(url.hostname))
      throw invalidUris('use https, except on the same machine');
  }
}

/**
 * Anyone can register a program, and each is kept for a while.
 * @throws InvalidRedirectUri, InvalidClientMetadata
 */
export function refuseLarge({ redirect_uris, ...metadata }: Record<string, unknown>) {
  const uris = listOf(redirect_uris);
  if (uris.length > limits.programAddresses)
    throw invalidUris(`have at most ${limits.programAddresses} members`);
  if (uris.some((uri) => String(uri).length > limits.programAddress))
    throw invalidUris(`have at most ${limits.programAddress} characters each`);
  for (const [name, value] of Object.entries(metadata)) {
    const size = typeof value === 'string' ? value.length : JSON.stringify(value).length;
    const max = name === 'client_name' ? limits.programName : limits.programValue;
    if (size > max) throw new errors.InvalidClientMetadata(`${name} must have at most ${max} characters`);
  }
}
