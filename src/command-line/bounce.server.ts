import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { mailingRules } from '#constants';
import { type BounceOutcome, createBounces } from '#owner/mailings/bounces.server.ts';
import { createReturnAddresses } from '#owner/mailings/return-address.server.ts';
import { readBytes } from '#platform/http/read-bytes.server.ts';
import { openVault } from '#platform/secret.server.ts';
import { say, withDatabase } from './open-site.server.ts';

const results: Record<BounceOutcome['kind'], string> = {
  dead: 'Recorded: this address gets no more news',
  noted: 'Recorded; this address still gets news',
  'not-a-report': "Ignored: this isn't a delivery report",
  'not-a-failure': 'Ignored: nothing failed permanently',
  unknown: "Ignored: this isn't about an email from this site",
};

/**
 * The sysexits.h code for a temporary failure: the mail server keeps the message and tries again later. With any other
 * code, it returns the message.
 */
const tryAgainLater = 75;

export function addBounceCommand(program: Command) {
  program
    .command('bounce')
    .description('record a returned email; reads the message from standard input')
    .action(async () => {
      const tooLarge = () => new Error('The message is too large for a delivery report.');
      const raw = (await readBytes(process.stdin, mailingRules.bounceBytes, tooLarge)).toString('utf8');
      const { kind, reason } = await withDatabase(async ({ db, env }) => {
        const vault = await openVault(env);
        const bounces = createBounces({
          db: writable(db, asOperator('mailings')),
          returnAddresses: createReturnAddresses(vault),
        });
        return bounces(raw, { isTrusted: true });
      }).catch((error: unknown) => {
        process.exitCode = tryAgainLater;
        throw error;
      });
      say(`${results[kind]}${reason ? `: ${reason}` : '.'}`);
    });
}
