import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take minutes, and the journeys in the browser, start first: at the end nothing long is left for one worker. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      /stripe\/(crash|webhook|reversal-orders|two-tabs)/.test(moduleId)
        ? 0
        : /\/e2e\//.test(moduleId)
          ? 1
          : 2;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
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
    // Journeys in the browser wait more than they compute: a third worker uses the time on two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
