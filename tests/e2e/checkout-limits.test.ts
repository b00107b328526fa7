import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { PHONE, type Visitor } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { buyNow, COURIER_FIELDS, cartWith, confirmation, field, ordersOf, readyToOrder } from './checkout.ts'
import { ADDRESS, chooseCourier, complaintAt, fill, orderButton, PERSON, signInQuietly, typedIn } from './storefront.ts'

const SENTENCE =
  'Na nowe konto wysyłamy naraz najwyżej 5 paczek. Następne zamówienie złożysz, gdy odbierzesz pierwszą z nich. Jeśli to pilne, zadzwoń do nas: +48 000 000 000.'
const LINK = 'Nie wpisuj tu adresu strony ani e-mail. Po kropce zostaw spację.'

const FORMS: { form: string; open: (page: Page, product: string) => Promise<Locator> }[] = [
  {
    form: 'cart',
    async open(page, product) {
      const cart = await cartWith(page, product)
      await chooseCourier(cart)
      return cart
    },
  },
  { form: 'product dialog', open: readyToOrder },
]

function isWholeInView(notice: Locator): Promise<boolean> {
  return notice.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= window.innerHeight && under !== null && element.contains(under)
  })
}

describe.for(FORMS)('ordering in the $form', ({ form, open }) => {
  const product = form === 'cart' ? 'Nakhil Asmar' : 'Misk Fajri'

  /** Five parcels on their way to somebody nobody knows. */
  async function placeFive({ context }: Visitor, email: string): Promise<void> {
    await signInQuietly(context, email)
    const { items } = await (await context.request.get('/api/products?pageSize=5')).json()
    const { kurier_cod: shippingCost } = await (await context.request.get('/api/shipping-costs')).json()
    for (const { id, name, current_price_pln: price } of items) {
      const answer = await context.request.post('/api/create-cash-on-delivery-order', {
        data: {
          items: [{ id, name, price, quantity: 1 }],
          shippingCost,
          customerData: {
            firstName: 'Anna',
            lastName: 'Kowalska',
            phone: '600100200',
            street: 'Prosta',
            houseNumber: '1',
            city: 'Łódź',
            postalCode: '90-001',
            shippingMethod: 'cash_on_delivery_courier',
          },
        },
      })
      expect(answer.status()).toBe(200)
    }
  }

  test.for([
    ['desktop', undefined],
    ['phone', PHONE],
  ] as const)(
    'a sixth parcel to an unproven account is refused on a %s with what to do, and everything typed stays',
    async ([device, options], { openVisitor, database }) => {
      const email = `limit-${form === 'cart' ? 'koszyk' : 'produkt'}-${device}@example.test`
      const visitor = await openVisitor(options)
      await placeFive(visitor, email)
      const { page } = visitor
      // Whoever ordered before is at the last step of the product dialog at once.
      const dialog = form === 'cart' ? await open(page, product) : await buyNow(page, product)
      await fill(dialog, { ...PERSON, ...ADDRESS })
      await orderButton(dialog).click()
      const notice = dialog.getByRole('alert').filter({ hasText: 'Limit zamówień' })
      await notice.getByText(SENTENCE, { exact: true }).waitFor()
      await expect.poll(() => isWholeInView(notice)).toBe(true)
      expect(await typedIn(dialog, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
      expect(await ordersOf(database, email)).toHaveLength(5)

      const [{ id } = { id: '' }] = await ordersOf(database, email)
      await database.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', id).execute()
      await orderButton(dialog).click()
      await confirmation(page).waitFor()
      expect(await ordersOf(database, email)).toHaveLength(6)
    },
  )

  test('an address in a name or a town is refused at its field', async ({ visitor: { page, context }, database }) => {
    const email = `link-${form === 'cart' ? 'koszyk' : 'produkt'}@example.test`
    await signInQuietly(context, email)
    const dialog = await open(page, product)
    await fill(dialog, { ...PERSON, ...ADDRESS })
    const wrong = { Imię: 'www . evil . pl', Nazwisko: 'a＠b．pl', Miejscowość: 'Łódź evil.pl/x' }
    await fill(dialog, wrong)
    await orderButton(dialog).click()
    for (const label of Object.keys(wrong)) await expect.poll(() => complaintAt(field(dialog, label))).toBe(LINK)
    expect(await typedIn(dialog, Object.keys(wrong))).toEqual(wrong)
    expect(await ordersOf(database, email)).toEqual([])
    await fill(dialog, { Imię: 'J.R.', Nazwisko: "O'Connor-Żak", Miejscowość: 'Kolonia k. Łodzi' })
    await orderButton(dialog).click()
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toMatchObject([{ first_name: 'J.R.', city: 'Kolonia k. Łodzi' }])
  })
})
