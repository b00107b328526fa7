import type { Locator } from 'playwright-core'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { complaintAt, orderByApi, PASSWORD, plain, seesToast, signInByApi, textOf } from './storefront.ts'

const ANNA = 'anna@example.test'
const BARTEK = 'bartek@example.test'

/** Anna orders two products in one checkout, Bartek one, which then counts as paid ahead. */
test.beforeAll(async ({ shop, browser, database }) => {
  for (const [email, slugs] of [
    [ANNA, ['ward-nahari', 'misk-fajri']],
    [BARTEK, ['layali-zahran']],
  ] as const) {
    const context = await browser.newContext({ baseURL: shop.url })
    await signInByApi(context, email)
    await orderByApi(context, slugs)
    await context.close()
  }
  await database.db.updateTable('orders').set({ status: 'paid' }).where('email', '=', BARTEK).execute()
})

test('admin: signs in the admin alone, lists all orders, and signs out', async ({
  visitor: { page, context },
  shop,
  database,
}) => {
  await page.goto('/admin/zamowienia')
  const email = page.getByRole('textbox', { name: 'E-mail', exact: true })
  const password = page.getByRole('textbox', { name: 'Hasło', exact: true })
  const enter = page.getByRole('button', { name: 'Zaloguj się', exact: true })
  const type = async (address: string, secret: string) => {
    await email.fill(address)
    await password.fill(secret)
  }
  // The page is interactive once the button reacts to typing.
  await eventually(async () => {
    await type('', '')
    await type(shop.admin.email, 'x')
    expect(await enter.isEnabled()).toBe(true)
  })
  await type(shop.admin.email, '')
  expect(await enter.isDisabled()).toBe(true)
  await type('  ', 'nie-to-haslo')
  expect(await enter.isDisabled()).toBe(true)

  await type(shop.admin.email, 'nie-to-haslo')
  await enter.click()
  await seesToast(page, 'Błąd logowania', 'Nieprawidłowy email lub hasło.')
  await type(ANNA, PASSWORD)
  await enter.click()
  await seesToast(page, 'Błąd logowania', 'Access denied. Admin privileges required.')
  // The toast alone shows the message.
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  expect(await complaintAt(email)).toBe('')
  expect(await (await context.request.get('/api/me')).json()).toMatchObject({ user: null })

  await type(shop.admin.email, shop.admin.password)
  await enter.click()
  await seesToast(page, 'Zalogowano pomyślnie', 'Witaj w panelu administracyjnym.')
  const rail = page.getByRole('navigation', { name: 'Panel Administracyjny' })
  await rail.waitFor()
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0 }
  const [bar, said] = [await boxOf(rail), await boxOf(page.getByRole('region', { name: 'Powiadomienia' }))]
  expect(said.x).toBeGreaterThan(bar.x + bar.width)
  const heading = page.getByRole('heading', { name: /Zamówienia/ })
  await eventually(async () => expect(await textOf(heading)).toBe('Zamówienia (3)'))
  await expect.poll(() => page.title()).toBe('Zamówienia – Panel Administracyjny')
  const groups = page.getByRole('table').getByRole('rowgroup')
  const annas = groups.filter({ hasText: /Jedna paczka, 2.zamówienia/ })
  // 79,00 + 64,90 + 19,99 for the courier, split to the grosz between both orders.
  expect((await textOf(annas)).match(/Za pobraniem/g)).toHaveLength(2)
  await expect.poll(() => textOf(annas)).toContain('do zapłaty 163,89 zł')
  const rows = await database.db.selectFrom('orders').select('total_grosze').where('email', '=', ANNA).execute()
  expect(rows.reduce((sum, { total_grosze }) => sum + total_grosze, 0)).toBe(7900 + 6490 + 1999)
  for (const { total_grosze } of rows)
    await expect.poll(() => textOf(annas)).toContain(plain(formatGrosze(total_grosze)))
  const bartek = page.getByRole('row').filter({ hasText: 'Layali Zahran' })
  await expect.poll(() => textOf(bartek)).toContain('Opłacone z góry')
  await expect.poll(() => textOf(bartek)).toContain('138,99 zł')

  await annas.getByRole('link').first().click()
  await page.getByRole('heading', { name: /^Zamówienie \d{8}$/ }).waitFor()
  const whole = await textOf(page.getByRole('article'))
  for (const shown of [
    'Jedna paczka, 2 zamówienia, razem 163,89 zł',
    ANNA,
    '+48 600 700 800',
    'Kurier',
    'Źródlana 12a/3',
    '31-005 Kraków',
  ]) {
    expect(whole).toContain(shown)
  }

  await page.getByRole('button', { name: 'Wyloguj' }).click()
  await seesToast(page, 'Wylogowano')
  await page.getByRole('heading', { name: 'Panel Administracyjny' }).waitFor()
  expect(await page.getByText(ANNA).count()).toBe(0)
})

