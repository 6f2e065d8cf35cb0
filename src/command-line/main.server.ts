import { Command } from 'commander';
import { isDatabaseAway } from '#platform/database/database.server.ts';
import { codeOf, failureMessage } from '#platform/error-message.ts';
import { release } from '#platform/release.server.ts';
import { addAdminCommand } from './admin.server.ts';
import { addBackupCommands } from './backup.server.ts';
import { addBillingCommands } from './billing.server.ts';
import { addBounceCommand } from './bounce.server.ts';
import { addDoctorCommand } from './doctor.server.ts';
import { addExportCommand } from './export.server.ts';
import { addImportCommand } from './import.server.ts';
import { addKeysCommand } from './keys.server.ts';
import { addMailCommand } from './mail.server.ts';
import { addMemberCommand } from './member.server.ts';
import { nameCommand } from './open-site.server.ts';

const program = new Command('promptory')
  .description("the operator's command line; it reads the same environment as the site")
  .usage('<command>')
  .version(release)
  .showHelpAfterError();

addImportCommand(program);
addExportCommand(program);
addAdminCommand(program);
addBackupCommands(program);
addMemberCommand(program);
addBillingCommands(program);
addMailCommand(program);
addBounceCommand(program);
addKeysCommand(program);
addDoctorCommand(program);

program.hook('preAction', (_program, command) => {
  const names: string[] = [];
  for (let part: Command | null = command; part?.parent; part = part.parent) names.unshift(part.name());
  nameCommand(names.join(' '));
});

/** Whether the program that reads the output has exited, as in `| head`. */
const isUnread = (error: unknown): boolean => codeOf(error) === 'EPIPE' && !isDatabaseAway(error);
let told: unknown;
function tell(error: unknown) {
  if (isUnread(error) || error === told) return;
  told = error;
  process.stderr.write(`${failureMessage(error)}\n`);
  process.exitCode ||= 1;
}
// A command that changes something still runs to its end.
process.stdout.on('error', tell);
// If the launcher exits, the command still runs to its end instead of stopping halfway.
process.on('disconnect', () => undefined);
try {
  await program.parseAsync();
  process.disconnect?.();
} catch (error) {
  tell(error);
  process.disconnect?.();
}
