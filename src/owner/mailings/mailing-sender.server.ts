import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { OperatorWriter } from '#access/writable.server.ts';
import { mailingRules } from '#constants';
import { isDatabaseAway } from '#platform/database/database.server.ts';
import { messageOf } from '#platform/error-message.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { LoadMailSettings, MailSettings } from '#platform/mail/mail-server.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { shortReason } from './hard-bounce.ts';
import { createMailingComposers } from './mailing-composers.server.ts';
import { createMailingDelivery } from './mailing-delivery.server.ts';
import {
  type Claim,
  createMailingQueue,
  type MailingQueue,
  type SendingMailing,
} from './mailing-queue.server.ts';
import { createRefusalStreak } from './refusal-streak.ts';
import { NotClaimedError, type Outcome } from './send-outcome.ts';
import { localReason, stallReasons } from './stall-reasons.ts';

type Parts = Parameters<typeof createMailingDelivery>[0] & {
  db: OperatorWriter<'mailings'>;
  settings: LoadMailSettings;
  emailBranding: () => Promise<EmailBranding>;
  log: Log;
};

const renewMilliseconds = 5_000;
/** How often the rate setting is read again during a long pause. */
const rateMilliseconds = 1_000;
/** How long a process waits before it tries again to take over sending. */
const waitMilliseconds = 3_000;
/** How long shutdown waits for emails under way. The process is killed soon after. */
const stopMilliseconds = 8_000;
/** How often to retry recording an email's outcome when the database refuses it. */
const noteAttempts = 20;

/**
 * Sends mailings, from one process at a time and no faster than the owner allows. See docs/decisions/0106-mailings.md for
 * the effects of a crash.
 */
export function createMailingSender(parts: Parts) {
  const { db, settings, log } = parts;
  const composerFor = createMailingComposers(db, parts.emailBranding);
  const streak = createRefusalStreak();
  const delivery = createMailingDelivery(parts);
  const closing = new AbortController();
  let working: Promise<void> | undefined;
  let isWanted = false;

  const pause = (milliseconds: number) =>
    delay(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

  /** Retries a write that only this process can make, even while the database is unreachable. */
  async function persist(note: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; ) {
      try {
        await note();
        return;
      } catch (error) {
        if (!isDatabaseAway(error)) attempt += 1;
        if (attempt > noteAttempts || closing.signal.aborted) throw error;
        await pause(500);
      }
    }
  }

  /** A failure of the site itself, such as a full disk, delays a mailing but doesn't stop it. */
  function reasonHere(error: unknown): string {
    if (isDatabaseAway(error)) return stallReasons.databaseAway;
    log.error('An email to members could not be composed', { error });
    return shortReason(`${localReason}${messageOf(error)}`);
  }
  const outcomeHere = (error: unknown): Outcome =>
    error instanceof NotClaimedError
      ? { kind: 'stopped' }
      : { kind: 'stuck', reason: reasonHere(error), isUnsent: true };

  /** @returns how many were sent, and why sending got stuck, if it did. */
  async function sendAll(
    queue: MailingQueue,
    claims: Claim[],
    mailing: SendingMailing,
    current: MailSettings,
  ) {
    let stuck: string | undefined;
    let sent = 0;
    const compose = await composerFor(mailing).catch((error: unknown) => {
      stuck = reasonHere(error);
      return undefined;
    });
    streak.follow(mailing.id);
    const attempt = async (claim: Claim): Promise<Outcome | undefined> => {
      if (stuck !== undefined || streak.isOver() || closing.signal.aborted) return { kind: 'stopped' };
      return compose && delivery.send(queue, claim, mailing, compose, current).catch(outcomeHere);
    };
    const waiting = [...claims];
    const sender = async () => {
      for (let claim = waiting.shift(); claim; claim = waiting.shift()) {
        const taken = claim;
        const outcome = await attempt(taken);
        if (!outcome) {
          await persist(() => queue.leaveOut(taken.id, 'nothing-new'));
          continue;
        }
        if (outcome.kind === 'stuck') stuck = outcome.reason;
        if (outcome.kind === 'sent') sent += 1;
        streak.note(taken.id, outcome);
        await persist(() => queue.settle(taken, outcome));
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: mailingRules.connections }, sender));
    for (const over of ended) if (over.status === 'rejected') throw over.reason;
    if (streak.isOver()) {
      const { ids, reason } = streak.take();
      await persist(() => queue.halt(mailing.id, reason, ids));
    }
    return { stuck, sent };
  }

  /** Waits until `count` emails since `since` are within the current rate. */
  async function keepRate(since: number, count: number): Promise<void> {
    for (;;) {
      const { perMinute } = await settings();
      const left = since + (count * 60_000) / perMinute - performance.now();
      if (left <= 0 || closing.signal.aborted) return;
      await pause(Math.min(left, rateMilliseconds));
    }
  }

  async function work(queue: MailingQueue): Promise<void> {
    let failures = 0;
    for (let mailing = await queue.next(); mailing && !closing.signal.aborted; mailing = await queue.next()) {
      if (!(await queue.lead())) {
        await pause(waitMilliseconds);
        continue;
      }
      const since = performance.now();
      const current = await settings();
      const perSecond = Math.ceil(current.perMinute / 60);
      const claims = await queue.claim(mailing, Math.min(mailingRules.batch, perSecond));
      const { stuck, sent } = await sendAll(queue, claims, mailing, current);
      if (stuck !== undefined) {
        failures = sent > 0 ? 1 : failures + 1;
        delivery.close();
        await queue.explain(mailing.id, stuck);
        log.warn('A mailing is waiting for the email server', { id: mailing.id, reason: stuck });
        await pause(
          Math.min(mailingRules.pause.max, mailingRules.pause.seconds * 2 ** (failures - 1)) * 1_000,
        );
        continue;
      }
      if (claims.length > 0) await queue.explain(mailing.id, null);
      failures = 0;
      if (claims.length === 0) await pause(waitMilliseconds);
      await keepRate(since, claims.length);
    }
  }

  async function run(): Promise<void> {
    // With a new owner id, claims left by a previous run belong to a dead process.
    const queue = createMailingQueue(db, randomUUID());
    const renewing = setInterval(() => void queue.lead().catch(() => undefined), renewMilliseconds);
    try {
      // A wake-up at the end of a round starts another.
      while (isWanted && !closing.signal.aborted) {
        isWanted = false;
        await work(queue);
      }
    } catch (error) {
      if (isDatabaseAway(error)) log.warn('Mailings are delayed', { error: String(error) });
      else log.error('Mailings are delayed', { error });
    } finally {
      clearInterval(renewing);
      delivery.close();
      await queue.resign().catch(() => undefined);
      working = undefined;
      if (isWanted) start();
    }
  }

  function start() {
    if (!closing.signal.aborted) working ??= run();
  }

  return {
    /** Sends the mailings that are due, in the background. */
    wake(): void {
      isWanted = true;
      start();
    },
    /** Sends no more emails, and finishes those under way if the mail server answers soon. */
    async stop(): Promise<void> {
      closing.abort();
      await Promise.race([working, delay(stopMilliseconds, undefined, { ref: false })]);
    },
  };
}
