import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { forgetMeasured, type MeasuredCall, readMeasured } from '#tests/support/analytics.ts'
import { PHONE, STRANGER } from '#tests/support/browser.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import { cartWith } from './checkout.ts'
import { coversNoOffer } from './layout.ts'
import { orderAhead, payByBlik, seesReceived } from './prepaid.ts'
import { chooseCourier, openCart, orderButton, signInByApi, visit } from './storefront.ts'

const IDS = ['G-SKLEP12345', 'AW-123456789', 'GT-SKLEP99']
const CONVERSION = 'AW-123456789/Zakup_1'

const test = base.extend(
  'shopEnv',
  { scope: 'file' },
  { MEASUREMENT_IDS: IDS.join(', '), MEASUREMENT_CONVERSION: CONVERSION },
)

const bar = (page: Page) => page.getByRole('region', { name: 'Czy możemy mierzyć odwiedziny?' })
const agree = (page: Page) => bar(page).getByRole('button', { name: 'Zgadzam się' }).click()

const views = (calls: MeasuredCall[]) =>
  calls
    .filter(({ command, name }) => command === 'event' && name === 'page_view')
    .map(({ fields }) => String(fields.page_location).replace(/^https?:\/\/[^/]+/, ''))
const events = (calls: MeasuredCall[], name: string) =>
  calls.filter((call) => call.command === 'event' && call.name === name).map(({ fields }) => fields)

test('no other site is called before a visitor agrees, nor after they refuse', async ({ shop, openVisitor }) => {
  const { page, context } = await openVisitor(PHONE)
  const asked: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== shop.url) asked.push(request.url())
  })
  await visit(page, '/')
  const [refuse, accept] = [bar(page).getByRole('button').first(), bar(page).getByRole('button').last()]
  expect([await refuse.textContent(), await accept.textContent()]).toEqual(['Odrzuć', 'Zgadzam się'])
  await expect.poll(() => refuse.getAttribute('class')).toBe(await accept.getAttribute('class'))
  // Apart from the rounding of pixels.
  const [refuseBox, acceptBox] = [await refuse.boundingBox(), await accept.boundingBox()]
  expect(refuseBox?.width).toBeCloseTo(acceptBox?.width ?? 0, 0)
  await expectAccessible(page, 'the question')
  await refuse.tap()
  await bar(page).waitFor({ state: 'detached' })
  await visit(page, '/sklep')
  // Hidden while it would cover something.
  await page.getByTitle('Wyślij wiadomość').waitFor({ state: 'attached' })
  expect(await bar(page).count()).toBe(0)
  expect(asked).toEqual([])
  expect(await readMeasured(shop)).toEqual([])
  expect((await ask(shop.url, '/polityka-prywatnosci')).text).toContain('wyłącznie za zgodą: adresy odwiedzonych stron')
  const policy = String((await ask(shop.url, '/')).headers['content-security-policy'])
  const collector = new URL(shop.mailboxUrl).origin
  expect(policy).toContain(` ${collector}; style-src`)
  expect(policy).toContain(`connect-src 'self' ${collector};`)
  expect(policy).not.toMatch(/unsafe/)
})

test.for([
  [320, 640],
  [390, 844],
] as const)(
  'first visit to a product at %i x %i: question, popup and privacy notice come one after the other',
  async ([width, height], { openVisitor }) => {
    const { page } = await openVisitor({ ...PHONE, ...STRANGER, viewport: { width, height } })
    const popup = page.locator('dialog[open]')
    const pill = page.getByRole('region', { name: 'Informacja o prywatności' })
    const contact = page.getByTitle('Wyślij wiadomość')
    const shown = async () => {
      const parts = { question: bar(page), popup, pill, contact }
      const seen = await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part.isVisible()]))
      return seen.flatMap(([name, isSeen]) => (isSeen ? [name] : []))
    }
    await page.clock.install()
    await visit(page, '/produkt/anbar-sahili')
    await bar(page).waitFor()
    await page.clock.runFor(3000)
    await expect.poll(shown).toEqual(['question'])
    await coversNoOffer(page, bar(page))
    await bar(page).getByRole('button', { name: 'Odrzuć' }).tap()
    await page.clock.runFor(2000)
    await popup.waitFor()
    await expect.poll(shown).toEqual(['popup'])
    await coversNoOffer(page, popup)
    await popup.getByRole('button', { name: 'Zamknij' }).tap()
    await page.clock.runFor(1000)
    await popup.waitFor({ state: 'detached' })
    // The contact links hide where they would cover something.
    await expect.poll(async () => (await shown()).filter((name) => name !== 'contact')).toEqual(['pill'])
  },
)

