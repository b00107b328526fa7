import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { CART_STORAGE_KEY } from '#domain/cart/cart.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cardOf, openCart, orderButton, putIntoCart, seesToast, textOf, visit } from './storefront.ts'

const quickAdd = (page: Page, product: string) => cardOf(page, product).getByRole('button', { name: /Do koszyka/ })

/** Product and quantity of each item, as saved in the browser. */
async function savedCart(page: Page): Promise<string[]> {
  const raw = await page.evaluate((key) => localStorage.getItem(key), CART_STORAGE_KEY)
  const items: { name: string; quantity: number }[] = JSON.parse(raw ?? '[]')
  return items.map(({ name, quantity }) => `${quantity} x ${name}`)
}

test('cart: a toast names each change, a reload loses nothing, and undo restores a removed product in its place', async ({
  visitor: { page },
}) => {
  await visit(page, '/sklep?category=arabic')
  await quickAdd(page, 'Qamar al-Wadi').click()
  await seesToast(page, 'Produkt dodany do koszyka', 'Qamar al-Wadi')
  await quickAdd(page, 'Qamar al-Wadi').click()
  await seesToast(page, 'Produkt dodany do koszyka', 'Qamar al-Wadi (ilość: 2)')
  await quickAdd(page, 'Layali Zahran').click()
  await quickAdd(page, 'Ward Nahari').click()
  await seesToast(page, 'Produkt dodany do koszyka', 'Ward Nahari')
  const filled = ['2 x Qamar al-Wadi', '1 x Layali Zahran', '1 x Ward Nahari']
  expect(await savedCart(page)).toEqual(filled)

  await page.reload()
  await page.getByRole('button', { name: 'Koszyk, sztuk: 4' }).waitFor()
  const cart = await openCart(page)
  const names = () => cart.getByRole('list').getByRole('heading').allTextContents()
  await cart.getByRole('button', { name: 'Usuń z koszyka: Layali Zahran' }).click()
  await seesToast(page, 'Produkt usunięty z koszyka', 'Layali Zahran')
  expect(await names()).toEqual(['Qamar al-Wadi', 'Ward Nahari'])
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await cart.getByRole('heading', { name: 'Layali Zahran' }).waitFor()
  expect(await names()).toEqual(['Qamar al-Wadi', 'Layali Zahran', 'Ward Nahari'])
  expect(await savedCart(page)).toEqual(filled)

  const quantity = cart.getByRole('group', { name: 'Ilość: Ward Nahari' })
  await quantity.getByRole('button', { name: 'Więcej' }).click()
  await expect.poll(() => textOf(quantity.getByRole('status'))).toBe('2')
  await quantity.getByRole('button', { name: 'Mniej' }).click()
  await quantity.getByRole('button', { name: 'Mniej' }).click()
  await seesToast(page, 'Produkt usunięty z koszyka', 'Ward Nahari')
  await cart.getByRole('button', { name: 'Wyczyść koszyk' }).click()
  await seesToast(page, 'Koszyk wyczyszczony', 'Wszystkie produkty zostały usunięte z koszyka')
  await cart.getByText('Pusty koszyk').waitFor()
  expect(await savedCart(page)).toEqual([])
  const cleared = page.getByRole('dialog', { name: 'Koszyk wyczyszczony' })
  await cleared.getByRole('button', { name: 'Cofnij' }).click()
  await cart.getByRole('heading', { name: 'Layali Zahran' }).waitFor()
  expect(await savedCart(page)).toEqual(filled.slice(0, 2))
})

test('cart: two tabs share it, whichever adds a product', async ({ visitor: { page, context } }) => {
  const other = await context.newPage()
  await visit(page, '/sklep?category=arabic')
  await visit(other, '/sklep?category=arabic')
  await quickAdd(page, 'Ward Nahari').click()
  await other.getByRole('button', { name: 'Koszyk, sztuk: 1' }).waitFor()
  await quickAdd(other, 'Qamar al-Wadi').click()
  await page.getByRole('button', { name: 'Koszyk, sztuk: 2' }).waitFor()

  // The tabs alternate quickly, before either has shown the other's change: nothing is overwritten.
  for (let turn = 0; turn < 10; turn += 1) {
    await quickAdd(page, 'Ward Nahari').click()
    await quickAdd(other, 'Qamar al-Wadi').click()
  }
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Koszyk, sztuk: 22' }).waitFor()
  expect(await savedCart(page)).toEqual(['11 x Ward Nahari', '11 x Qamar al-Wadi'])
})

describe('cart opened again after the catalogue has changed', () => {
  test('shows each change at its line, and cannot be ordered before it is corrected', async ({
    visitor: { page },
    database,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/create-cash-on-delivery-order') && sent.push('order'))
    await visit(page, '/sklep?category=arabic')
    const products = ['Sahra Dafina', 'Bakhur Mirzan', 'Kuthban Dahab', 'Anbar Sahili', 'Zafran Makhmal']
    for (const product of products) await putIntoCart(page, product)
    for (const _ of [2, 3]) await quickAdd(page, 'Kuthban Dahab').click()
    await page.getByRole('button', { name: 'Koszyk, sztuk: 7' }).waitFor()

    const change = (name: string) => database.db.updateTable('products').where('name', '=', name)
    await change('Sahra Dafina').set({ price_grosze: 10_450 }).execute()
    await change('Bakhur Mirzan').set({ out_of_stock: true }).execute()
    await change('Kuthban Dahab').set({ stock_quantity: 2 }).execute()
    await change('Anbar Sahili').set({ active: false }).execute()

    const cart = await openCart(page)
    const line = (product: string) => cart.getByRole('listitem').filter({ hasText: product })
    await line('Sahra Dafina').getByText('Cena się zmieniła: było').waitFor()
    await expect
      .poll(() => textOf(line('Sahra Dafina').getByRole('status').first()))
      .toBe('Cena się zmieniła: było 99,00 zł, jest 104,50 zł')
    await line('Bakhur Mirzan').getByText('Produkt wyprzedany').waitFor()
    await line('Kuthban Dahab').getByText('Zostało sztuk: 2. Zmniejsz ilość, aby zamówić.').waitFor()
    await line('Anbar Sahili').getByText('Produkt nie jest już dostępny').waitFor()
    expect(
      await line('Zafran Makhmal')
        .getByText(/zmieniła|wyprzedany|dostępny/)
        .count(),
    ).toBe(0)

    await orderButton(cart).click()
    const refused = 'Nie wszystkie produkty są dostępne. Usuń je z koszyka albo zmniejsz ilość.'
    await seesToast(page, 'Błąd zamówienia', refused)
    await cart.getByRole('button', { name: 'Usuń z koszyka: Bakhur Mirzan' }).click()
    await cart.getByRole('button', { name: 'Usuń z koszyka: Anbar Sahili' }).click()
    await cart.getByRole('group', { name: 'Ilość: Kuthban Dahab' }).getByRole('button', { name: 'Mniej' }).click()
    await line('Kuthban Dahab').getByText('Zmniejsz ilość').waitFor({ state: 'detached' })
    // 104,50 + 2 x 94,90 + 99,00
    await expect.poll(() => textOf(cart.getByRole('region', { name: 'Podsumowanie' }))).toContain('393,30 zł')
    // The products no longer prevent the order, so the form is asked for.
    await orderButton(cart).click()
    await seesToast(page, 'Wypełnij wszystkie pola')
    expect(sent).toEqual([])
  })
})
