import { mailingRules } from '#constants';
import {
  type MailConnection,
  type MailServer,
  openMailConnection,
} from '#platform/mail/mail-server.server.ts';
import type { HandOver } from '#platform/mail/smtp-end-of-data.server.ts';
import { NotClaimedError, type Outcome, outcomeOf } from './send-outcome.ts';
import { stallReasons } from './stall-reasons.ts';

/** Servers close long connections, so a new one is opened after this many emails. */
const perConnection = 100;
type Lane = { server: MailServer; connection: MailConnection; used: number };
type Envelope = { from: string; to: string };

/** A few connections to the mail server that stay open between emails. */
export function createSmtpPool() {
  const idle: Lane[] = [];

  async function take(server: MailServer): Promise<Lane> {
    for (let lane = idle.pop(); lane; lane = idle.pop()) {
      if (lane.connection.isOpen && lane.server.url === server.url && lane.used < perConnection) return lane;
      lane.connection.close();
    }
    return { server, connection: await openMailConnection(server), used: 0 };
  }

  async function attempt(server: MailServer, envelope: Envelope, message: Buffer, handOver: HandOver) {
    const lane = await take(server);
    try {
      await lane.connection.send(envelope, message, handOver);
      lane.used += 1;
      if (idle.length < mailingRules.connections) idle.push(lane);
      else lane.connection.close();
    } catch (error) {
      lane.connection.close();
      throw Object.assign(error as Error, { wasUsed: lane.used > 0 });
    }
  }

  return {
    /**
     * Sends one email, which already has its date and Message-ID.
     * @param handOver called right before the last byte is sent; if it throws, the mail server drops the email.
     */
    async send(
      server: MailServer,
      envelope: Envelope,
      message: Buffer,
      handOver: HandOver,
    ): Promise<Outcome> {
      let isHanded = false;
      let notHanded: unknown;
      const markHandedOver = async () => {
        const prepareEndOfData = await handOver().catch((error: unknown) => {
          notHanded = error;
          throw error;
        });
        isHanded = true;
        return prepareEndOfData;
      };
      /** A failed `handOver` is our failure, not the mail server's answer. */
      const outcomeOfAttempt = (error: Error): Outcome => {
        if (notHanded === undefined) return outcomeOf(error);
        if (notHanded instanceof NotClaimedError) return { kind: 'stopped' };
        return { kind: 'stuck', reason: stallReasons.databaseAway, isUnsent: true };
      };
      try {
        await attempt(server, envelope, message, markHandedOver);
        return { kind: 'sent' };
      } catch (error) {
        const outcome = outcomeOfAttempt(error as Error);
        // The server may have closed an idle connection, so try again on a new one.
        const isStale =
          outcome.kind === 'stuck' &&
          !isHanded &&
          notHanded === undefined &&
          (error as { wasUsed?: boolean }).wasUsed;
        if (!isStale) return outcome;
      }
      return attempt(server, envelope, message, markHandedOver).then(
        () => ({ kind: 'sent' as const }),
        outcomeOfAttempt,
      );
    },
    close(): void {
      for (const lane of idle.splice(0)) lane.connection.close();
    },
  };
}
