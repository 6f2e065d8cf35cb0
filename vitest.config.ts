import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These take long and wait most of the time, for a process that starts or an answer that does not come. */
const waiting =
  /tests\/(postgres|development|backup|fuzz|visitor-reads|mail\/mailing-|webhooks\/webhooks|stripe\/(crash|hanging|operator|webhook|reversal-orders))/;

/**
 * Journeys in the browser take all of a processor. One that mostly waits beside two of them keeps two cores busy, and what is short fills the
 * gaps.
 */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const waits = sorted.filter(({ moduleId }) => waiting.test(moduleId));
    const journeys = sorted
      .filter(({ moduleId }) => moduleId.includes('/e2e/'))
      // By far the longest.
      .sort(
        (one, other) =>
          Number(other.moduleId.includes('every-page')) - Number(one.moduleId.includes('every-page')),
      );
    const others = sorted.filter((file) => !waits.includes(file) && !journeys.includes(file));
    return [
      ...journeys.flatMap((journey, index) => [
        journey,
        ...(index % 2 === 0 ? waits.slice(index / 2, index / 2 + 1) : []),
        ...others.slice(index, index + 1),
      ]),
      ...waits.slice(Math.ceil(journeys.length / 2)),
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
    // A worker loads the product once and keeps it for its next files: what a file needs, it starts itself.
    isolate: false,
    // More than these take a tenth more of the processor on two cores and gain no time.
    maxWorkers: 3,
    sequence: { sequencer: InTurns },
    // Long enough for a machine that gives half of its time to others.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
