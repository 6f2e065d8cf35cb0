import { createHash, randomBytes } from 'node:crypto';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { composeMime } from '#platform/mail/compose-mime.server.ts';
import type { MailSettings } from '#platform/mail/mail-server.server.ts';
import { toMessage } from '#platform/mail/mailer.server.ts';
import { keepInOutbox } from '#platform/mail/outbox.server.ts';
import { addressOfSender, shownSender } from '#platform/text/sender-address.ts';
import type { Compose } from './mailing-email.server.ts';
import type { Claim, MailingQueue, SendingMailing } from './mailing-queue.server.ts';
import type { ReturnAddresses } from './return-address.server.ts';
import type { Outcome } from './send-outcome.ts';
import { createSmtpPool } from './smtp-pool.server.ts';

type Parts = {
  emailPreferences: EmailPreferences;
  returnAddresses: ReturnAddresses;
  dataDir: string;
  publicUrl: string;
};

export const hashOfPixel = (token: string) => createHash('sha256').update(token).digest();

/** Writes one email of a mailing and hands it to the mail server, or to the outbox if there is none. */
export function createMailingDelivery({ emailPreferences, returnAddresses, dataDir, publicUrl }: Parts) {
  const smtp = createSmtpPool();
  return {
    async send(
      queue: MailingQueue,
      claim: Claim,
      mailing: SendingMailing,
      compose: Compose,
      { server, from, bounceAddress }: MailSettings,
    ): Promise<Outcome> {
      const token = mailing.counts_opens ? randomBytes(18).toString('base64url') : undefined;
      const email = await compose({
        ...claim,
        unsubscribeUrl: emailPreferences.unsubscribeUrl(
          claim.user_id,
          mailing.kind === 'digest' ? 'digest' : 'news',
        ),
        pixelUrl: token && `${publicUrl}/functions/v1/opened/${token}`,
      });
      const message = toMessage(email, { id: claim.id, from, publicUrl });
      const markHandedOver = () =>
        queue.markHandedOver(claim, mailing, token === undefined ? undefined : hashOfPixel(token));
      if (!server) {
        const prepareEndOfData = await markHandedOver();
        await keepInOutbox(dataDir, claim.id, message, email);
        prepareEndOfData().send();
        return { kind: 'sent' };
      }
      const envelope = {
        from: bounceAddress
          ? returnAddresses.make(bounceAddress, claim.id)
          : (addressOfSender(from) ?? shownSender(from)),
        to: claim.email,
      };
      const headers = { ...message.headers, Precedence: 'bulk' };
      return smtp.send(server, envelope, await composeMime({ ...message, headers }), markHandedOver);
    },
    /** Closes the connections to the mail server; the next email opens a new one. */
    close: smtp.close,
  };
}
