import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import type { Services } from './services.server.ts';

type Parts = {
  services: Services;
  log: Log;
  /** Undefined if the site makes no scheduled backups. */
  backup: (() => Promise<void>) | undefined;
};

/** The scheduled jobs: name, schedule (cron, UTC) and work. */
export function scheduleJobs({ every }: Pick<Jobs, 'every'>, { services, log, backup }: Parts): void {
  const { reconcile } = services.billing;
  every('billing-due', '* * * * *', reconcile.due);
  every('imports-resume', '* * * * *', services.imports.resume);
  every('mailings-due', '* * * * *', () => services.mailingsDue());
  every('publish-due', '* * * * *', services.publishDue);
  every('replies-due', '* * * * *', services.replyEmails);
  every('webhooks-due', '* * * * *', services.webhookDeliveries.enqueue);
  if (backup) every('backup', '7 * * * *', backup, { maxHours: 12 });
  every('figures', '11 * * * *', async () => {
    await services.foldEvents();
    await services.keepDay();
  });
  every('billing-reconcile', '17 * * * *', async () => {
    for (const difference of await reconcile.all())
      log.warn('The comparison with the payment provider found a difference', { difference });
  });
  every('unused-pictures', '23 * * * *', async () => void (await services.media.removeOrphans()));
  every('gift-reminders', '29 * * * *', services.giftReminders);
  every('comments-waiting', '37 * * * *', services.moderationEmail);
  every('retention', '41 3 * * *', services.retention, { catchesUp: true });
}
