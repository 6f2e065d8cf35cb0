import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { writeLibrary } from '#library/import/export.server.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addExportCommand(program: Command) {
  program
    .command('export')
    .argument('[file.json]', 'the file to write (default: standard output)')
    .description('write all prompts and playbooks as JSON, which "import" can read')
    .action(async (name: string | undefined) => {
      const operator = asOperator('library');
      const { prompts, playbooks } = await withDatabase(async ({ db }) => {
        const file = name === undefined ? undefined : await open(name, 'w');
        const write = (text: string) =>
          file
            ? file.write(text)
            : new Promise<void>((resolve, reject) =>
                process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
              );
        const written = await writable(db, operator)
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (transaction) => {
            // Who reads the output may pause for longer.
            await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
            return writeLibrary(transaction, operator, write);
          });
        await file?.close();
        return written;
      });
      if (name !== undefined) say(`${prompts} prompts and ${playbooks} playbooks written to ${name}`);
    });
}
