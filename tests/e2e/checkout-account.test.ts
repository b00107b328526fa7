import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation, enrolSecondFactor, field, hasFocus, ordersOf } from './checkout.ts'
import { chooseCourier, fill, openCart, orderButton, PASSWORD, signInByApi, typedIn, visit } from './storefront.ts'

describe('an account with a second factor', () => {
  test('in the cart: the code is asked for in place of the password, and the order continues', async ({
    visitor: { page, context },
    database,
  }) => {
    const email = 'kod-koszyk@example.test'
    const code = await enrolSecondFactor(context, email, database.db)
    // All that the order needs is typed, so it does not wait for the data of earlier orders.
    const earlier = Promise.withResolvers<void>()
    await page.route('**/api/me/checkout-defaults', (route) => earlier.promise.then(() => route.continue()))
    const cart = await cartWith(page, 'Misk Fajri')
    await chooseCourier(cart)
    await fill(cart, { 'E-mail': email, Hasło: PASSWORD })
    await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await orderButton(cart).click()
    await field(cart, 'Kod').waitFor()
    await hasFocus(field(cart, 'Kod'))
    await field(cart, 'Kod').fill('12345')
    await cart.getByRole('button', { name: 'Potwierdź' }).click()
    await cart.getByText('Nieprawidłowy kod.').waitFor()
    await field(cart, 'Kod').fill(code())
    await cart.getByRole('button', { name: 'Potwierdź' }).click()
    await cart.getByText('Zalogowany').waitFor()
    expect(await ordersOf(database, email)).toEqual([])
    await hasFocus(orderButton(cart))
    await page.keyboard.press('Enter')
    await confirmation(page).waitFor()
    expect(await ordersOf(database, email)).toHaveLength(1)
    earlier.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  })
})

/** Everything that this browser stores about the checkout, as one text. */
function storedBy(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
}

describe('signing out', () => {
  test('in another tab: forgets what was typed in this one, also with the cart closed', async ({
    visitor: { page, context },
  }) => {
    await signInByApi(context, 'wyloguj-karta@example.test')
    const cart = await cartWith(page, 'Ward Nahari')
    await chooseCourier(cart)
    await page.keyboard.press('Escape')
    await cart.waitFor({ state: 'detached' })
    expect(await storedBy(page)).toContain('Łucja')
    const panel = await context.newPage()
    await visit(panel, '/panel-klienta')
    await panel.getByRole('button', { name: 'Wyloguj' }).click()
    await expect.poll(() => storedBy(page)).not.toMatch(/Łucja|wyloguj-karta@/)
    const again = await openCart(page)
    await again.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    expect(await typedIn(again, ['E-mail', 'Imię', 'Ulica'])).toEqual({ 'E-mail': '', Imię: '', Ulica: '' })
  })
})
