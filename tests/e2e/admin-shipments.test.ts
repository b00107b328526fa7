import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import type { Visitor } from '#tests/support/browser.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import type { Shop } from '#tests/support/shop-process.ts'
import { storeArchivedParcels } from '#tests/support/stored-checkout.ts'
import { orderByApi, seesToast, signInByApi, textOf, textsOf, visit } from './storefront.ts'

const ANNA = 'anna@example.test'
const BARTEK = 'bartek@example.test'

/** Anna orders three products in one checkout, Bartek one. */
test.beforeAll(async ({ shop, browser }) => {
  for (const [email, slugs] of [
    [ANNA, ['ward-nahari', 'misk-fajri', 'layali-zahran']],
    [BARTEK, ['layali-zahran']],
  ] as const) {
    const context = await browser.newContext({ baseURL: shop.url })
    await signInByApi(context, email)
    await orderByApi(context, slugs)
    await context.close()
  }
})

const cardsOf = (page: Page) => page.getByRole('article', { name: /^Przesyłka / })
const waitForCards = (page: Page, count: number) =>
  eventually(async () => expect(await cardsOf(page).count()).toBe(count))
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Aktualizuj przesyłkę' })

/** Bartek's parcel on the admin's page. */
async function openParcels({ page, context }: Visitor, shop: Shop, { db }: TestDatabase) {
  const { id } = await db.selectFrom('orders').select('id').where('email', '=', BARTEK).executeTakeFirstOrThrow()
  const number = id.slice(-8)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/przesylki')
  await waitForCards(page, 4)
  const card = page.getByRole('article', { name: `Przesyłka ${number}` })
  const edit = () => card.getByRole('button', { name: `Edytuj przesyłkę ${number}` }).click()
  return { id, number, card, edit, dialog: dialogOf(page) }
}

test('admin: finds parcels; by keyboard the newest is selected, deselected and opened; its tabs tell all', async ({
  visitor,
  shop,
  database,
}) => {
  const { page } = visitor
  const { number, card, dialog } = await openParcels(visitor, shop, database)
  await page.getByText(/Jedna paczka, 3.zamówienia, do zapłaty 282,89.zł/).waitFor()
  const filter = page.getByRole('navigation', { name: 'Status przesyłki' })
  const choices = ['Wszystkie', 'Utworzone', 'W realizacji', 'Wysłane', 'Dostarczone', 'Anulowane']
  expect(await textsOf(filter.getByRole('link'))).toEqual(choices)
  await expectAccessible(page, 'active parcels')

  await page.getByRole('heading', { name: 'Zarządzanie przesyłkami', exact: true }).click()
  for (const key of ['j', 'j', 'k', 'x']) await page.keyboard.press(key)
  await page.getByText('Zaznaczono: 1').waitFor()
  expect(await page.getByRole('checkbox', { name: `Zaznacz przesyłkę ${number}` }).isChecked()).toBe(true)
  await page.keyboard.press('x')
  await page.getByText('Zaznaczono: 1').waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await dialog.getByText(`#${number}`).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await expect.poll(() => textOf(card.getByRole('heading'))).toBe(`#${number}`)
  const seen = async () => textOf(card)
  expect(await seen()).toContain('Utworzona')
  for (const shown of ['Layali Zahran', '1 × 119,00 zł', 'Za pobraniem · Oczekujące', '138,99 zł']) {
    expect(await seen()).toContain(shown)
  }
  await card.getByRole('tab', { name: 'Dostawa' }).click()
  for (const shown of ['Łucja Żółć', '+48 600 700 800', BARTEK, 'Źródlana 12a/3, 31-005 Kraków', 'Kurier, płatność']) {
    await eventually(async () => expect(await seen()).toContain(shown))
  }
  await card.getByRole('tab', { name: 'Śledzenie' }).click()
  await card.getByText('Brak numeru śledzenia').waitFor()
  expect((await seen()).match(/\d{1,2} \p{L}+ \d{4} \d\d:\d\d/gu)).toHaveLength(2)
})

