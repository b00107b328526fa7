import type { Locator } from 'playwright-core'
import { describe, onTestFinished } from 'vitest'
import type { Visitor } from '#tests/support/browser.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { COURIER_FIELDS, cartWith, confirmation, ordersOf } from './checkout.ts'
import { ADDRESS, chooseCourier, orderButton, PERSON, signInByApi, textOf, textsOf, typedIn } from './storefront.ts'

/** A signed-in customer with one product in the open cart, after the cart has called the shop. */
async function customerWith({ page, context }: Visitor, product: string, email: string): Promise<Locator> {
  await signInByApi(context, email)
  return cartWith(page, product)
}

function setPrice({ db }: TestDatabase, name: string, price_grosze: number) {
  return db.updateTable('products').set({ price_grosze }).where('name', '=', name).execute()
}

describe('between opening the cart and the order', () => {
  test('a price changed: both are shown, going back orders nothing, agreeing orders once at the new price', async ({
    visitor,
    database,
  }) => {
    const email = 'cena@example.test'
    const cart = await customerWith(visitor, 'Zafran Makhmal', email)
    const { page } = visitor
    await chooseCourier(cart)
    onTestFinished(async () => void (await setPrice(database, 'Zafran Makhmal', 9900)))
    await setPrice(database, 'Zafran Makhmal', 12_900)
    await orderButton(cart).click()
    await cart.getByRole('heading', { name: 'Cena się zmieniła' }).waitFor()
    const oldAndNew = (name: string) => textsOf(cart.getByRole('row').filter({ hasText: name }).getByRole('cell'))
    expect(await oldAndNew('Zafran Makhmal')).toEqual(['99,00 zł', '129,00 zł'])
    expect(await oldAndNew('Dostawa')).toEqual(['19,99 zł', '19,99 zł'])
    expect(await oldAndNew('Razem')).toEqual(['118,99 zł', '148,99 zł'])

    await cart.getByRole('button', { name: 'Wróć' }).click()
    await expect.poll(() => textOf(orderButton(cart))).toContain('148,99 zł')
    expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
    expect(await ordersOf(database, email)).toEqual([])

    await setPrice(database, 'Zafran Makhmal', 11_000)
    await orderButton(cart).click()
    await cart.getByRole('button', { name: /^Zamawiam z obowiązkiem zapłaty\s*129,99/ }).click()
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toMatchObject([{ total_grosze: 12_999, shipping_grosze: 1999 }])
  })
})

describe('parcel lockers', () => {
  test('on a phone: the found lockers scroll into view below the field', async ({ phone }) => {
    const cart = await customerWith(phone, 'Nakhil Asmar', 'telefon@example.test')
    await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
    const search = cart.getByLabel('Znajdź paczkomat')
    await search.fill('Warszawa')
    const list = cart.getByRole('radiogroup', { name: 'Paczkomaty' })
    await list.waitFor()
    const bottomOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const bar = await cart.getByRole('button', { name: /Zamawiam/ }).boundingBox()
    await expect.poll(() => bottomOf(list)).toBeLessThanOrEqual(bar?.y ?? 0)
    expect((await search.boundingBox())?.y).toBeGreaterThan(0)
  })
})
