import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These take long, some of them by waiting, so they start first: at the end nothing long is left for one worker. */
const longest =
  /platform\/jobs|tests\/(e2e\/every-page|postgres|development|backup|fuzz|visitor-reads|mail\/mailing-|webhooks\/webhooks|stripe\/(crash|hanging|operator|webhook|reversal-orders))/;

/** Journeys in the browser take all of a processor, most other long files wait a good deal: one of each in turn keeps two cores busy. */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const rest = sorted.filter(({ moduleId }) => !longest.test(moduleId));
    const journeys = rest.filter(({ moduleId }) => moduleId.includes('/e2e/'));
    const others = rest.filter(({ moduleId }) => !moduleId.includes('/e2e/'));
    return [
      ...sorted.filter(({ moduleId }) => longest.test(moduleId)),
      ...journeys.flatMap((journey, index) => [journey, ...others.slice(index, index + 1)]),
      ...others.slice(journeys.length),
    ];
  }
}

export default defineConfig({
  resolve: {
    alias: {
      '@node-rs/argon2': fileURLToPath(new URL('tests/harness/quick-argon2.ts', import.meta.url)),
    },
  },
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/harness/global-setup.ts'],
    setupFiles: ['tests/harness/no-console.ts'],
    pool: 'forks',
    // Collecting garbage early takes longer than what it saves.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=64', '--initial-heap-size=2048'],
    // A worker loads the product once and keeps it for its next files: what a file needs, it starts itself.
    isolate: false,
    // Tests wait for the database, the browser and each other's deadlines: on two cores, four workers use that time.
    maxWorkers: 4,
    sequence: { sequencer: InTurns },
    // Long enough for a machine that gives half of its time to others.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
