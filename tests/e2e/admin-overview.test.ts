import type { Page } from 'playwright-core'
import { SETUP_ORDER } from '#domain/system/read-setup.server.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { seesToast, textOf, visit } from './storefront.ts'

/** A section of the page by its heading. */
const card = (page: Page, title: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const FAILURE = { error: { code: 'changed_meanwhile', message: 'Zmieniono to w międzyczasie.' } }

test('admin: the overview shows the state of the shop and changes its settings', async ({
  visitor: { page, context },
  shop,
  database,
}) => {
  // The session is checked first.
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    await gate.promise
    await route.fulfill({ status: 409, json: FAILURE })
  })
  await page.goto('/admin')
  await page.getByText('Sprawdzanie dostępu…').waitFor()
  expect(await page.getByRole('button', { name: 'Zaloguj się' }).count()).toBe(0)
  gate.resolve()
  await seesToast(page, 'Failed to verify admin access')
  await page.getByRole('button', { name: 'Zaloguj się' }).waitFor()
  await page.unroute('**/api/me')
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin')
  await card(page, 'Do zrobienia').getByRole('link', { name: /opini/ }).waitFor()

  await database.db.updateTable('reviews').set({ approved: true }).execute()
  await page.reload()
  await page.getByText('Wszystko zrobione. Nic na Ciebie nie czeka.').waitFor()

  // Numbers, and the newest products.
  const { products } = await database.db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<string>().as('products'))
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  await page.getByText(`${products}/200`, { exact: true }).waitFor()
  const recent = card(page, 'Ostatnio dodane produkty').getByRole('listitem')
  await eventually(async () => expect(await recent.count()).toBe(5))
  await expect.poll(() => textOf(recent.first())).toMatch(/(Męskie|Damskie|Unisex)\s?\d+,\d{2} zł/)

  // The only switch of the shop.
  const settings = card(page, 'Ustawienia sklepu')
  const question = page.getByRole('dialog', { name: 'Ukryć zamienniki?' })
  const hide = async () => {
    await settings.getByRole('button', { name: 'Ukryj zamienniki na sklepie' }).click()
    await question.getByText('Z 79 produktów w sklepie zniknie 52, aż pokażesz je znowu.').waitFor()
    await question.getByRole('button', { name: 'Ukryj zamienniki' }).click()
  }
  await hide()
  await settings.getByText(/^52.zamienniki są ukryte od \d\d:\d\d: w sklepie widać tylko oryginalne linie\.$/).waitFor()
  await settings.getByRole('button', { name: 'Pokaż wszystkie perfumy' }).click()
  await settings.getByRole('button', { name: 'Ukryj zamienniki na sklepie' }).waitFor()
  await hide()
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await settings.getByRole('button', { name: 'Ukryj zamienniki na sklepie' }).waitFor()

  // Delivery costs.
  const costs = card(page, 'Koszty wysyłki')
  const field = costs.getByRole('textbox', { name: 'Paczkomat, za pobraniem (zł)' })
  await field.fill('12.5')
  await field.blur()
  await expect.poll(() => field.inputValue()).toBe('12,50')
  await costs.getByRole('button', { name: 'Zapisz koszty' }).click()
  await seesToast(page, 'Koszty wysyłki zaktualizowane')
  await costs.getByText('Poprzednie koszty').first().waitFor()

  // The system status.
  const status = card(page, 'Status systemu')
  await eventually(async () => expect(await status.getByRole('listitem').count()).toBe(10))
  await status.getByText(/Ostatnie sprawdzenie: \d/).waitFor()

  // The missing set-up steps.
  const setup = card(page, 'Zanim ruszysz ze sprzedażą')
  await setup.getByText('Pokaż listę').click()
  await expect.poll(() => setup.getByRole('listitem').count()).toBe(SETUP_ORDER.length)
  await page.getByText('Konto administratora chroni samo hasło.').waitFor()
  await expectAccessible(page, 'the overview')

  // The warning near the limit.
  await page.route('**/api/admin/overview', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), products: 180 } })
  })
  await page.reload()
  await page.getByText('Zbliżasz się do limitu 200 produktów').waitFor()
})

