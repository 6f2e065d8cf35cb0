import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { exportLibrary } from '#library/import/export.server.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addExportCommand(program: Command) {
  program
    .command('export')
    .argument('[file.json]', 'the file to write (default: standard output)')
    .description('write all prompts and playbooks as JSON, which "import" can read')
    .action(async (file: string | undefined) => {
      const library = await withDatabase(({ db }) => exportLibrary(db, asOperator('library')));
      const text = `${JSON.stringify(library, null, 2)}\n`;
      if (file === undefined) process.stdout.write(text);
      else {
        await writeFile(file, text);
        say(`${library.prompts.length} prompts and ${library.playbooks.length} playbooks written to ${file}`);
      }
    });
}
