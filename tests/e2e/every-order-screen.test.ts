// The screens from a checkout to its order: they fit into every width and are accessible on a desktop and a phone.
import { expectAccessibleOnBoth } from '#tests/support/accessible.ts'
import { DESKTOP } from '#tests/support/browser.ts'
import { testOnSharedShop as base, eventually, expect } from '#tests/support/fixtures.ts'
import type { Mailbox } from '#tests/support/mailbox.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { cartWith, confirmation } from './checkout.ts'
import { chooseCourierAhead, reachPaymentPage, seesReceived } from './prepaid.ts'
import { expectToFit, expectToFitAccessibly, widen } from './sideways.ts'
import {
  ADDRESS,
  cardOf,
  chooseCourier,
  fill,
  openCart,
  orderButton,
  orderByApi,
  PASSWORD,
  PERSON,
  putIntoCart,
  signInByApi,
  visit,
} from './storefront.ts'

const test = base.extend('visitor', ({ openVisitor }) => openVisitor({ ...DESKTOP, reducedMotion: 'reduce' }))
const LIST = '/sklep?category=arabic'
const NAME = 'Layali Zahran'

test('both checkouts and their confirmations fit into every width and are accessible', async ({
  visitor: { page },
}) => {
  await visit(page, LIST)
  await putIntoCart(page, NAME)
  await expectAccessibleOnBoth(page, 'the toasts')
  const cart = await openCart(page)
  await orderButton(cart).click()
  await cart.locator('[aria-invalid=true]').first().waitFor()
  await expectToFitAccessibly(page, 'the cart of a guest, with errors')
  await widen(page)
  await page.keyboard.press('Escape')
  await cart.waitFor({ state: 'detached' })

  await cardOf(page, NAME).getByRole('link', { name: NAME }).click()
  const dialog = page.getByRole('dialog', { name: NAME, exact: true })
  await dialog.getByRole('button', { name: 'Kup teraz' }).click()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await expectToFitAccessibly(page, 'step 1')
  await widen(page)
  await fill(dialog, { 'E-mail': 'aleksandra.zolciejewska-brzeczyszczykiewicz@example.test', Hasło: PASSWORD })
  await dialog.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await dialog.getByText('Krok 2 z 3').waitFor()
  await expectToFitAccessibly(page, 'step 2')
  await widen(page)
  await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await orderButton(dialog).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await expectToFitAccessibly(page, 'step 3')

  await widen(page)
  await visit(page, LIST)
  await openCart(page)
  await cart.getByText('Zalogowany').waitFor()
  await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
  await cart.getByLabel('Znajdź paczkomat').fill('Warszawa')
  await cart
    .getByRole('radio', { name: /DEMO-WAW/ })
    .first()
    .waitFor()
  await expectToFit(page, 'the cart with lockers')
  await cart
    .getByRole('radio', { name: /DEMO-WAW/ })
    .first()
    .check()
  await expectToFitAccessibly(page, 'the cart with a chosen locker')
  await widen(page)
  await cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await orderButton(cart).click()
  await cart.locator('[aria-invalid=true]').first().waitFor()
  await expectToFitAccessibly(page, 'the cart with an address with errors')
  await widen(page)
  await fill(cart, { ...PERSON, ...ADDRESS })
  await orderButton(cart).press('Enter')
  await confirmation(page).waitFor()
  await expectToFit(page, 'the confirmation')
  await widen(page)
  await page.getByRole('button', { name: 'Kontynuuj zakupy' }).click()
  await page.getByRole('complementary', { name: 'Twoje zamówienie' }).waitFor()
  await expectToFitAccessibly(page, 'the bar that lasts', { bestPractice: true })
})