test('admin: when another window changes a parcel, nothing is overwritten and nothing typed is lost', async ({
  visitor,
  shop,
  database,
}) => {
  const { page } = visitor
  const { id, edit, dialog } = await openParcels(visitor, shop, database)
  await edit()
  const labels = ['Utworzona', 'W realizacji', 'Wysłana', 'Dostarczona', 'Anulowana', 'Zarchiwizowana']
  await dialog.waitFor()
  expect(await textsOf(dialog.getByRole('option'))).toEqual(labels)
  await dialog.getByLabel('Status').selectOption('Wysłana')
  await dialog.getByLabel('Numer śledzenia').fill('  RR123  ')
  await database.db.updateTable('shipments').set({ status: 'processing' }).where('order_id', '=', id).execute()
  await dialog.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await dialog.getByRole('button', { name: 'Wczytaj aktualny stan' }).click()
  await dialog.getByRole('button', { name: 'Wczytaj aktualny stan' }).waitFor({ state: 'detached' })
  await expect.poll(() => dialog.getByLabel('Numer śledzenia').inputValue()).toBe('  RR123  ')
  await expectAccessible(page, 'dialog of a parcel')
  await dialog.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await seesToast(page, 'Przesyłka została zaktualizowana')
  await dialog.waitFor({ state: 'detached' })
  const filter = page.getByRole('navigation', { name: 'Status przesyłki' })
  await filter.getByRole('link', { name: 'Wysłane' }).click()
  await waitForCards(page, 1)
  expect(new URL(page.url()).search).toBe('?status=shipped')
  await eventually(async () => {
    const [mail] = await shop.mailbox
      .messagesTo(BARTEK)
      .then((mails) => mails.filter(({ subject }) => /wysłana/.test(subject)))
    expect(mail?.text).toContain('RR123')
  })
  await page.goBack()
  await waitForCards(page, 4)
})

