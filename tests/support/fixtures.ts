import type { BrowserContextOptions } from 'playwright-core'
import { test as base, expect, vi } from 'vitest'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { type ApiOptions, startApi } from './api.ts'
import { DESKTOP, openVisitor, PHONE, shareBrowser, type Visitor } from './browser.ts'
import { createTestDatabase } from './database.ts'
import { type Shop, startShop } from './shop-process.ts'

export { expect }

/** Raised limits, because a test file does in seconds what a person does in a month, and all files share an address. */
const SHARED_SHOP = { LIMIT_FACTOR: '1000' }

/** The shop shared by the files of this worker, started when one of them needs it. */
let started: Promise<Shop> | undefined

function shareShop(): Promise<Shop> {
  started ??= createTestDatabase().then((database) => startShop(database, SHARED_SHOP))
  return started
}

async function stopSharedShop(): Promise<void> {
  const stopping = started
  started = undefined
  const shop = await stopping
  await shop?.stop()
  await shop?.database.drop()
}

/**
 * The fixtures of every test, created when a test (or `test.beforeAll`) names them and removed afterwards. One per
 * worker: browser. One per file: database, shop, api, mailbox. One per test: visitor, phone, and whatever openVisitor
 * and newApi opened. A file that needs other settings extends this: `base.extend('demo', { scope: 'file' }, false)`. It
 * does not override them, since the files of a worker share this object.
 */
export const test = base
  /** Whether `shop` and `database` are those of the worker; see testOnSharedShop. */
  .extend('isShared', { scope: 'file' }, (): boolean => false)
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('sharedShop', { scope: 'worker' }, ({}, { onCleanup }) => {
    onCleanup(stopSharedShop)
    return shareShop
  })
  /** Whether the database begins with the demo catalogue. */
  .extend('demo', { scope: 'file' }, (): boolean => true)
  .extend('database', { scope: 'file' }, async ({ demo, isShared, sharedShop }, { onCleanup }) => {
    if (isShared) return (await sharedShop()).database
    const database = await createTestDatabase({ demo })
    onCleanup(() => database.drop())
    return database
  })
  /** Further settings of `shop`, as environment variables. */
  .extend('shopEnv', { scope: 'file' }, (): Record<string, string> => ({}))
  /** The built shop as a separate process on `database`, with its own sandbox. */
  .extend('shop', { scope: 'file' }, async ({ database, shopEnv, isShared, sharedShop }, { onCleanup }) => {
    if (isShared) return sharedShop()
    const shop = await startShop(database, shopEnv)
    onCleanup(async () => void (await shop.stop()))
    return shop
  })
  /** The mailbox of `shop`; that of `api` is `api.mailbox`. */
  .extend('mailbox', { scope: 'file' }, ({ shop }) => shop.mailbox)
  /** The sandbox of the outside world in this process. `shop` has its own one. */
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('sandbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sandbox = await startSandbox({ port: 0 })
    onCleanup(() => sandbox.close())
    return sandbox
  })
  .extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({}))
  /** The API in this process on `database` and `sandbox`, over HTTP. */
  .extend('api', { scope: 'file' }, async ({ database, sandbox, apiOptions }, { onCleanup }) => {
    const api = await startApi(database, sandbox, apiOptions)
    onCleanup(() => api.stop())
    return api
  })
  /** Starts another API on a new database, for one test. */
  .extend('newApi', ({ demo, sandbox }, { onCleanup }) => {
    const stops: (() => Promise<void>)[] = []
    onCleanup(async () => {
      for (const stop of stops.toReversed()) await stop()
    })
    return async (options: ApiOptions = {}) => {
      const database = await createTestDatabase({ demo })
      stops.push(() => database.drop())
      const api = await startApi(database, sandbox, options)
      stops.push(() => api.stop())
      return api
    }
  })
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await shareBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  /** Opens another visitor of `shop`. A browser error of any visitor fails the test. */
  .extend('openVisitor', ({ browser, shop, task }, { onCleanup }) => {
    const visitors: Visitor[] = []
    onCleanup(async () => {
      if (task.result?.state === 'fail') await keepPictures(visitors, task.name)
      else for (const visitor of visitors) await visitor.waitForExpectedErrors()
      for (const { context } of visitors) await context.close()
      for (const visitor of visitors) visitor.checkErrors()
    })
    return async (options: BrowserContextOptions = DESKTOP) => {
      const visitor = await openVisitor(browser, shop.url, options)
      visitors.push(visitor)
      return visitor
    }
  })
  .extend('visitor', ({ openVisitor }) => openVisitor(DESKTOP))
  .extend('phone', ({ openVisitor }) => openVisitor(PHONE))

/**
 * Like `test`, on a shop that all such files of a worker share, with its database and mailbox. For files that change no
 * settings, empty no table, and count only what they created under their own addresses.
 */
export const testOnSharedShop = test.extend('isShared', { scope: 'file' }, true)

/** Stores the last screen of every visitor of a failed test. */
async function keepPictures(visitors: readonly Visitor[], test: string): Promise<void> {
  for (const [index, { page }] of visitors.entries()) {
    const path = `tests/.artifacts/failed/${test.replaceAll(/[^\p{L}\d]+/gu, '-')}-${index}.png`
    await page.screenshot({ path })
    console.log(`Failed at ${page.url()}, seen in ${path}`)
  }
}

/** Waits until the check passes, and returns its result. Fails with the last error if it never passes. */
export function eventually<Value>(check: () => Promise<Value>, withinMs = 120_000): Promise<Value> {
  return vi.waitFor(check, { timeout: withinMs, interval: 100 })
}
