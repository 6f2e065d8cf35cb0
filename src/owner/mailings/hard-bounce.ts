import { mailingRules } from '#constants';
import { cutText } from '#platform/text/cut-text.ts';

/** RFC 3463 codes that mean that the mailbox doesn't exist and won't. Full mailboxes, policies and content errors have others. */
const dead = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;
const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/** Servers without these codes answer 550 to everything, so only the text tells a missing mailbox from a policy. */
const missing = "(?:no such|unknown|invalid|not found|does not exist|doesn't exist)";
const mailbox = '(?:user|mailbox|recipient|address|account)';
const nobodyThere = new RegExp(
  `\\b${missing}\\b.{0,40}\\b${mailbox}\\b|\\b${mailbox}\\b.{0,40}\\b${missing}\\b`,
  'i',
);
const aboutSender = /sender|relay/i;

/** Whether an answer to RCPT TO, such as `550 5.1.1 No such user`, says that the address is dead. */
export function isHardBounce(answer: string): boolean {
  const status = enhanced.exec(answer)?.[1];
  if (status) return answer.startsWith('5') && dead.test(status);
  if (!/^55[013]\b/.test(answer)) return false;
  // The address itself could contain any of the words.
  const words = answer.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return nobodyThere.test(words) && !aboutSender.test(words);
}

/** The same for the status of a delivery report. */
export const isHardBounceStatus = (status: string): boolean => dead.test(status);

/** A mail server's answer on one line that can be stored. */
export const shortReason = (text: string) =>
  cutText(text.replaceAll('\0', '').toWellFormed().replaceAll(/\s+/g, ' ').trim(), mailingRules.reason);
