import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core'
import { unpackBrowser } from './browser-binary.ts'

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: unpackBrowser(),
    headless: true,
    // Not the package's own arguments: its --single-process dies when a context closes.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  })
}

export type Visitor = {
  page: Page
  context: BrowserContext
  /** Every error the browser reported: thrown in the page, logged as an error, or refused by the policy. */
  errors: string[]
}

/** A visitor with a browser of their own. Errors the page did not mean to log must be none at the end of a journey. */
export async function openVisitor(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL, locale: 'pl-PL', timezoneId: 'Europe/Warsaw', ...options })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // A refused call (4xx) is the server's clear answer, not a fault; the browser logs it all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  return { page, context, errors }
}
