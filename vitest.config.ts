import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Files in memory, on Linux. */
const MEMORY = '/dev/shm'
/** Several times what the tests of all workers have at once, bytes. */
const ROOM = 2 * 1024 ** 3

// Temporary files are in memory where it has room: each file of tests copies a database of hundreds of files.
if (hasRoomInMemory()) process.env.TMPDIR ??= MEMORY

function hasRoomInMemory(): boolean {
  // In some containers programs of this folder cannot be run, which tests of deployments do.
  if (!existsSync(MEMORY) || / \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'))) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM
}

/** A buyer's way from the cart to a paid order, in a browser, and how the owner begins to send it. */
const ORDERING = [
  'tests/e2e/checkout-{account,confirmation,forms,interrupted,refusals,steps}.test.ts',
  'tests/e2e/{customer-buys-by-courier,guest-buys-to-locker,prepaid-journeys,admin-orders}.test.ts',
]

/** Components rendered without a browser, shop or database: sentences, errors of fields, states of dialogs. */
const COMPONENTS = 'tests/components/**/*.test.tsx'

/** A lane of their own (npm run test:slow): tests that kill, count or visit all, besides other journeys. */
const SLOW = [
  // Attacks, outages, crowds and plans of queries; servers of mail that refuse, stall or are away.
  'tests/torture/**/*.test.ts',
  'tests/database/*query-plans.test.ts',
  'tests/api/**/{accounts-limits,accounts-queue,link-limits,moving-in,orders-strangers}.test.ts',
  'tests/api/baselinker/{hostile,products}.test.ts',
  'tests/contracts/{mail-delivery,mail-outbox,mail-server-away,pictures,scheduled-jobs}.test.ts',
  'tests/database/{backups,backup-versions,invoices,money-movements,random-returns,return-register}.test.ts',
  // Processes that are killed, cut off from the database, upgraded or observed.
  'tests/process/{killed-mid-run,killed-while-paying,database-away,database-role,lock-file,several-processes}.test.ts',
  'tests/process/{backup-commands,newer-migration,one-machine,pooler,previous-builds,upgrade}.test.ts',
  'tests/process/{doctor,guides,metrics,own-texts,panel-weight,router-forms,shop-profile}.test.ts',
  'tests/process/{failures,going-live,refused-start,stale-answers,start-and-stop,start-clean-command,tracing}.test.ts',
  'tests/process/{connections,payments,public-reads,till-agent}.test.ts',
  // Every page, address or feed.
  'tests/process/{addresses,cached-calls,feeds,first-visit-weight,page-access,search-engines}.test.ts',
]

/** Three database hosts and two of the shop, one file after another. */
const CLUSTER = 'tests/torture/cluster*.test.ts'

/** The settings of every test that runs the shop. */
const WITH_SHOP = {
  globalSetup: ['tests/support/browser-binary.ts', 'tests/support/start-database.ts'],
  // A worker runs many files: the modules of the shop are evaluated once, and one browser is open, as long as it lives.
  isolate: false,
  // Real processes and databases on a busy machine: limits that only a hang reaches.
  testTimeout: 900_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
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
          // Each file gets a window of its own, while a worker evaluates jsdom once, which halves the time.
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
          include: ORDERING,
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
          exclude: [COMPONENTS, 'tests/e2e/**', ...SLOW],
          maxWorkers: 5,
          sequence: { groupOrder: 2 },
          ...WITH_SHOP,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...SLOW, 'tests/e2e/**/*.test.ts'],
          exclude: [CLUSTER, ...ORDERING],
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          ...WITH_SHOP,
        },
      },
      // These tests change this machine's network, which would disturb browsers.
      {
        extends: true,
        test: { name: 'cluster', include: [CLUSTER], maxWorkers: 1, sequence: { groupOrder: 4 }, ...WITH_SHOP },
      },
    ],
  },
})