test('admin: on a phone the overview is short; a press or a link opens a closed card', async ({
  phone: { page, context },
  shop,
  database: { db },
}) => {
  await db.updateTable('reviews').set({ approved: false }).execute()
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin')
  await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('main .animate-pulse'))
  const reviews = page.getByRole('region', { name: 'Zarządzanie komentarzami' })
  await reviews.getByRole('article').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000)

  const costs = card(page, 'Koszty wysyłki')
  const field = costs.getByRole('textbox', { name: 'Paczkomat, za pobraniem (zł)' })
  expect(await field.isVisible()).toBe(false)
  await costs.getByRole('button', { name: 'Pokaż: Koszty wysyłki' }).tap()
  await field.waitFor()
  await expectAccessible(page, 'the overview on a phone')
  await costs.getByRole('button', { name: 'Zwiń: Koszty wysyłki' }).tap()
  await field.waitFor({ state: 'hidden' })
  const setup = card(page, 'Zanim ruszysz ze sprzedażą')
  await setup.getByText('Pokaż listę').tap()
  await setup.getByText('Ustal koszty wysyłki').tap()
  await setup.getByRole('link', { name: 'Koszty wysyłki' }).tap()
  await field.waitFor()
  const shown = () => reviews.getByRole('article').filter({ visible: true }).count()
  expect(await shown()).toBe(3)
  await reviews.getByRole('button', { name: 'Pokaż pozostałe: 2' }).tap()
  expect(await shown()).toBe(5)
})

test('admin: on the phone the payment mode changes once all products were migrated', async ({
  phone: { page, context },
  shop,
  database: { db },
}) => {
  const stay = db.selectFrom('products').select('id').where('active', '=', true).orderBy('id').limit(6)
  await db.updateTable('products').set({ active: false }).where('id', 'not in', stay).execute()
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin#tryb-platnosci')
  const mode = card(page, 'Tryb płatności')
  await mode.getByText('Brak kluczy produkcyjnych').waitFor()
  const change = mode.getByRole('switch', { name: 'Tryb produkcyjny' })
  expect([await change.isDisabled(), await change.getAttribute('aria-checked')]).toEqual([true, 'false'])

  // A shop in live mode that has lost its keys can return to test mode.
  await db.updateTable('payment_settings').set({ mode: 'live' }).execute()
  await db.updateTable('sessions').set({ proven_at: null }).execute()
  await page.reload()
  await card(page, 'Status systemu')
    .getByText(/Ostatnie sprawdzenie/)
    .waitFor()
  await change.click()
  const question = page.getByRole('dialog', { name: 'Wrócić do trybu testowego?' })
  await expectAccessible(page, 'the question before the mode changes')
  await question.getByRole('button', { name: 'Włącz tryb testowy' }).click()
  const proof = page.getByRole('dialog', { name: 'Potwierdź, że to Ty' })
  await proof.getByRole('textbox', { name: 'Hasło' }).fill('nie-to-haslo-wcale')
  await proof.getByRole('button', { name: 'Potwierdź' }).click()
  await proof.getByText('Obecne hasło jest nieprawidłowe.').waitFor()
  await expectAccessible(page, 'the question for a proof')
  await proof.getByRole('button', { name: 'Anuluj' }).click()
  await seesToast(
    page,
    'Błąd',
    'Nie udało się zaktualizować trybu. Potwierdź hasłem lub kodem, że to Ty. Potwierdzenie jest ważne 10 minut.',
  )

  // The provider is unavailable: the old mode stays in force.
  await shop.mailbox.planFault({ service: 'stripe', mode: 'error', times: 1000 })
  await change.click()
  await question.getByRole('button', { name: 'Włącz tryb testowy' }).click()
  await proof.getByRole('textbox', { name: 'Hasło' }).fill(shop.admin.password)
  await proof.getByRole('button', { name: 'Potwierdź' }).click()
  await mode.getByRole('region', { name: 'Przenoszenie produktów' }).waitFor()
  await seesToast(page, 'Błąd migracji')
  await page
    .getByText(/^Migracja nie powiodła się/)
    .first()
    .waitFor()
  await expect.poll(() => change.getAttribute('aria-checked')).toBe('true')
  expect(await db.selectFrom('payment_settings').select('mode').execute()).toEqual([{ mode: 'live' }])

  await shop.mailbox.clearFaults()
  await change.click()
  await question.getByRole('button', { name: 'Włącz tryb testowy' }).click()
  await seesToast(page, 'Tryb zaktualizowany')
  await mode.getByText('Gotowe: 6').waitFor()
  await expect.poll(() => change.getAttribute('aria-checked')).toBe('false')
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)

  // The audit lists all of it.
  await page.getByRole('link', { name: 'Dziennik' }).click()
  await page.getByText('Tryb płatności: produkcyjny → testowy').waitFor()
  await page.getByText('Logowanie administratora hasłem').first().waitFor()
  await page.getByRole('combobox', { name: 'Temat' }).selectOption('Logowania')
  await page.getByText('Tryb płatności: produkcyjny → testowy').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?temat=admin')
  await page.getByText('Wczytywanie').waitFor({ state: 'detached' })
  await expectAccessible(page, 'the log of changes')
})
