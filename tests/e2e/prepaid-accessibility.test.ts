import { expectAccessibleOnBoth } from '#tests/support/accessible.ts'
import { DESKTOP } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { cartWith } from './checkout.ts'
import { chooseCourierAhead, reachPaymentPage, seesReceived } from './prepaid.ts'
import { orderButton, signInByApi } from './storefront.ts'

test('checkout, result pages and order page are accessible on phones and desktops', async ({
  mailbox,
  openVisitor,
  shop,
}) => {
  const { page, context } = await openVisitor({ ...DESKTOP, reducedMotion: 'reduce' })
  const stripe = openStripe(shop)
  const email = 'dostepna@example.test'
  await signInByApi(context, email)
  const order = async (look: boolean) => {
    const cart = await cartWith(page, 'Layali Zahran')
    await chooseCourierAhead(cart)
    if (look) await expectAccessibleOnBoth(page, 'the cart, paid ahead')
    await orderButton(cart).click()
    return reachPaymentPage(page)
  }

  const unpaid = await order(true)
  await page.getByRole('link', { name: /Wróć do sklepu/ }).click()
  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).waitFor()
  await expectAccessibleOnBoth(page, 'cancelled')
  await stripe.act(unpaid, { action: 'expire' })
  await page.goto(`/payment-success?session_id=${unpaid}`)
  await page.getByRole('heading', { name: 'Płatność się nie powiodła' }).waitFor()
  await expectAccessibleOnBoth(page, 'not paid')

  await eventually(async () => expect(await mailbox.messagesTo(email)).toHaveLength(1))
  const [message] = await mailbox.messagesTo(email)
  await page.goto(/http\S+\/zamowienie#[\w-]+/.exec(message?.text ?? '')?.[0] ?? '')
  await page.getByRole('heading', { name: 'Zamówienie nie zostało opłacone' }).waitFor()
  await expectAccessibleOnBoth(page, 'the page of the order')
  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).click()
  const again = await reachPaymentPage(page)
  await page.goto(`/payment-success?session_id=${again}`)
  await page.getByRole('heading', { name: 'Sprawdzanie płatności...' }).waitFor()
  await expectAccessibleOnBoth(page, 'checking')
  await stripe.act(again, { action: 'pay', method: 'card' })
  await seesReceived(page)
  await expectAccessibleOnBoth(page, 'paid')
  await page.goto('/payment-success?session_id=cs_test_unknown')
  await page.getByRole('heading', { name: 'Nie znaleziono zamówienia' }).waitFor()
  await expectAccessibleOnBoth(page, 'not found')
})
