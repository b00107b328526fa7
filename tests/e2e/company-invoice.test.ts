import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation } from './checkout.ts'
import { ADDRESS, fill, orderButton, PERSON } from './storefront.ts'

test('a company without an account orders with an invoice: a wrong NIP is told at its field, and the mail names the company', async ({
  phone: { page },
  mailbox,
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
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo(email)
    expect(mail?.text).toContain('774-000-14-54')
  })
})
