import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { exportLibrary } from '#library/import/export.server.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addExportCommand(program: Command) {
  program
    .command('export')
    .argument('[file.json]', 'where to write it; without a file: standard output')
    .description('write all prompts and playbooks as JSON that "import" reads')
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
