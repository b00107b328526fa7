import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/browser-binary.ts', 'tests/support/start-database.ts'],
    // A worker runs many files: the modules of the shop are evaluated once, and one browser is open, as long as it lives.
    isolate: false,
    // Tests wait for browsers and timers a quarter of the time: three of them keep two processors busy.
    maxWorkers: 3,
    // Real processes and databases on a busy machine: a limit that only a hang reaches.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
