import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop } from '#tests/support/fixtures.ts'
import { complaintAt, textOf } from './storefront.ts'

const test = testOnSharedShop
  .extend('visitor', ({ openVisitor }) => openVisitor({ ...DESKTOP, javaScriptEnabled: false }))
  .extend('phone', ({ openVisitor }) => openVisitor({ ...PHONE, javaScriptEnabled: false }))

const names = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()
const status = (page: Page) => textOf(page.getByRole('region', { name: 'Produkty', exact: true }).getByRole('status'))

test('without JavaScript: the filters are a form that opens the filtered list', async ({ visitor: { page } }) => {
  await page.goto('/sklep')
  await page.getByRole('searchbox').fill('pocztowka')
  await page.getByRole('searchbox').press('Enter')
  await eventually(async () => expect(await names(page)).toEqual(['Pocztówka z Wyspy']))
  await page.getByRole('link', { name: 'Wyczyść filtry' }).click()
  await eventually(async () => expect(await status(page)).toBe('64 produkty, strona 1 z 3'))

  await page.getByText('Męskie', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Marka' }).selectOption('Kastelmar')
  await page.getByRole('textbox', { name: 'Cena do (zł)' }).fill('50')
  await page.getByRole('combobox', { name: 'Sortuj' }).selectOption('name-desc')
  await page.getByRole('button', { name: 'Pokaż produkty' }).click()
  await eventually(async () => expect(await names(page)).toEqual(['Stalowy Przypływ', 'Latarnia 47', 'Kurs Północ']))
  expect(await page.getByRole('radio', { name: 'Męskie' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('textbox', { name: 'Cena do (zł)' }).inputValue()).toBe('50')

  await page.getByRole('link', { name: 'Usuń filtr do 50,00 zł' }).click()
  await eventually(async () =>
    expect(await names(page)).toEqual(['Stalowy Przypływ', 'Latarnia 47', 'Kurs Północ', 'Czarny Żagiel']),
  )
})

test('without JavaScript: pages of a list are links', async ({ visitor: { page } }) => {
  await page.goto('/sklep?gender=women')
  await eventually(async () => expect(await status(page)).toBe('24 produkty'))
  await page.getByRole('link', { name: 'Usuń filtr Damskie' }).click()
  await page.getByRole('link', { name: 'Następna strona' }).click()
  await page.getByRole('link', { name: 'Strona 3', exact: true }).click()
  await eventually(async () => expect(await status(page)).toBe('64 produkty, strona 3 z 3'))
  await eventually(async () => expect(await names(page)).toHaveLength(16))
  expect(await page.getByRole('link', { name: 'Następna strona' }).count()).toBe(0)
})

test('without JavaScript: a product’s page asks for JavaScript instead of showing buttons without effect', async ({
  visitor: { page },
}) => {
  await page.goto('/sklep?search=layali')
  expect(await page.getByRole('button', { name: 'Do koszyka' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Layali Zahran' }).click()
  expect(new URL(page.url()).pathname).toBe('/produkt/layali-zahran')
  await page.getByRole('heading', { level: 1, name: 'Layali Zahran' }).waitFor()
  await page.getByText(/^Aby zamówić lub się zalogować, włącz JavaScript albo zadzwoń:/).waitFor()
  expect(await page.getByRole('button', { name: /^Koszyk/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Dodaj do koszyka' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Kup teraz' }).count()).toBe(0)
  await expect.poll(() => textOf(page.getByRole('main'))).toContain('119,00 zł')
  await page.getByRole('region', { name: 'Nuty zapachowe' }).getByText('szafran').waitFor()
  await page.getByRole('region', { name: 'Podobne zapachy' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/produkt\/(?!layali-zahran)/)
})

test('without JavaScript: the landing page links to sections, brands, pages and legal texts', async ({
  visitor: { page },
}) => {
  await page.goto('/')
  const inView = async (id: string) => ((await page.locator(`#${id}`).boundingBox())?.y ?? Number.NaN) < 300
  const header = page.getByRole('navigation', { name: 'Główna' })
  for (const [label, id] of [
    ['JAKOŚĆ ZAMIENNIKÓW', 'jakosc'],
    ['O FIRMIE', 'ofirmie'],
    ['MEDIA', 'nuty'],
    ['HOME', 'hero'],
  ] as const) {
    await header.getByRole('link', { name: label }).click()
    expect(new URL(page.url()).hash).toBe(`#${id}`)
    expect(await inView(id)).toBe(true)
  }
  await page.getByRole('link', { name: 'Strona 2', exact: true }).click()
  expect(page.url()).toMatch(/\/\?page=2#perfumy$/)
  expect(await inView('perfumy')).toBe(true)
  await page.locator('.picker-panel').first().hover()
  await page
    .getByRole('list', { name: 'Marki, męskie' })
    .getByRole('link', { name: /^Kastelmar/ })
    .click()
  await eventually(async () => expect(await status(page)).toBe('4 produkty'))
  await page.getByRole('region', { name: 'Rodziny zapachów' }).getByRole('link', { name: 'Cytrusy' }).click()
  await page.waitForURL('**/sklep?gender=men&brand=kastelmar&family=cytrusy')

  for (const [label, heading] of [
    ['Regulamin', /Regulamin/],
    ['Polityka prywatności', /Polityka prywatności/],
  ] as const) {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('navigation', { name: 'Stopka' }).getByRole('link', { name: label }).click()
    const tab = await opened
    await tab.getByRole('heading', { level: 1, name: heading }).waitFor()
    await tab.close()
  }
})

test('without JavaScript: the page after paying says where to look, and shows no endless waiting', async ({
  visitor: { page },
}) => {
  await page.goto('/payment-success?session_id=cs_test_x')
  const said = page.locator('main noscript')
  await said.waitFor()
  await expect
    .poll(() => said.textContent())
    .toBe('Włącz JavaScript albo sprawdź pocztę: e-mailem potwierdzamy każdą płatność.')
  expect(await page.locator('[class*=animate-]').filter({ visible: true }).count()).toBe(0)
  await page.goto('/ocena/fern-flint?gwiazdki=4')
  await said.waitFor()
  await expect.poll(() => said.textContent()).toMatch(/^Włącz JavaScript, aby dodać opinię\./)
  expect(await page.locator('[class*=animate-]').filter({ visible: true }).count()).toBe(0)
})

test('without JavaScript: the admin pages say what they need instead of checking endlessly', async ({
  visitor: { page, context },
  shop,
}) => {
  const needs = page.getByText('Panel działa tylko z JavaScriptem: włącz go w przeglądarce i odśwież stronę.')
  await page.goto('/admin')
  await needs.waitFor()
  expect(await page.getByText('Sprawdzanie dostępu…').isVisible()).toBe(false)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await page.goto('/admin')
  await needs.waitFor()
})

test('without JavaScript: menu and filters work on a phone', async ({ phone: { page } }) => {
  await page.goto('/')
  await page.locator('summary[aria-label=Menu]').tap()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'SKLEP' }).tap()
  await page.waitForURL('**/sklep')
  await page.getByText('Filtry', { exact: true }).tap()
  await page.getByText('Unisex', { exact: true }).tap()
  await page.getByRole('button', { name: 'Pokaż produkty' }).tap()
  await page.waitForURL('**/sklep?*gender=unisex*')
  await eventually(async () => expect(await status(page)).toContain('20 produktów'))
  expect(await page.getByRole('button', { name: 'Do koszyka' }).count()).toBe(0)
})

test('without JavaScript: the contact form can be sent, the same text once a day, and shows errors', async ({
  visitor: { page },
  mailbox,
  shop,
}) => {
  await page.goto('/#kontakt')
  const form = page.getByRole('form', { name: 'Formularz kontaktowy' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const send = () => form.getByRole('button', { name: 'Wyślij wiadomość' }).click()
  await field('Imię i nazwisko').fill('Łucja Ćwik')
  await field('E-mail').fill('bez-skryptow@example.test')
  await field('Telefon (opcjonalnie)').fill('12')
  await field('Wiadomość').fill('Bez skryptów')
  await send()
  await page.getByRole('heading', { name: 'Napisz do nas', level: 1 }).waitFor()
  expect(await complaintAt(field('Telefon (opcjonalnie)'))).toBe('Podaj prawidłowy numer telefonu, np. 600 100 200')
  expect(await field('Wiadomość').inputValue()).toBe('Bez skryptów')
  await field('Telefon (opcjonalnie)').fill('')
  await send()
  await page.getByText('Dziękujemy, wiadomość została wysłana.').waitFor()
  const received = async () =>
    (await mailbox.messagesTo(shop.admin.email)).filter(({ text }) => text.includes('Bez skryptów')).length
  await eventually(async () => expect(await received()).toBe(1))
  await page.goto('/kontakt')
  await field('Imię i nazwisko').fill('Łucja Ćwik')
  await field('E-mail').fill('bez-skryptow@example.test')
  await field('Wiadomość').fill('Bez skryptów')
  await send()
  await page.getByText('Dziękujemy, wiadomość została wysłana.').waitFor()
  expect(await received()).toBe(1)
  // A program that fills in the hidden field, and another site, send nothing.
  const values = { name: 'Robot', email: 'robot@example.test', phone: '', message: 'Bez skryptów', website: 'x' }
  const robot = await page.request.post('/kontakt', { form: values, headers: { Origin: shop.url } })
  expect(robot.status()).toBe(422)
  const stranger = { form: { ...values, website: '' }, headers: { Origin: 'https://inny.example' } }
  expect((await page.request.post('/kontakt', stranger)).status()).toBeGreaterThanOrEqual(400)
  expect(await received()).toBe(1)
})
