import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation, ordersOf } from './checkout.ts'
import { chooseCourier, fill } from './storefront.ts'

const EMAIL = 'bez-konta@example.test'

test('on a phone a guest buys without an account, and follows the order by the mailed link', async ({
  database,
  mailbox,
  openVisitor,
}) => {
  const { page } = await openVisitor(PHONE)
  const cart = await cartWith(page, 'Layali Zahran')
  await fill(cart, { 'E-mail': EMAIL })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await chooseCourier(cart)
  await expectAccessible(page, 'the cart of a buyer without an account')
  await cart.getByRole('button', { name: 'Zamawiam z obowiązkiem zapłaty' }).tap()
  await confirmation(page).waitFor()
  const own = await page.getByRole('link', { name: 'Zobacz zamówienie' }).first().getAttribute('href')
  expect(own).toMatch(/^\/zamowienie#[\w-]{43}$/)
  expect(await ordersOf(database, EMAIL)).toHaveLength(1)
  const accounts = await database.db.selectFrom('users').select('id').where('email', '=', EMAIL).execute()
  expect(accounts).toEqual([])

  let link = ''
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo(EMAIL)
    link = /\/zamowienie#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).toBe(own)
  })
  // It closes by going back, which would stop the way to the next page.
  await confirmation(page).waitFor({ state: 'detached' })
  await page.goto(link)
  await page.getByRole('main').getByText('Layali Zahran').first().waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Odstąp od umowy tutaj' }).waitFor()
  await page.goto('/panel-klienta')
  await page.getByRole('textbox', { name: 'E-mail' }).first().waitFor()
})
