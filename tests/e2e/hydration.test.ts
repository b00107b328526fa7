import { PHONE, STRANGER } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { PUBLIC_PATHS } from '#tests/support/public-paths.ts'

const PAGES: Record<string, number> = {
  ...Object.fromEntries(PUBLIC_PATHS.map((path) => [path, 200])),
  '/?page=2': 200,
  '/?page=99999&utm_source=ig': 200,
  '/sklep?search=oud&gender=women&sort=price-asc': 200,
  '/sklep?search=nic-takiego': 200,
  '/produkt/layali-zahran': 200,
  '/produkt/malina-disco?utm_source=ig': 200,
  '/produkt/nie-ma-takiego': 404,
  '/nie-ma-takiej': 404,
  '/admin': 401,
}

/** Whether React has hydrated the document: it has attached its keys to the element. */
const isTakenOver = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))

test.for(Object.entries(PAGES))('%s is hydrated as the shop rendered it', async ([path, status], { openVisitor }) => {
  for (const device of [undefined, PHONE]) {
    const visitor = await openVisitor(device)
    if (path === '/nie-ma-takiej') visitor.expectErrors(/^404: nieznany adres/)
    const response = await visitor.page.goto(path)
    expect(response?.status()).toBe(status)
    expect(await visitor.page.evaluate(() => document.compatMode)).toBe('CSS1Compat')
    await visitor.page.waitForFunction(isTakenOver)
    await eventually(async () => visitor.checkErrors())
  }
})

test.for(['/nie-ma-takiej', '/produkt/nie-ma-takiego'])(
  '%s requests no data when the popup adds its history entry',
  async (path, { openVisitor }) => {
    const { page, expectErrors } = await openVisitor({ ...PHONE, ...STRANGER })
    if (path === '/nie-ma-takiej') expectErrors(/^404: nieznany adres/)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(path)
    await page.getByRole('button', { name: 'Zobacz ofertę' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('.data'))).toEqual([])
  },
)

test('a search opened before the scripts loaded suggests products for the typed text', async ({ visitor }) => {
  const { page } = visitor
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/regulamin', { waitUntil: 'commit' })
  await page.locator('summary[aria-label=Szukaj]').click()
  await page.getByLabel('Szukaj perfum, marki lub nuty').pressSequentially('oud')
  held.resolve()
  await page.getByRole('option').first().waitFor()
})
