import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Components rendered without a browser, shop or database: sentences, errors of fields, states of dialogs. */
const COMPONENTS = 'tests/components/**/*.test.tsx'

/**
 * Attacks, kills, outages, crowds, plans of queries, whole starts, walks through every screen and counts of every press: a lane
 * of their own (npm run test:slow).
 */
const SLOW = [
  'tests/torture/**/*.test.ts',
  'tests/database/*query-plans.test.ts',
  'tests/e2e/{no-sideways-scroll*,accessibility,prepaid-accessibility,hydration,without-javascript,keyboard,taps}.test.ts',
  'tests/api/accounts-queue.test.ts',
  'tests/process/{killed-mid-run,killed-while-paying,database-away,database-role,several-processes,stale-answers,start-and-stop,previous-builds,refused-start,lock-file}.test.ts',
]

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

/** Within a project what drives a browser goes first and, of each kind, what took longest: the last files are short ones. */
class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'components' ? 0 : moduleId.includes('/tests/e2e/') ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // Tests wait for browsers and timers a quarter of the time: three of them keep two processors busy.
    maxWorkers: 3,
    sequence: { sequencer: BrowserFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          include: [COMPONENTS],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/components/setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'shop', include: ['tests/**/*.test.{ts,tsx}'], exclude: [COMPONENTS, ...SLOW], ...WITH_SHOP },
      },
      { extends: true, test: { name: 'slow', include: SLOW, ...WITH_SHOP } },
    ],
  },
})
