import { type Command, InvalidArgumentError, Option } from 'commander';
import { asOperator } from '#access/operator.ts';
import { contentStatuses, limits } from '#constants';
import { type ImportReport, importRows } from '#library/import/import.server.ts';
import { ImportError } from '#library/import/import-error.ts';
import { readSource } from '#library/import/sources.server.ts';
import { asNames } from '#platform/contract/contract-fields.ts';
import { say, withDatabase } from './open-site.server.ts';
import { createProgressBar } from './progress-bar.ts';

const maxShown = 50;

type Options = {
  dryRun?: boolean;
  tier?: number;
  status?: (typeof contentStatuses)[number];
  category?: string;
};

function toLevel(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > limits.accessLevel)
    throw new InvalidArgumentError(`Use a whole number from 0 to ${limits.accessLevel}.`);
  return Number(text);
}

function toCategory(text: string): string {
  const name = asNames(text);
  if (name.length > limits.category)
    throw new InvalidArgumentError(`Use at most ${limits.category} characters.`);
  return name;
}

export function addImportCommand(program: Command) {
  program
    .command('import')
    .argument('<source>', 'a .csv or .json file, or a folder or .zip of markdown files')
    .option('--dry-run', 'show what would happen without changing anything')
    .option('--tier <level>', 'the access level of all items; 0 is free', toLevel)
    .addOption(new Option('--status <status>', 'the status of all items').choices(contentStatuses))
    .option('--category <name>', 'the category of all items', toCategory)
    .description('import prompts and playbooks; importing the same source again changes nothing')
    .addHelpText(
      'after',
      `
CSV      a header with "prompt" (optionally "act" for the title, "type", "for_devs", "contributor"), or with the product's own
         column names: title, prompt_body, description, category, prompt_type, tags, difficulty, tier_access, status, …
JSON     a list of prompts, or an object with "prompts" and "playbooks" as "promptory export" writes it
Folder   (or ZIP) prompts as .md files with YAML front matter, playbooks as .yaml files with "steps"

Missing fields are derived from the text, including the type if the file only says TEXT.
--tier, --status and --category apply to every item and override the file. Invalid rows are refused with a reason; all others are imported in one
transaction. Rows that have not changed since the last import are skipped. The command only fails if nothing can be imported.`,
    )
    .action(async (path: string, options: Options) => {
      const { rows, refused } = await readSource(path);
      const report = await withDatabase(
        ({ db }) => {
          const bar = createProgressBar('Importing', rows.length);
          return importRows(db, asOperator('library'), rows, {
            isDryRun: options.dryRun ?? false,
            status: options.status,
            tier_access: options.tier,
            category: options.category,
            onProgress: bar.show,
          }).finally(bar.end);
        },
        { canCreate: true },
      );
      report.refused.unshift(...refused);
      print(report, options.dryRun ?? false);
      if (report.created + report.changed + report.unchanged === 0) {
        throw new ImportError('Nothing was imported.');
      }
    });
}

function print({ created, changed, unchanged, refused }: ImportReport, isDryRun: boolean) {
  say(isDryRun ? 'Dry run: nothing was changed. The import would have this result:' : 'Import finished:');
  say(
    `  created ${created}   changed ${changed}   skipped (unchanged) ${unchanged}   refused ${refused.length}`,
  );
  for (const { place, reason } of refused.slice(0, maxShown)) say(`  refused ${place}: ${reason}`);
  if (refused.length > maxShown) say(`  … and ${refused.length - maxShown} more`);
}
