import { DESKTOP } from '#tests/support/browser.ts'
import { testOnSharedShop as base, eventually, expect } from '#tests/support/fixtures.ts'
import { confirmation } from './checkout.ts'
import { orderAhead } from './prepaid.ts'
import { expectToFit, widen } from './sideways.ts'
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

test('both checkouts and their confirmations scroll sideways on no screen', async ({ visitor: { page } }) => {
  await visit(page, LIST)
  await cardOf(page, NAME).getByRole('link', { name: NAME }).click()
  const dialog = page.getByRole('dialog', { name: NAME, exact: true })
  await dialog.getByRole('button', { name: 'Kup teraz' }).click()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await expectToFit(page, 'step 1')
  await widen(page)
  await fill(dialog, { 'E-mail': 'aleksandra.zolciejewska-brzeczyszczykiewicz@example.test', Hasło: PASSWORD })
  await dialog.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await dialog.getByText('Krok 2 z 3').waitFor()
  await expectToFit(page, 'step 2')
  await widen(page)
  await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await orderButton(dialog).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await expectToFit(page, 'step 3')

  await widen(page)
  await visit(page, LIST)
  await putIntoCart(page, NAME)
  const cart = await openCart(page)
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
  await expectToFit(page, 'the cart with a chosen locker')
  await widen(page)
  await chooseCourier(cart)
  await fill(cart, { ...PERSON, ...ADDRESS })
  await expectToFit(page, 'the cart with an address')
  await orderButton(cart).press('Enter')
  await confirmation(page).waitFor()
  await expectToFit(page, 'the confirmation')
  await widen(page)
  await page.getByRole('button', { name: 'Kontynuuj zakupy' }).click()
  await page.getByRole('complementary', { name: 'Twoje zamówienie' }).waitFor()
  await expectToFit(page, 'the bar that lasts')
})

test('panel, review, order link and payment result of a customer scroll sideways on no screen', async ({
  visitor: { page, context },
  mailbox,
  database: { db },
}) => {
  const email = 'katarzyna.wisniewska-konstantynopolitanczykowianka@example.test'
  await signInByApi(context, email)
  await orderByApi(context, ['layali-zahran', 'tamr-laylak'])
  const orders = db.selectFrom('orders').select('id').where('email', '=', email)
  await db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', 'in', orders).execute()
  await visit(page, '/panel-klienta')
  for (const name of ['Zamówienia', 'Przesyłki', 'Opinie', 'Konto']) {
    await widen(page)
    await page.getByRole('tab', { name }).click()
    await page.getByRole('tabpanel', { name }).waitFor()
    await expectToFit(page, name)
  }
  await widen(page)
  await visit(page, '/produkt/layali-zahran#opinie')
  await page.locator('#opinie').getByRole('button', { name: 'Dodaj opinię' }).click()
  await page.getByRole('radio', { name: '3 gwiazdki' }).waitFor()
  await expectToFit(page, 'the form of a review')

  await eventually(async () => expect(await mailbox.messagesTo(email)).not.toEqual([]))
  const link = async () => {
    const [message] = await mailbox.messagesTo(email)
    return /http\S+\/zamowienie#[\w-]+/.exec(message?.text ?? '')?.[0] ?? ''
  }
  await widen(page)
  await page.goto(await link())
  await page.getByText('Tamr Laylak').first().waitFor()
  await expectToFit(page, 'the order link')

  await widen(page)
  const session = await orderAhead(page, context, NAME, email)
  await page.getByRole('link', { name: /Wróć do sklepu/ }).click()
  await page.getByRole('button', { name: 'Zapłać jeszcze raz' }).waitFor()
  await expectToFit(page, 'cancelled')
  await page.goto(`/payment-success?session_id=${session}`)
  await page.getByRole('heading', { name: 'Sprawdzanie płatności...' }).waitFor()
  await expectToFit(page, 'the payment is checked')
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