test('admin: Back closes the dialog of a parcel, which warns of a cancelled order and says when a change is lost', async ({
  visitor,
  shop,
  database,
}) => {
  const { page, context } = visitor
  visitor.expectErrors(/net::ERR_FAILED/)
  const { edit, dialog } = await openParcels(visitor, shop, database)
  await context.route('**/api/admin/shipments', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await edit()
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Zarządzanie przesyłkami' }).waitFor()
  await edit()
  // The dialog says that this status cancels the order.
  await dialog.getByLabel('Status').selectOption('Anulowana')
  await dialog.getByRole('button', { name: 'Anuluj zamówienie' }).waitFor()
  await dialog.getByLabel('Status').selectOption('Dostarczona')
  await dialog.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await seesToast(page, 'Błąd', 'Nie udało się zaktualizować przesyłki')
  await expect.poll(() => dialog.getByLabel('Status').inputValue()).toBe('delivered')
})

test('admin: archives, restores and deletes parcels, and reads why something failed', async ({
  visitor,
  shop,
  database,
}) => {
  const { page, context } = visitor
  visitor.expectErrors(/net::ERR_FAILED/)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/przesylki')
  await waitForCards(page, 4)
  const archiveButton = page.getByRole('button', { name: 'Archiwizuj', exact: true })
  expect(await archiveButton.isDisabled()).toBe(true)
  await context.route('**/api/admin/shipments/archive', (route) => route.abort())
  await page.getByLabel('Zaznacz wszystkie').check()
  await page.getByText('Zaznaczono: 2').waitFor()
  await archiveButton.click()
  await archiveAnyway(page)
  await seesToast(page, 'Błąd', 'Nie udało się zarchiwizować przesyłek')
  await waitForCards(page, 4)
  await context.unroute('**/api/admin/shipments/archive')

  await archiveButton.click()
  await archiveAnyway(page)
  await seesToast(page, 'Zarchiwizowano 2 przesyłki')
  await page.getByText('Brak przesyłek do wyświetlenia').waitFor()
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await waitForCards(page, 4)
  await page.getByRole('checkbox', { name: /^Zaznacz przesyłkę \d{8}$/ }).check()
  await archiveButton.click()
  await seesToast(page, 'Zarchiwizowano 1 przesyłkę')

  const tab = page.getByRole('tab', { name: /Archiwum/ })
  await eventually(async () => expect(await textOf(tab)).toBe('Archiwum1'))
  await tab.click()
  await waitForCards(page, 1)
  await page.getByText('Zarchiwizowana').waitFor()
  await page.reload()
  await waitForCards(page, 1)
  const today = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'Europe/Warsaw' }).format(new Date())
  await page.getByRole('heading', { name: today }).waitFor()
  await expectAccessible(page, 'archive')

  // Eleven parcels are two pages. Deleting those of the last page leads to the previous one.
  await storeArchivedParcels(database.db, 10)
  await visit(page, '/admin/przesylki?tab=archive')
  await page.getByText('Strona 1 z 2').waitFor()
  expect(await page.getByRole('button', { name: 'Poprzednia' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Następna' }).click()
  await page.getByText('Strona 2 z 2').waitFor()
  await waitForCards(page, 1)
  await page.getByLabel('Zaznacz wszystkie').check()
  const remove = page.getByRole('button', { name: 'Usuń trwale' })
  await remove.click()
  const question = page.getByRole('dialog', { name: 'Usuń trwale' })
  await question
    .getByText('Czy na pewno chcesz TRWALE usunąć 1 przesyłkę? Tej operacji nie można cofnąć!', { exact: true })
    .waitFor()
  await expectAccessible(page, 'question before deleting')
  await question.getByRole('button', { name: 'Usuń trwale' }).click()
  await seesToast(page, 'Trwale usunięto 1 przesyłkę')
  await waitForCards(page, 10)
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=archive')
  await page.getByLabel('Zaznacz wszystkie').check()
  await remove.click()
  await question.getByText(/TRWALE usunąć 10 przesyłek\?/).waitFor()
  await question.getByRole('button', { name: 'Usuń trwale' }).click()
  await seesToast(page, 'Trwale usunięto 10 przesyłek')
  await page.getByText('Brak zarchiwizowanych przesyłek').waitFor()

  await context.route('**/api/admin/shipments**', (route) => route.abort())
  await visit(page, '/admin/przesylki')
  await page.getByText('Błąd: Failed to fetch shipments', { exact: true }).waitFor()
  await page.getByText('Błąd: Failed to fetch archive count', { exact: true }).waitFor()
  await context.unroute('**/api/admin/shipments**')
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).last().click()
  await waitForCards(page, 3)
})

test('admin on the phone: reads the parcels, and what failed', async ({ phone, shop }) => {
  const { page, context } = phone
  phone.expectErrors(/net::ERR_FAILED/)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await page.goto('/admin/przesylki')
  await waitForCards(page, 3)
  await cardsOf(page).first().getByRole('tab', { name: 'Dostawa' }).click()
  await page.getByText('Źródlana 12a/3, 31-005 Kraków').waitFor()
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  await context.route('**/api/admin/shipments/archive', (route) => route.abort())
  await page.getByLabel('Zaznacz wszystkie').check()
  await page.getByRole('button', { name: 'Archiwizuj', exact: true }).click()
  await archiveAnyway(page)
  await seesToast(page, 'Błąd', 'Nie udało się zarchiwizować przesyłek')
  await expectAccessible(page, 'an error on the phone')
})

/** Answers the question before parcels that are not sent leave the list. */
async function archiveAnyway(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Zarchiwizować niewysłane?' })
  await question.getByText(/nie (jest|są) jeszcze wysłan/).waitFor()
  await question.getByRole('button', { name: 'Archiwizuj mimo to' }).click()
}
