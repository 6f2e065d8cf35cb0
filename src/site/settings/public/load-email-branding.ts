import type { Database } from '#access/database.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';

/** `from`: the transaction in progress, which must not wait for a second connection. */
export type LoadEmailBranding = (from?: Database) => Promise<EmailBranding>;
