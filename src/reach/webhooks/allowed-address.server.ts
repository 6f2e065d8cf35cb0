import { AppError } from '#platform/errors.ts';
import { hostOf, isClosedHost } from '#platform/http/guarded-fetch.server.ts';
import * as m from './words/messages.ts';

/**
 * Refuses URLs early that deliveries would never be sent to: plain HTTP, and hosts in private networks that the operator doesn't trust. DNS
 * is checked at each connection.
 * @throws AppError 422
 */
export function assertAllowedAddress(address: string, openHosts: readonly string[]): void {
  const url = new URL(address);
  const host = hostOf(url);
  if (openHosts.includes(host)) return;
  if (isClosedHost(host, openHosts)) throw new AppError('validation_failed', `url: ${m.refused_private()}`);
  if (url.protocol !== 'https:') throw new AppError('validation_failed', `url: ${m.refused_plain_http()}`);
}
