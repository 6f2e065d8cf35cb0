import { GoTrueClient } from '@supabase/auth-js';
import { sessionKey } from './public/session-key.ts';

/** The browser's one client of the auth protocol. Loaded only for a session. */
export const authClient = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  experimental: { recoveryCodes: true },
});
