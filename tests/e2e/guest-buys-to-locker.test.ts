import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { chooseLocker, fill, openCart, orderButton, putIntoCart, textOf } from './storefront.ts'

test('a stranger on a desktop finds two perfumes, has them sent to a parcel locker and pays on delivery', async ({
  database,
  mailbox,
  visitor: { page },
}) => {
  const email = 'gosc@example.test'

  await page.goto('/sklep?category=arabic')
  await putIntoCart(page, 'Qamar al-Wadi')
  await putIntoCart(page, 'Layali Zahran')
  const cart = await openCart(page)
  await cart.getByRole('group', { name: 'Ilość: Layali Zahran' }).getByRole('button', { name: 'Więcej' }).click()

  await fill(cart, { 'E-mail': email, Hasło: 'tajne-haslo' })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
  await cart.getByText('Zalogowany').waitFor()

  await cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
  await fill(cart, { Imię: 'Łucja', Nazwisko: 'Żółć', Telefon: '600 700 800' })
  await chooseLocker(cart, '00-020', 'DEMO-WAW-002')
  await fill(cart, { 'E-mail odbiorcy': email })

  // 89,00 + 2 x 119,00 + 16,99
  await expect.poll(() => textOf(cart.getByRole('region', { name: 'Podsumowanie' }))).toContain('343,99 zł')
  await expect.poll(() => textOf(orderButton(cart))).toContain('343,99 zł')
  await orderButton(cart).click()
  const confirmation = page.getByRole('region', { name: 'Dziękujemy za zamówienie' })
  await confirmation.getByText('Jedna paczka, 2 zamówienia').waitFor()
  const confirmed = await textOf(confirmation)
  expect(confirmed).toMatch(/Numery zamówień\d{8}, \d{8}/)
  expect(confirmed).toContain('Do zapłaty przy odbiorze343,99 zł')
  await page.getByText('Zamówienie złożone').waitFor()
  // Unread, it closes by itself, and a bar keeps the numbers.
  await cart.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sklep')
  const bar = page.getByRole('complementary', { name: 'Twoje zamówienie' })
  await bar.getByText(/^Zamówienia \d{8}.*przyjęte/).waitFor()
  await page.getByRole('button', { name: 'Koszyk, pusty' }).waitFor()

  await eventually(async () => {
    const messages = await mailbox.messagesTo(email)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.text.replaceAll(/\s+/g, ' ')).toContain('343,99 zł')
    expect(messages[0]?.text).toContain('Łucj')
    expect(messages[0]?.text).toContain('DEMO-WAW-002')
  })

  await page.goto('/panel-klienta')
  await page.getByText(email).first().waitFor()
  const history = page.getByRole('tabpanel', { name: 'Zamówienia' })
  await expect.poll(() => textOf(history)).toContain('Layali Zahran')
  await expect.poll(() => textOf(history)).toContain('Qamar al-Wadi')
  await page.getByRole('tab', { name: 'Przesyłki' }).click()
  await expect.poll(() => textOf(page.getByRole('tabpanel', { name: 'Przesyłki' }))).toContain('DEMO-WAW-002')

  const orders = await database.db.selectFrom('orders').selectAll().where('email', '=', email).execute()
  expect(orders).toHaveLength(2)
  expect(orders.reduce((sum, order) => sum + order.total_grosze, 0)).toBe(34_399)
})