test('admin: after signing out, a call in progress does not ask for the password', async ({
  visitor: { page, context },
  shop,
  database,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  const { id } = await database.db
    .selectFrom('orders')
    .select('id')
    .where('email', '=', BARTEK)
    .executeTakeFirstOrThrow()
  const signedOut = page.waitForResponse('**/api/auth/sign-out')
  const refused = page.waitForResponse((answer) => /parcels/.test(answer.url()) && answer.status() === 404)
  // The call reaches the shop without a session, and the page learns this only then.
  await page.route('**/api/admin/parcels/*', async (route) => {
    await signedOut
    await route.continue()
  })
  await page.route('**/*.data*', async (route) => {
    await (await refused).finished()
    await route.continue()
  })
  await page.goto(`/admin/zamowienia/${id}`)
  await page.getByRole('heading', { name: /^Zamówienie \d{8}$/ }).waitFor()
  await page.getByRole('button', { name: 'Wyloguj' }).click()
  await seesToast(page, 'Wylogowano')
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).waitFor()
  expect(await page.getByRole('dialog', { name: /Zaloguj się/ }).count()).toBe(0)
})

test('admin: refuses a signed-in customer', async ({ phone: { page, context } }) => {
  await signInByApi(context, ANNA)
  const answer = await page.goto('/admin/zamowienia')
  expect(answer?.status()).toBe(403)
  await page.getByRole('heading', { name: 'Dostęp zabroniony' }).waitFor()
  await page.getByText('Tylko administratorzy mogą uzyskać dostęp do tego panelu.').waitFor()
  expect(await page.getByText(BARTEK).count()).toBe(0)
})

test.for(['a visitor', 'a customer', 'the admin'])(
  'admin: answers %s at every address with mails only for the admin',
  async (who, { visitor: { context }, shop, database }) => {
    if (who === 'a customer') await signInByApi(context, ANNA)
    if (who === 'the admin') await context.request.post('/api/admin-sign-in', { data: shop.admin })
    await database.db
      .updateTable('mail_outbox')
      .set({ sent_at: null, failed_at: new Date(), failure_reason: 'refused', failure: '550 5.1.1' })
      .where('recipient', '=', BARTEK)
      .execute()
    for (const path of [
      '/admin/niewyslane-emaile',
      '/admin/niewyslane-emaile.data',
      '/admin/niewyslane-emaile.data?page=1',
      '/admin/niewyslane-emaile.data?_routes=admin%2Fmails%2Fmails',
    ]) {
      const answer = await context.request.get(path)
      expect(answer.headers()['cache-control']).toContain('no-store')
      expect({ path, told: (await answer.text()).includes(BARTEK) }).toEqual({ path, told: who === 'the admin' })
    }
  },
)

test('admin: the rail is next to the section, labels next to icons; on the phone both are below', async ({
  visitor,
  phone,
  shop,
}) => {
  const boxesOf = async ({ page, context }: typeof visitor) => {
    await context.request.post('/api/admin-sign-in', { data: shop.admin })
    await page.goto('/admin/produkty')
    const rail = page.getByRole('navigation', { name: 'Panel Administracyjny' })
    const link = rail.getByRole('link', { name: 'Produkty' })
    const [heading, bar, entry, icon] = await Promise.all(
      [page.getByRole('heading', { name: 'Zarządzanie produktami' }), rail, link, link.locator('svg')].map((one) =>
        one.boundingBox(),
      ),
    )
    if (!heading || !bar || !entry || !icon) throw new Error('None of them may be missing')
    return { heading, bar, entry, icon }
  }
  const wide = await boxesOf(visitor)
  expect(wide.bar.x + wide.bar.width).toBeLessThanOrEqual(wide.heading.x)
  expect(wide.icon.y + wide.icon.height / 2).toBeCloseTo(wide.entry.y + wide.entry.height / 2, 0)
  const narrow = await boxesOf(phone)
  expect(narrow.heading.y + narrow.heading.height).toBeLessThanOrEqual(narrow.bar.y)
  expect(narrow.icon.x + narrow.icon.width / 2).toBeCloseTo(narrow.entry.x + narrow.entry.width / 2, 0)
})