test('panel, review and order link of a customer fit into every width and are accessible', async ({
  visitor: { page, context },
  mailbox,
  database: { db },
}) => {
  const email = 'katarzyna.wisniewska-konstantynopolitanczykowianka@example.test'
  await signInByApi(context, email)
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Dostęp zabroniony' }).waitFor()
  await expectAccessibleOnBoth(page, 'no access')
  await visit(page, '/panel-klienta')
  await page.getByText('Brak zamówień').waitFor()
  await expectAccessibleOnBoth(page, 'the empty panel')
  await orderByApi(context, ['layali-zahran', 'tamr-laylak'])
  const orders = db.selectFrom('orders').select('id').where('email', '=', email)
  await db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', 'in', orders).execute()
  await visit(page, '/panel-klienta')
  for (const [name, look] of [
    ['Zamówienia', expectToFitAccessibly],
    ['Przesyłki', expectToFitAccessibly],
    ['Opinie', expectToFit],
    ['Konto', expectToFit],
  ] as const) {
    await widen(page)
    await page.getByRole('tab', { name }).click()
    await page.getByRole('tabpanel', { name }).waitFor()
    await look(page, name)
  }
  await widen(page)
  await visit(page, '/produkt/layali-zahran#opinie')
  await page.locator('#opinie').getByRole('button', { name: 'Dodaj opinię' }).click()
  await page.getByRole('radio', { name: '3 gwiazdki' }).waitFor()
  await expectToFit(page, 'the form of a review')

  await widen(page)
  await page.goto(await orderLink(mailbox, email))
  await page.getByText('Tamr Laylak').first().waitFor()
  await expectToFit(page, 'the order link')
})

/** The address of the page of the order in the only mail to this buyer, once it has come. */
function orderLink(mailbox: Mailbox, email: string): Promise<string> {
  return eventually(async () => {
    const [message] = await mailbox.messagesTo(email)
    const [link] = /http\S+\/zamowienie#[\w-]+/.exec(message?.text ?? '') ?? []
    if (!link) throw new Error('no mail leads to the order yet')
    return link
  })
}

test('cart, result pages and page of an order paid ahead fit into every width and are accessible', async ({
  visitor: { page, context },
  mailbox,
  shop,
}) => {
  const stripe = openStripe(shop)
  const email = 'dostepna@example.test'
  await signInByApi(context, email)
  const cart = await cartWith(page, NAME)
  await chooseCourierAhead(cart)
  await expectAccessibleOnBoth(page, 'the cart, paid ahead')
  await orderButton(cart).click()
  const unpaid = await reachPaymentPage(page)
  await page.getByRole('link', { name: /Wróć do sklepu/ }).click()
  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).waitFor()
  await expectToFitAccessibly(page, 'cancelled')
  await stripe.act(unpaid, { action: 'expire' })
  await page.goto(`/payment-success?session_id=${unpaid}`)
  await page.getByRole('heading', { name: 'Płatność się nie powiodła' }).waitFor()
  await expectAccessibleOnBoth(page, 'not paid')

  await page.goto(await orderLink(mailbox, email))
  await page.getByRole('heading', { name: 'Zamówienie nie zostało opłacone' }).waitFor()
  await expectAccessibleOnBoth(page, 'the page of the order')
  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).click()
  const again = await reachPaymentPage(page)
  await page.goto(`/payment-success?session_id=${again}`)
  await page.getByRole('heading', { name: 'Sprawdzanie płatności...' }).waitFor()
  await expectToFitAccessibly(page, 'the payment is checked')
  await stripe.act(again, { action: 'pay', method: 'card' })
  await seesReceived(page)
  await expectAccessibleOnBoth(page, 'paid')
  await page.goto('/payment-success?session_id=cs_test_unknown')
  await page.getByRole('heading', { name: 'Nie znaleziono zamówienia' }).waitFor()
  await expectAccessibleOnBoth(page, 'not found')
})

test('zoomed to 200 %: nothing is lost or scrolls sideways, and the order button can be reached', async ({
  openVisitor,
}) => {
  const { page, context } = await openVisitor({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 })
  const fits = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? Infinity) <= window.innerWidth)
  await signInByApi(context, 'powiekszenie@example.test')
  for (const [path, button] of [
    ['/', /^Do koszyka/],
    ['/produkt/layali-zahran', /Kup teraz/],
    ['/panel-klienta', /Wyloguj/],
  ] as const) {
    await visit(page, path)
    expect(await fits(), path).toBe(true)
    const target = page
      .getByRole('button', { name: button })
      .or(page.getByRole('link', { name: button }))
      .filter({ visible: true })
      .first()
    await target.click({ trial: true })
  }
  await visit(page, LIST)
  await putIntoCart(page, NAME)
  const cart = await openCart(page)
  await chooseCourier(cart)
  expect(await fits(), 'the cart').toBe(true)
  for (const label of Object.keys(ADDRESS)) {
    const field = cart.getByRole('textbox', { name: label, exact: true })
    await field.click()
    await expect
      .poll(() =>
        field.evaluate((input) => {
          const { top, bottom, left, right } = input.getBoundingClientRect()
          const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return under !== null && input.contains(under)
        }),
      )
      .toBe(true)
  }
  await orderButton(cart).click()
  await confirmation(page).waitFor()
})
