import type { Locator, Route } from 'playwright-core'
import { describe } from 'vitest'
import type { Visitor } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { COURIER_FIELDS, cartWith, confirmation, ordersOf } from './checkout.ts'
import { ADDRESS, chooseCourier, orderButton, PERSON, seesToast, signInByApi, typedIn } from './storefront.ts'

const ORDER_CALL = '**/api/create-cash-on-delivery-order'
const LOST = 'Wystąpił błąd podczas składania zamówienia. Spróbuj ponownie.'

/** A signed-in customer with one product in the open cart, after the cart has called the shop. */
async function customerWith({ page, context }: Visitor, product: string, email: string): Promise<Locator> {
  await signInByApi(context, email)
  return cartWith(page, product)
}

/** Lets the shop process a call and drops its answer. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

describe('the connection', () => {
  test('lost while ordering, before or after the shop received the call: further clicks make one order', async ({
    visitor,
    database,
  }) => {
    visitor.expectErrors(/net::ERR_FAILED/)
    const email = 'siec@example.test'
    const cart = await customerWith(visitor, 'Qahwat Badiya', email)
    const { page } = visitor
    await chooseCourier(cart)
    await page.route(ORDER_CALL, (route) => route.abort(), { times: 1 })
    await orderButton(cart).click()
    await seesToast(page, 'Błąd zamówienia', LOST)
    expect(await ordersOf(database, email)).toEqual([])
    expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })
    await page.getByLabel('Zamknij powiadomienie').first().click()
    await page.getByText(LOST).first().waitFor({ state: 'detached' })

    await page.route(ORDER_CALL, loseAnswer, { times: 1 })
    await orderButton(cart).click()
    await seesToast(page, 'Błąd zamówienia', LOST)
    expect(await ordersOf(database, email)).toHaveLength(1)
    await cart.getByRole('listitem').filter({ hasText: 'Qahwat Badiya' }).waitFor()
    expect(await typedIn(cart, COURIER_FIELDS)).toEqual({ ...PERSON, ...ADDRESS })

    await orderButton(cart).dblclick()
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toHaveLength(1)
  })
})
