import { execFileSync } from 'node:child_process';
import { dropDatabase, makeTemplate, startTestServer, withDatabase } from './postgres.ts';

/** Arguments for kysely-codegen; `--verify` only compares. */
export const codegenArguments = (url: string) => [
  'node_modules/kysely-codegen/dist/cli/bin.js',
  '--dialect=postgres',
  `--url=${url}`,
  '--out-file=src/platform/database.types.ts',
  '--default-schema=public',
  '--include-pattern=(public|auth).*',
  '--exclude-pattern=*.kysely_*',
  '--date-parser=string',
];

if (import.meta.main) {
  const server = await startTestServer();
  const template = await makeTemplate(server.url);
  execFileSync(process.execPath, codegenArguments(withDatabase(server.url, template)), { stdio: 'inherit' });
  await dropDatabase(server.url, template);
  await server.stop();
}
