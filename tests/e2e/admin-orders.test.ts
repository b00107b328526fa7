import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { orderAheadByApi, orderByApi, plain, seesToast, signInByApi, textOf, visit } from './storefront.ts'

const ANNA = 'anna@example.test'
const BARTEK = 'bartek@example.test'

test('orders: on the desktop the admin finds one by phone, refunds a part, adds a note and resends its mail', async ({
  visitor,
  shop,
  mailbox,
}) => {
  const { page, context } = visitor
  await signInByApi(context, ANNA)
  const session = await orderAheadByApi(context, ['layali-zahran'], ANNA)
  await openStripe(shop).act(session, { action: 'pay' })
  await eventually(async () => expect(await mailbox.messagesTo(ANNA)).not.toEqual([]))

  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/zamowienia')
  const search = page.getByRole('searchbox', { name: 'Szukaj zamówień' })
  await page.getByRole('heading', { name: 'Zamówienia (1)' }).waitFor()
  await search.fill('600 700 800')
  await page.waitForURL(/search=600\+700\+800/)
  await expectAccessible(page, 'list of orders')
  await page.getByRole('heading', { name: /^Zamówienia/ }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Zamówienie \d{8}$/ }).waitFor()
  const article = page.getByRole('article')
  await expect.poll(() => textOf(article)).toContain('Opłacone z góry')

  await page.getByRole('button', { name: 'Zwróć pieniądze' }).click()
  const dialog = page.getByRole('dialog', { name: /^Zwrot do zamówienia/ })
  await dialog.getByRole('textbox', { name: /Kwota zwrotu/ }).fill('9999')
  await dialog.getByRole('button', { name: /^Zwróć/ }).click()
  await dialog
    .getByText('Wpisz', { exact: false })
    .or(dialog.getByText(/Najwyżej można zwrócić/))
    .first()
    .waitFor()
  await dialog.getByRole('textbox', { name: /Kwota zwrotu/ }).fill('10,50')
  await dialog.getByRole('textbox', { name: /Powód/ }).fill('wgnieciony kartonik')
  await expectAccessible(page, 'refund')
  await dialog.getByRole('button', { name: 'Zwróć 10,50 zł' }).click()
  await seesToast(page, 'Zwrot zlecony')
  await eventually(async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Płatność' }).waitFor()
    expect(await textOf(article)).toContain('Zwrócono 10,50 zł.')
  })
  await expect.poll(() => textOf(article)).toContain('Zlecono zwrot 10,50 zł: wgnieciony kartonik.')
  await expect.poll(() => textOf(article)).toContain('Zapłacono kartą 134,99 zł.')

  await page.getByRole('textbox', { name: 'Notatka dla siebie' }).fill('Obiecany próbnik przy następnym')
  await page.getByRole('button', { name: 'Zapisz notatkę' }).click()
  await seesToast(page, 'Notatka zapisana')
  await article.getByText('Obiecany próbnik przy następnym').waitFor()
  const countReceipts = async () =>
    (await mailbox.messagesTo(ANNA)).filter(({ subject }) => subject.startsWith('Płatność otrzymana')).length
  expect(await countReceipts()).toBe(1)
  await page.getByRole('button', { name: 'Wyślij ponownie: Płatność otrzymana' }).click()
  await seesToast(page, 'Wiadomość czeka na wysłanie')
  await expect.poll(countReceipts).toBe(2)
  await expectAccessible(page, 'an order')

  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /Numer zamówienia/ })
  await box.fill(ANNA)
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page, 'search over everything')
  await box.press('Enter')
  await page.waitForURL(/\/admin\/zamowienia\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { name: /^Zamówienie/ }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Skróty klawiszowe' })
  await help.waitFor()
  await page.goBack()
  await help.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: /^Zamówienie/ }).waitFor()
})

test('orders: no button of an order moves when a slow part of its page comes', async ({ visitor, shop }) => {
  const { page, context } = visitor
  await signInByApi(context, 'danuta@example.test')
  await orderByApi(context, ['layali-zahran'])
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/zamowienia?search=danuta')
  const slow = Promise.withResolvers<void>()
  await page.route(/\/api\/admin\/orders\/[^/]+\/buyer$/, async (route) => {
    await slow.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/buyer$/)
  await page.getByRole('link', { name: /\d{8}/ }).first().click()
  await asked
  const cancel = page.getByRole('button', { name: 'Anuluj zamówienie' })
  expect(await cancel.count()).toBe(0)
  slow.resolve()
  await cancel.waitFor()
  const [before] = await Promise.all([cancel.boundingBox(), page.waitForLoadState('networkidle')])
  expect(await cancel.boundingBox()).toEqual(before)
})

test('orders: on the phone the admin cancels one from the list, and its pieces return to stock', async ({
  phone: { page, context },
  shop,
  database,
}) => {
  await signInByApi(context, BARTEK)
  await database.db
    .updateTable('products')
    .set({ stock_quantity: 7, out_of_stock: false })
    .where('slug', '=', 'ward-nahari')
    .execute()
  await orderByApi(context, ['ward-nahari', 'misk-fajri'])
  const stock = async () =>
    (
      await database.db
        .selectFrom('products')
        .select('stock_quantity')
        .where('slug', '=', 'ward-nahari')
        .executeTakeFirstOrThrow()
    ).stock_quantity
  expect(await stock()).toBe(6)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, `/admin/zamowienia?search=${BARTEK}`)
  await page
    .getByText(/Jedna paczka, 2.zamówienia, do zapłaty/)
    .last()
    .waitFor()
  await page.getByRole('link', { name: /Ward Nahari/ }).click()
  await page.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  const dialog = page.getByRole('dialog', { name: /^Anulować zamówienie \d{8}\?$/ })
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  await dialog.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  await dialog.getByText('Napisz krótko dlaczego', { exact: false }).waitFor()
  await dialog.getByRole('textbox', { name: /Powód/ }).fill('telefon: pomyłka')
  await dialog.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  await seesToast(page, 'Zamówienie anulowane')
  await page.getByText('Anulowano zamówienie: telefon: pomyłka. Sztuki wróciły do magazynu.').waitFor()
  expect(await stock()).toBe(7)
  expect(plain(await page.getByRole('complementary').first().textContent())).toContain(
    'Jedna paczka, 2 zamówienia, razem',
  )
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
})

test('orders: list and packing page link from a parcel to its order, and the order links to the slip', async ({
  visitor: { page, context },
  shop,
}) => {
  await signInByApi(context, 'celina@example.test')
  await orderByApi(context, ['layali-zahran'])
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/przesylki')
  const number = page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^#\d{8}$/ })
  const order = plain(await number.textContent()).slice(1)
  await number.click()
  await page.getByRole('heading', { name: `Zamówienie ${order}` }).waitFor()
  await page.getByRole('link', { name: 'Karta paczki' }).click()
  const slip = page.getByRole('article', { name: 'Karta paczki' })
  await slip.getByText(`#${order}`).waitFor()
  await page.getByRole('link', { name: 'Pakowanie' }).last().click()
  await page.getByRole('article', { name: 'Paczka do spakowania' }).waitFor()
  await page
    .getByRole('link', { name: /^#\d{8}$/ })
    .first()
    .click()
  await page.getByRole('heading', { name: /^Zamówienie \d{8}$/ }).waitFor()
})
