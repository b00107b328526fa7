import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation, ordersOf } from './checkout.ts'
import { ADDRESS, fill, orderButton, PERSON } from './storefront.ts'

test('a company without an account orders with an invoice: a wrong NIP is refused, mail and admin name it', async ({
  phone: { page, context },
  mailbox,
  shop,
  database,
}) => {
  const email = 'ksiegowosc@example.test'
  const cart = await cartWith(page, 'Layali Zahran')
  await fill(cart, { 'E-mail': email })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await fill(cart, { ...PERSON, ...ADDRESS })
  await cart.getByRole('checkbox', { name: 'Chcę fakturę na firmę' }).check()
  await fill(cart, {
    NIP: '774-00-01-455',
    'Nazwa firmy': 'Gabinet Róża',
    'Ulica i numer firmy': 'Długa 1',
    'Kod pocztowy firmy': '90-001',
    'Miejscowość firmy': 'Łódź',
  })
  await orderButton(cart).click()
  await cart.getByText('Sprawdź NIP').waitFor()
  await fill(cart, { NIP: '774-00-01-454' })
  await cart.getByRole('checkbox', { name: /jednostka samorządu/ }).check()
  await orderButton(cart).click()
  await cart.getByText('Podaj nazwę', { exact: true }).waitFor()
  await fill(cart, {
    'Nazwa jednostki': 'Szkoła nr 1',
    'Ulica i numer jednostki': 'Szkolna 5',
    'Kod pocztowy jednostki': '90-002',
    'Miejscowość jednostki': 'Łódź',
  })
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo(email)
    expect(mail?.text).toContain('774-000-14-54')
    expect(mail?.text).toContain('Szkoła nr 1')
  })

  const [order] = await ordersOf(database, email)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  // It closes by itself, a step back that would break off the visit below.
  await confirmation(page).waitFor({ state: 'hidden' })
  await page.goto(`/admin/zamowienia/${order?.id}`)
  const person = page.getByText('Faktura na firmę: bez paragonu').locator('..')
  await person.getByText('Odbiorca: jednostka samorządu terytorialnego').waitFor()
  expect(await person.getByRole('paragraph').allTextContents()).toEqual([
    'Faktura na firmę: bez paragonu',
    'Gabinet Róża',
    'Długa 1',
    '90-001 Łódź',
    'NIP 7740001454',
    'Odbiorca: jednostka samorządu terytorialnego',
    'Szkoła nr 1',
    'Szkolna 5',
    '90-002 Łódź',
  ])
})
