import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { fill, orderButton, textOf } from './storefront.ts'

test('a customer on a phone registers, and buys one perfume by courier in the product dialog', async ({
  database,
  mailbox,
  phone: { page },
}) => {
  const email = 'klient@example.test'

  await page.goto('/')
  await page.getByLabel('Menu', { exact: true }).first().click()
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  const login = page.getByRole('dialog', { name: /Logowanie|Zaloguj|Panel/ })
  await login.waitFor()
  await fill(login, { 'E-mail': email, Hasło: 'tajne-haslo' })
  await login.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await page.getByText('Czy chcesz się zarejestrować?').first().waitFor()
  await login
    .getByRole('button', { name: /^Zarejestruj/ })
    .first()
    .click()
  const registration = page.getByRole('dialog', { name: /Rejestracja|Zarejestruj|Załóż/ })
  await fill(registration, { 'E-mail': email, Hasło: 'tajne-haslo' })
  await registration
    .getByRole('button', { name: /^Zarejestruj|Załóż konto/ })
    .last()
    .click()
  await page.waitForURL('**/panel-klienta')
  await page.getByText('Brak zamówień').waitFor()
  await page.getByRole('link', { name: 'Rozpocznij zakupy' }).click()

  await page.getByRole('searchbox').fill('SNIEG')
  await page.waitForURL('**/sklep?search=SNIEG')
  await page.getByRole('article').getByRole('link', { name: 'Śnieg o Świcie' }).click()
  await page.waitForURL('**/produkt/snieg-o-swicie')
  const product = page.getByRole('dialog', { name: 'Śnieg o Świcie' })
  await product.getByRole('button', { name: 'Kup teraz' }).click()
  await page.getByText('Krok 1 z 2').waitFor()
  await page.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await page.getByRole('button', { name: 'Dalej' }).click()
  await page.getByText('Krok 2 z 2').waitFor()
  const step = page.getByRole('dialog')
  await fill(step, {
    Imię: 'Grażyna',
    Nazwisko: 'Brzęczyszczykiewicz',
    Telefon: '+48 600700800',
    Ulica: 'Źródlana',
    'Numer domu': '12a/3',
    'Kod pocztowy': '31-005',
    Miejscowość: 'Kraków',
  })
  await orderButton(step).click()
  await page.getByRole('heading', { name: 'Dziękujemy za zamówienie' }).waitFor()

  await eventually(async () => {
    const [message] = await mailbox.messagesTo(email)
    expect(message?.text).toContain('Źródlana 12a/3')
  })
  const [order] = await database.db.selectFrom('orders').selectAll().where('email', '=', email).execute()
  expect(order).toMatchObject({ street: 'Źródlana', postal_code: '31-005', shipping_grosze: 1999, status: 'pending' })
  // It closes by going back, which would stop the way to the next page.
  await page.getByRole('heading', { name: 'Dziękujemy za zamówienie' }).waitFor({ state: 'detached' })
  await page.goto('/panel-klienta')
  await expect
    .poll(() => textOf(page.getByRole('tabpanel', { name: 'Zamówienia' })))
    .toContain(order?.id.slice(0, 8) ?? 'no order')
})
