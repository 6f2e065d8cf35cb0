import type { Session } from '@supabase/auth-js';
import { sessionKey } from './session-key.ts';

/** Tokens that expire sooner must be renewed by the client, which does so 90 seconds before they expire. */
const soonSeconds = 120;

function claimsOf(token: string): { aal?: unknown; sub?: unknown; email?: unknown } {
  const bytes = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
}

/** The user id in an access token; undefined if it can't be read. */
export function userOf(token: string): unknown {
  try {
    return claimsOf(token).sub;
  } catch {
    return undefined;
  }
}

/** The account's email address in an access token; undefined if there is none. */
export function emailOf(token: string): string | undefined {
  try {
    const { email } = claimsOf(token);
    return typeof email === 'string' && email !== '' ? email : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the account has a second factor that this session hasn't verified. The server decides again on every call. */
export function lacksFactor({ access_token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false;
  return claimsOf(access_token).aal !== 'aal2';
}

/** The stored session, if its token can be used as it is, so that the client needn't be loaded to read it. */
export function readKeptSession(): Session | undefined {
  try {
    const session: Session = JSON.parse(localStorage.getItem(sessionKey()) ?? '');
    const isLasting = (session.expires_at ?? 0) > Date.now() / 1_000 + soonSeconds;
    return isLasting && !lacksFactor(session) ? session : undefined;
  } catch {
    return undefined;
  }
}

/** False in a browser that blocks storage, where a session only lasts as long as its page. */
export function isSessionKept(): boolean {
  try {
    return localStorage.getItem(sessionKey()) !== null;
  } catch {
    return false;
  }
}
export function forgetKeptSession() {
  try {
    localStorage.removeItem(sessionKey());
  } catch {
    // Storage is blocked.
  }
}
