import { defineConfig } from 'vitest/config'

const BROWSER = 'tests/e2e/**/*.test.ts'

/** Components rendered without a browser, shop or database: sentences, errors of fields, states of dialogs. */
const COMPONENTS = 'tests/components/**/*.test.tsx'

/**
 * Attacks, kills, outages, crowds, plans of queries, whole starts, walks through every screen and counts of every
 * press: a lane of their own (npm run test:slow).
 */
const SLOW = [
  'tests/torture/**/*.test.ts',
  'tests/database/*query-plans.test.ts',
  'tests/e2e/{no-sideways-scroll*,accessibility,prepaid-accessibility,hydration,without-javascript,keyboard,taps,guest-checkout,lazy-parts,failed-navigation,prepaid-withdrawal}.test.ts',
  'tests/api/accounts-queue.test.ts',
  'tests/process/{killed-mid-run,killed-while-paying,database-away,database-role,several-processes,stale-answers,start-and-stop,previous-builds,pooler,replica,newer-migration,backup-commands,refused-start,lock-file,upgrade}.test.ts',
]

/** Three database hosts and two of the shop, one file after another. */
const CLUSTER = 'tests/torture/cluster*.test.ts'

/** Of every test that runs the shop. */
const WITH_SHOP = {
  globalSetup: ['tests/support/browser-binary.ts', 'tests/support/start-database.ts'],
  // A worker runs many files: the modules of the shop are evaluated once, and one browser is open, as long as it lives.
  isolate: false,
  // Real processes and databases on a busy machine: a limit that only a hang reaches.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          include: [COMPONENTS],
          environment: 'jsdom',
          // A window of its own for each file, while jsdom itself is evaluated once in a worker: half of the time.
          pool: 'vmForks',
          maxWorkers: 2,
          // All but 'performance', of which jsdom has only a part.
          fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
          sequence: { groupOrder: 0 },
          setupFiles: ['tests/components/setup.ts'],
        },
      },
      // With a browser each, three files keep two processors busy; others wait for timers and the database half of the
      // time.
      {
        extends: true,
        test: {
          name: 'browser',
          include: [BROWSER],
          exclude: SLOW,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...WITH_SHOP,
        },
      },
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [COMPONENTS, BROWSER, ...SLOW],
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          ...WITH_SHOP,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: SLOW,
          exclude: [CLUSTER],
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          ...WITH_SHOP,
        },
      },
      // It changes this machine's network, which browsers would notice.
      {
        extends: true,
        test: { name: 'cluster', include: [CLUSTER], maxWorkers: 1, sequence: { groupOrder: 4 }, ...WITH_SHOP },
      },
    ],
  },
})
