import { PHONE, STRANGER } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'

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
