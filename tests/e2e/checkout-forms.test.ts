import { describe } from 'vitest'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith } from './checkout.ts'
import { ADDRESS, chooseCourier, fill, openCart, PERSON, typedIn } from './storefront.ts'

describe('the cart', () => {
  test('keeps what was typed across closing and reloading, but never the password', async ({ visitor: { page } }) => {
    const cart = await cartWith(page, 'Ward Nahari')
    const secret = 'sekret-9f3c'
    await fill(cart, { 'E-mail': 'wraca@example.test', Hasło: secret })
    await chooseCourier(cart)
    const typed = { 'E-mail': 'wraca@example.test', ...PERSON, ...ADDRESS }
    const kept = async () => {
      const again = await openCart(page)
      expect(await typedIn(again, [...Object.keys(typed), 'Hasło'])).toEqual({ ...typed, Hasło: '' })
      expect(await again.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).isChecked()).toBe(true)
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(stored).toContain('wraca@example.test')
      expect(stored).not.toContain(secret)
    }
    await page.keyboard.press('Escape')
    await cart.waitFor({ state: 'detached' })
    await kept()
    await page.goBack()
    await cart.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/sklep')
    await kept()
    await page.reload()
    await page.getByRole('button', { name: 'Koszyk, sztuk: 1' }).waitFor()
    await kept()
    // Reloaded with an open cart: the history still has its entry, and Back closes it at once.
    await page.goBack()
    await cart.waitFor({ state: 'detached' })
  })
})
