import { isHardBounce, shortReason } from './hard-bounce.ts';

/** The outcome of one attempt, by the mail server's answer. */
export type Outcome =
  | { kind: 'sent' }
  /** The address is refused permanently; `isDead`: the mailbox doesn't exist. */
  | { kind: 'refused'; reason: string; isDead: boolean }
  /** The email is refused permanently. */
  | { kind: 'failed'; reason: string }
  /** A temporary refusal of this address or email. */
  | { kind: 'later'; reason: string }
  /**
   * The mail server is unavailable: the site can't reach it or sign in, or it refuses the sender. `isUnsent`:
   * it certainly hasn't received the email.
   */
  | { kind: 'stuck'; reason: string; isUnsent?: true }
  /** The email hasn't left this process: the mailing was stopped, or another process has taken it over. */
  | { kind: 'stopped' };

/** Thrown partway through an email that must not be sent after all. */
export class NotClaimedError extends Error {
  override name = 'NotClaimedError';
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** The outcome of an error from nodemailer. */
export function outcomeOf(error: SmtpError): Outcome {
  if (error instanceof NotClaimedError) return { kind: 'stopped' };
  const { code = '', command = '', response = '', responseCode = 0 } = error;
  const reason = shortReason(response || error.message);
  // The server wasn't asked: it couldn't take an address or email like this.
  if (!responseCode && ['EENVELOPE', 'EMESSAGE'].includes(code)) return { kind: 'failed', reason };
  const isAnswer = responseCode >= 400 && responseCode !== 421;
  if (!isAnswer || !['RCPT TO', 'DATA'].includes(command)) return { kind: 'stuck', reason };
  if (responseCode < 500) return { kind: 'later', reason };
  return command === 'RCPT TO'
    ? { kind: 'refused', reason, isDead: isHardBounce(response) }
    : { kind: 'failed', reason };
}
