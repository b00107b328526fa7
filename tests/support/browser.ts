import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core'
import { expect } from 'vitest'
import { unpackBrowser } from './browser-binary.ts'

/** What a person waits for on a busy machine: a limit that only a hang reaches, ms. */
const BROWSER_TIMEOUT_MS = 120_000

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

export async function launchBrowser(furtherArguments: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: unpackBrowser(),
    headless: true,
    // Not the package's own arguments: with its --single-process the browser crashes when a context closes.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...furtherArguments,
    ],
  })
}

let shared: Promise<Browser> | undefined

/** The browser of this process, launched once for all its test files. */
export function shareBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

export type Visitor = {
  page: Page
  context: BrowserContext
  /** Each pattern must match an error that the browser reports during this test; every other error still fails it. */
  expectErrors(...patterns: RegExp[]): void
  /** Waits until the browser has reported every expected error, which it may do after a test's last step. */
  waitForExpectedErrors(): Promise<void>
  /** Throws when the browser reported an error that was not expected, or did not report one that was. */
  checkErrors(): void
}

/** The browser's message about a refused call. It is a regular answer, not a fault. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4\d\d/

/** A returning visitor: the privacy notice and the popup are already closed. */
const known = (origin: string): BrowserContextOptions['storageState'] => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: ['privacy_accepted', 'promo_dismissed'].map((name) => ({
        name,
        value: '2026-01-01T00:00:00.000Z',
      })),
    },
  ],
})

/** A first-time visitor. */
export const STRANGER: BrowserContextOptions = { storageState: { cookies: [], origins: [] } }

/**
 * A visitor with a new browser context, whose pages are all checked for errors. A returning one unless a STRANGER is
 * asked for.
 */
export async function openVisitor(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    storageState: known(baseURL),
    ...options,
  })
  context.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  // The browser logs nothing about errors that a script catches, such as a refused compilation of code.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, sourceFile }) =>
      console.error(`Refused by the policy: ${effectiveDirective} ${blockedURI} of ${sourceFile}`),
    )
  })
  const errors: string[] = []
  const expected: RegExp[] = []
  const listMissing = () => expected.filter((pattern) => !errors.some((error) => pattern.test(error)))
  // Thrown in a page, logged as an error, or refused by the content security policy, which is logged as an error as
  // well.
  context.on('weberror', (webError) => errors.push(String(webError.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) errors.push(message.text())
  })
  return {
    page: await context.newPage(),
    context,
    expectErrors: (...patterns) => expected.push(...patterns),
    waitForExpectedErrors: () => expect.poll(() => listMissing().map(String)).toEqual([]),
    checkErrors() {
      const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
      const found = [
        ...unexpected.map((error) => `The browser reported: ${error}`),
        ...listMissing().map((pattern) => `The browser never reported ${pattern}`),
      ]
      if (found.length > 0) throw new Error(found.join('\n'))
    },
  }
}