test('with consent: three ids, every page once and without typed text, until consent is withdrawn', async ({
  shop,
  visitor: { page },
}) => {
  await forgetMeasured(shop)
  await visit(page, '/sklep?gender=women&search=a&session_id=cs_test_tajne')
  await agree(page)
  await eventually(async () => expect(views(await readMeasured(shop))).toEqual(['/sklep?gender=women']))
  const begun = await readMeasured(shop)
  expect(
    begun.map(({ command, name }) => `${command} ${command === 'js' || command === 'set' ? '' : name}`.trim()),
  ).toEqual(['consent default', 'js', 'set', ...IDS.map((id) => `config ${id}`), 'set', 'event page_view'])
  for (const { fields } of begun.filter(({ command }) => command === 'config'))
    expect(fields.send_page_view).toBe(false)

  await page.getByRole('article').getByRole('link').first().click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Kup teraz' }) })
  await dialog.waitFor()
  const product = new URL(page.url()).pathname
  await eventually(async () => expect(views(await readMeasured(shop))).toEqual(['/sklep?gender=women', product]))
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  const cart = await openCart(page)
  await page.keyboard.press('Escape')
  await cart.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Perfumeria', exact: true }).click()
  const all = ['/sklep?gender=women', product, '/sklep?gender=women', '/']
  await eventually(async () => expect(views(await readMeasured(shop))).toEqual(all))

  await page.getByRole('button', { name: 'Zgoda na pomiary' }).click()
  await bar(page).getByText('Teraz: zgoda.').waitFor()
  await bar(page).getByRole('button', { name: 'Odrzuć' }).click()
  await page.getByRole('link', { name: 'SKLEP', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Sklep' }).waitFor()
  await eventually(async () => {
    const last = (await readMeasured(shop)).at(-1)
    expect([last?.command, last?.name]).toEqual(['consent', 'update'])
  })
  const told = JSON.stringify(await readMeasured(shop))
  expect(told).not.toMatch(/session_id|cs_test|search=/)
  expect(views(await readMeasured(shop))).toEqual(all)
})

test('an order is measured once, with value, PLN and number, and retried; a missing script delays nobody', async ({
  shop,
  mailbox,
  visitor,
}) => {
  visitor.expectErrors(/Failed to load resource: the server responded with a status of 503/)
  const { page, context } = visitor
  await forgetMeasured(shop)
  await signInByApi(context, 'mierzona@example.test')
  await visit(page, '/sklep')
  await agree(page)
  await mailbox.planFault({ service: 'analytics', mode: 'lose', event: 'purchase', times: 2 })
  let cart = await cartWith(page, 'Misk Fajri')
  await chooseCourier(cart)
  await orderButton(cart).click()
  await page.getByRole('heading', { name: 'Dziękujemy za zamówienie' }).waitFor()
  await eventually(async () => expect(events(await readMeasured(shop), 'purchase')).toHaveLength(1))
  const { id, total_grosze } = await shop.database.db
    .selectFrom('orders')
    .select(['id', 'total_grosze'])
    .executeTakeFirstOrThrow()
  const order = { transaction_id: id.slice(0, 8), value: total_grosze / 100, currency: 'PLN' }
  expect(events(await readMeasured(shop), 'purchase')).toEqual([
    { ...order, shipping_tier: 'cash_on_delivery_courier' },
  ])
  // Sent after it, separately.
  await eventually(async () =>
    expect(events(await readMeasured(shop), 'conversion')).toEqual([{ ...order, send_to: CONVERSION }]),
  )

  // It closes by going back, which would stop the way to the next page.
  await page.getByRole('heading', { name: 'Dziękujemy za zamówienie' }).waitFor({ state: 'detached' })
  await orderAhead(page, context, 'Layali Zahran', 'mierzona@example.test')
  await payByBlik(page)
  await seesReceived(page)
  await eventually(async () => expect(events(await readMeasured(shop), 'purchase')).toHaveLength(2))
  expect(events(await readMeasured(shop), 'purchase')[1]).toMatchObject({
    shipping_tier: expect.stringMatching(/^prepaid_/),
  })
  await page.reload()
  await seesReceived(page)
  await eventually(async () => expect(views(await readMeasured(shop)).at(-1)).toBe('/payment-success'))
  expect(events(await readMeasured(shop), 'purchase')).toHaveLength(2)
  expect(JSON.stringify(await readMeasured(shop))).not.toMatch(/cs_(test|live)|mierzona/)

  const other = await context.newPage()
  await mailbox.planFault({ service: 'analytics', mode: 'no_script', times: 100 })
  await visit(other, '/sklep')
  cart = await cartWith(other, 'Anbar Sahili')
  await chooseCourier(cart)
  await orderButton(cart).click()
  await other.getByRole('heading', { name: 'Dziękujemy za zamówienie' }).waitFor()
  expect(events(await readMeasured(shop), 'purchase')).toHaveLength(2)
})
