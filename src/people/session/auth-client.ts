import { GoTrueClient } from '@supabase/auth-js';
import { sessionKey } from './public/session-key.ts';

/** The browser's one client of the auth protocol. Loaded only for a session. */
export const authClient = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  // What comes back from another provider is of no use to whoever reads the address.
  flowType: 'pkce',
  experimental: { recoveryCodes: true },
});
