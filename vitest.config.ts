import { defineConfig } from 'vitest/config'

/** Components rendered without a browser, shop or database: sentences, errors of fields, states of dialogs. */
const COMPONENTS = 'tests/components/**/*.test.tsx'

export default defineConfig({
  test: {
    // Tests wait for browsers and timers a quarter of the time: three of them keep two processors busy.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          include: [COMPONENTS],
          environment: 'jsdom',
          setupFiles: ['tests/components/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [COMPONENTS],
          globalSetup: ['tests/support/browser-binary.ts', 'tests/support/start-database.ts'],
          // A worker runs many files: the modules of the shop are evaluated once, and one browser is open, as long as it lives.
          isolate: false,
          // Real processes and databases on a busy machine: a limit that only a hang reaches.
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
