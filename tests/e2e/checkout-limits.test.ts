import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Visitor } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { buyNow, COURIER_FIELDS, cartWith, confirmation, ordersOf, readyToOrder } from './checkout.ts'
import { ADDRESS, chooseCourier, fill, orderButton, PERSON, signInByApi, typedIn } from './storefront.ts'

const SENTENCE =
  'Na nowe konto wysyłamy naraz najwyżej 5 paczek. Następne zamówienie złożysz, gdy odbierzesz pierwszą z nich. Jeśli to pilne, zadzwoń do nas: +48 000 000 000.'

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

  /** Places five orders of a new, unproven account. */
  async function placeFive({ context }: Visitor, email: string): Promise<void> {
    await signInByApi(context, email)
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

  test('a sixth parcel of an unproven account is refused with what to do, and everything typed stays', async ({
    visitor,
    database,
  }) => {
    const email = `limit-${form === 'cart' ? 'koszyk' : 'produkt'}@example.test`
    await placeFive(visitor, email)
    const { page } = visitor
    const dialog = form === 'cart' ? await open(page, product) : await buyNow(page, product)
    // A customer who ordered before can order at the first step of the product dialog.
    if (form !== 'cart') await dialog.getByRole('button', { name: 'Zmień odbiorcę lub adres' }).click()
    await fill(dialog, { ...PERSON, ...ADDRESS })
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await orderButton(dialog).click()
      const notice = dialog.getByRole('alert').filter({ hasText: 'Limit zamówień' })
      await notice.getByText(SENTENCE, { exact: true }).waitFor()
      await expect.poll(() => isWholeInView(notice)).toBe(true)
    }
    expect(await typedIn(dialog, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
    expect(await ordersOf(database, email)).toHaveLength(5)

    const [{ id } = { id: '' }] = await ordersOf(database, email)
    await database.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', id).execute()
    await orderButton(dialog).click()
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toHaveLength(6)
  })
})
