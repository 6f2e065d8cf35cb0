import { isHardBounce, shortReason } from './hard-bounce.ts';

/** What became of one attempt, as the mail server has answered it. */
export type Outcome =
  | { kind: 'sent' }
  /** The address is refused for good; `isDead`: nobody is there. */
  | { kind: 'refused'; reason: string; isDead: boolean }
  /** The email is refused for good. */
  | { kind: 'failed'; reason: string }
  /** This address or this email, later. */
  | { kind: 'later'; reason: string }
  /** The mail server takes nothing just now: it was not reached, does not let the site in, or refuses its sender. `isUnsent`: it surely has not got the email. */
  | { kind: 'stuck'; reason: string; isUnsent?: true }
  /** The email has not left this process: somebody has stopped the mailing, or another process has taken it over. */
  | { kind: 'stopped' };

/** Thrown in the middle of an email that must not be sent after all. */
export class NotClaimedError extends Error {
  override name = 'NotClaimedError';
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** From what nodemailer throws. */
export function outcomeOf(error: SmtpError): Outcome {
  if (error instanceof NotClaimedError) return { kind: 'stopped' };
  const { code = '', command = '', response = '', responseCode = 0 } = error;
  const reason = shortReason(response || error.message);
  // Nothing was asked: the address or the email is none that this server could take.
  if (!responseCode && ['EENVELOPE', 'EMESSAGE'].includes(code)) return { kind: 'failed', reason };
  const isAnswer = responseCode >= 400 && responseCode !== 421;
  if (!isAnswer || !['RCPT TO', 'DATA'].includes(command)) return { kind: 'stuck', reason };
  if (responseCode < 500) return { kind: 'later', reason };
  return command === 'RCPT TO'
    ? { kind: 'refused', reason, isDead: isHardBounce(response) }
    : { kind: 'failed', reason };
}
