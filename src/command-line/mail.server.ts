import type { Command } from 'commander';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { counted } from './counted.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addMailCommand(program: Command) {
  const mail = program.command('mail').description('manage emails');
  mail
    .command('retry')
    .description('retry emails and other jobs that failed permanently; the running site runs them')
    .action(async () => {
      const count = await withDatabase(
        async ({ pool, log }) => {
          const jobs = createJobs({ pool, log });
          try {
            return await jobs.redrive();
          } finally {
            await jobs.stop();
          }
        },
        { isWrittenDown: true },
      );
      say(`Retrying ${counted(count, 'job')}.`);
    });
}
