// A means of payment from the owner's switch to the buyer's order: paying later, with a refusal, and money that is late.
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { cartWith } from './checkout.ts'
import { chooseCourierAhead, orderAhead, reachPaymentPage, seesReceived } from './prepaid.ts'
import { orderButton, seesToast, signInByApi, textOf, visit } from './storefront.ts'

const WORDS = 'Klarna („Zapłać za 30 dni”)'

test('the owner switches paying later on; a buyer reads of it, is refused, tries again and has paid', async ({
  openVisitor,
  shop,
  visitor: { page, context },
}) => {
  const owner = await openVisitor()
  await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(owner.page, '/admin/ustawienia/platnosci')
  await owner.page.getByRole('button', { name: 'Sprawdź teraz' }).click()
  await seesToast(owner.page, 'Sprawdzono konto Stripe')
  await owner.page.getByRole('checkbox', { name: /^Klarna/ }).check()
  await owner.page.getByRole('button', { name: 'Zapisz sposoby płatności' }).click()
  await seesToast(owner.page, 'Zapisano sposoby płatności')

  await eventually(async () => {
    await visit(page, '/produkt/layali-zahran')
    expect(await textOf(page.locator('main'))).toContain(`Zapłacisz: karta, BLIK, Przelewy24, ${WORDS}`)
  })
  await signInByApi(context, 'zaplaci-pozniej@example.test')
  const cart = await cartWith(page, 'Layali Zahran')
  await cart.getByText(`Płatność online: karta, BLIK, Przelewy24, ${WORDS}`).first().waitFor()
  await chooseCourierAhead(cart)
  await orderButton(cart).click()
  await reachPaymentPage(page)
  await page.getByRole('link', { name: 'Klarna' }).click()
  await page.getByRole('button', { name: 'Przejdź do Klarna' }).click()
  await page.getByRole('button', { name: 'Odmów płatności' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Przejdź do Klarna' }).click()
  await page.getByRole('button', { name: 'Zapłać, pieniądze dotrą od razu' }).click()
  await seesReceived(page)

  const [order] = await (await context.request.get('/api/me/orders')).json()
  await visit(owner.page, `/admin/zamowienia/${order.id}`)
  await owner.page.getByText('Zapłacono przez Klarnę').first().waitFor()
  // What the shop now does, its legal texts say.
  for (const [path, words] of [
    ['/regulamin', /^Płatności odroczonej udziela jej dostawca \(Klarna\)/],
    ['/polityka-prywatnosci', /Klarna Bank AB/],
  ] as const) {
    await visit(page, path)
    await page.getByText(words).waitFor()
  }
})

test('late money: the buyer waits for it, and the order is paid when it comes', async ({
  shop,
  visitor: { page, context },
}) => {
  const stripe = openStripe(shop)
  const session = await orderAhead(page, context, 'Zafran Makhmal', 'pieniadze-pozniej@example.test')
  await page.getByRole('link', { name: 'Przelewy24' }).click()
  await page.getByRole('button', { name: 'Przejdź do banku' }).click()
  // The page says after twelve seconds that the confirmation is late.
  await page.clock.install()
  await page.getByRole('button', { name: /pieniądze dotrą za godzinę/ }).click()
  await page.waitForURL(/payment-success/)
  await page.getByRole('heading', { name: 'Sprawdzanie płatności...' }).waitFor()
  await page.clock.runFor(12_000)
  await page.getByText('Operator płatności jeszcze jej nie potwierdził.').waitFor()
  await stripe.act(session, { action: 'end_transfer', succeeded: true })
  await page.clock.runFor(3000)
  await seesReceived(page)
})
