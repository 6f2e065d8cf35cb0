import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { writeLibrary } from '#library/import/export.server.ts';
import { counted } from './counted.ts';
import { say, withDatabase } from './open-site.server.ts';
import { assertWritable, writeWhole } from './whole-file.server.ts';

export function addExportCommand(program: Command) {
  program
    .command('export')
    .argument('[file.json]', 'the file to write (default: standard output)')
    .description('write all prompts and playbooks as JSON, which "import" can read')
    .action(async (name: string | undefined) => {
      if (name !== undefined) await assertWritable(name);
      const { prompts, playbooks } = await withDatabase(({ db }) =>
        name === undefined
          ? exportWith(db, print)
          : writeWhole(name, (draft, mode) => exportTo(db, draft, mode)),
      );
      if (name !== undefined)
        say(`${counted(prompts, 'prompt')} and ${counted(playbooks, 'playbook')} written to ${name}`);
    });
}

const print = (text: string) =>
  new Promise<void>((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  );

async function exportTo(db: Database, name: string, mode?: number) {
  await using file = await open(name, 'w', mode);
  return await exportWith(db, (text) => file.writeFile(text));
}

const exportWith = (db: Database, write: (text: string) => Promise<void>) =>
  writable(db, asOperator('library'))
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      // The program that reads the output may pause for longer.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      return writeLibrary(transaction, asOperator('library'), write);
    });
