import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith } from './checkout.ts'
import { chooseCourier, fill, orderButton, orderByApi, seesToast, signInByApi, textOf } from './storefront.ts'

test('the owner bars a buyer from cash on delivery; that buyer reads so, and keeps what was typed', async ({
  database: { db },
  openVisitor,
  shop,
}) => {
  const email = 'nieodebrana@example.test'
  const { page, context } = await openVisitor(PHONE)
  await signInByApi(context, email)
  await orderByApi(context, ['layali-zahran'])
  const { id } = await db.selectFrom('orders').select('id').where('email', '=', email).executeTakeFirstOrThrow()

  const owner = await openVisitor(DESKTOP)
  expect((await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })).status()).toBe(200)
  await owner.page.goto(`/admin/zamowienia/${id}`)
  await owner.page.getByRole('link', { name: 'Wszystko o kliencie' }).click()
  const row = owner.page.getByRole('article').filter({ hasText: email })
  await row.getByText('1 zamówienie').waitFor()
  await row.getByRole('button', { name: `Notatka o kliencie ${email}` }).click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Notatka/ }).fill('Nie odebrał paczki w październiku.')
  await dialog.getByRole('checkbox', { name: 'Może płacić przy odbiorze' }).uncheck()
  await expectAccessible(owner.page, 'the note about a buyer')
  await dialog.getByRole('button', { name: 'Zapisz' }).click()
  await seesToast(owner.page, 'Zapisano', email)
  await row.getByText('Bez płatności przy odbiorze').waitFor()
  await row.getByText('Nie odebrał paczki w październiku.').waitFor()

  const cart = await cartWith(page, 'Ward Nahari')
  await chooseCourier(cart)
  await fill(cart, { Ulica: 'Długa' })
  await orderButton(cart).tap()
  await cart.getByText('płatność przy odbiorze jest niedostępna. Wybierz płatność online').first().waitFor()
  expect(await cart.getByRole('textbox', { name: 'Ulica' }).inputValue()).toBe('Długa')
  expect(await textOf(orderButton(cart))).toContain('zł')
})
