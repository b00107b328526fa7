import { brotliDecompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { visit } from '#tests/e2e/storefront.ts'
import { PASSWORD } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import { signUpRegularBuyer } from '#tests/support/regular-buyer.ts'

/** Bytes of the page for a customer who ordered three perfumes twenty times, uncompressed and as sent. */
const MOST = { whole: 95_000, sent: 11_700 }
/** Script files that each panel requests until it is idle. */
const MOST_SCRIPTS = { '/panel-klienta': 13, '/admin': 14 }

test('the panel of a regular buyer stays light', async ({ shop, database: { db } }) => {
  const headers = { Cookie: await signUpRegularBuyer(shop.url, db), 'Accept-Encoding': 'br' }
  const page = await ask(shop.url, '/panel-klienta', { headers })
  const whole = brotliDecompressSync(page.body)
  expect(whole.toString().match(/Szczegóły zamówienia/g)).toHaveLength(30)
  expect(whole.length).toBeLessThan(MOST.whole)
  expect(page.body.length).toBeLessThan(MOST.sent)
})

/** Counts the script files that a page requests until it is idle. */
async function countScripts(page: Page, path: string): Promise<number> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await visit(page, path)
  await page.waitForLoadState('networkidle')
  return scripts.size
}

test('the panels of customer and admin load few script files', async ({ shop, openVisitor }) => {
  const customer = await openVisitor()
  const account = { email: 'nowa@example.test', password: PASSWORD, acceptedTerms: true }
  const signedIn = await customer.context.request.post('/api/guest-sign-in', { data: account })
  expect(signedIn.status()).toBe(200)
  const admin = await openVisitor()
  expect((await admin.context.request.post('/api/admin-sign-in', { data: shop.admin })).status()).toBe(200)
  for (const [page, path] of [
    [customer.page, '/panel-klienta'],
    [admin.page, '/admin'],
  ] as const) {
    const scripts = await countScripts(page, path)
    expect(scripts, path).toBeGreaterThan(2)
    expect(scripts, path).toBeLessThanOrEqual(MOST_SCRIPTS[path])
  }
})
