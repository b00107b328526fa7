import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Actions of a person in the storefront, from which the journeys are composed. */

/** Opens a page and waits until it is interactive: its first call then asks who is signed in. */
export async function visit(page: Page, path: string): Promise<void> {
  const alive = page.waitForResponse((response) => response.url().endsWith('/api/me'))
  await page.goto(path)
  await alive
}

export function cardOf(page: Page, product: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: product, exact: true }) })
}

export async function putIntoCart(page: Page, product: string): Promise<void> {
  const card = cardOf(page, product)
  await card.getByRole('button', { name: /Do koszyka/ }).click()
  await seesToast(page, 'Produkt dodany do koszyka', product)
}

/** Waits for a toast by its title and, if given, its complete description. */
export async function seesToast(page: Page, title: string, description?: string): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Powiadomienia' }).locator('[role=dialog], [role=alertdialog]')
  const titled = toasts.filter({ has: page.getByText(title, { exact: true }) })
  const wanted =
    description === undefined ? titled : titled.filter({ has: page.getByText(description, { exact: true }) })
  await wanted.first().waitFor()
}

/** Waits for a toast and closes it, so that it neither covers the next button nor delays the next toast. */
export async function closesToast(page: Page, title: string, description?: string): Promise<void> {
  await seesToast(page, title, description)
  const shown = page.getByRole('region', { name: 'Powiadomienia' }).getByRole('dialog')
  await shown
    .filter({ has: page.getByText(title, { exact: true }) })
    .getByRole('button', { name: 'Zamknij powiadomienie' })
    .click()
}

export async function openCart(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Koszyk, / }).click()
  const dialog = page.getByRole('dialog', { name: 'Koszyk', exact: true })
  await dialog.waitFor()
  return dialog
}

/** Fills in fields as a person does and leaves each, so that its check on blur runs. */
export async function fill(within: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = within.getByRole('textbox', { name: label, exact: true })
    await field.fill(value)
    await field.blur()
  }
}

export const PASSWORD = 'tajne-haslo'

/** Signs in or creates the account by the API, for journeys about something else. */
export async function signInByApi(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post('/api/guest-sign-in', {
    data: { email, password: PASSWORD, acceptedTerms: true },
  })
  expect(answer.status()).toBe(200)
}

/** One piece of each product as the cart sends it, zł. */
async function piecesOf({ request }: BrowserContext, slugs: readonly string[]) {
  const items = []
  for (const slug of slugs) {
    const { id, name, current_price_pln } = await (await request.get(`/api/products/${slug}`)).json()
    items.push({ id, name, price: Number(current_price_pln), quantity: 1 })
  }
  return items
}

/** Orders one piece of each by courier, in one checkout, by the API. */
export async function orderByApi(context: BrowserContext, slugs: readonly string[]): Promise<void> {
  const items = await piecesOf(context, slugs)
  const customerData = { ...RECIPIENT, shippingMethod: 'cash_on_delivery_courier' }
  const body = { items, customerData, shippingCost: 19.99 }
  const answer = await context.request.post('/api/create-cash-on-delivery-order', { data: body })
  expect(answer.status()).toBe(200)
}

/** Orders one piece of each by courier up to the payment page, by the API. Returns the payment session. */
export async function orderAheadByApi(
  context: BrowserContext,
  slugs: readonly string[],
  email: string,
): Promise<string> {
  const items = (await piecesOf(context, slugs)).map((item) => ({ ...item, price: Math.round(item.price * 100) }))
  const answer = await context.request.post('/api/create-checkout-session', {
    data: { items, email, shippingMethod: 'prepaid_courier', shippingCost: 15.99, customerData: RECIPIENT },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(answer.status()).toBe(200)
  return String((await answer.json()).sessionId)
}

export const PERSON = { Imię: 'Łucja', Nazwisko: 'Żółć', Telefon: '600 700 800' }
export const ADDRESS = { Ulica: 'Źródlana', 'Numer domu': '12a/3', 'Kod pocztowy': '31-005', Miejscowość: 'Kraków' }

/** The same as the API names it. */
const RECIPIENT = {
  firstName: PERSON.Imię,
  lastName: PERSON.Nazwisko,
  phone: PERSON.Telefon,
  street: ADDRESS.Ulica,
  houseNumber: ADDRESS['Numer domu'],
  city: ADDRESS.Miejscowość,
  postalCode: ADDRESS['Kod pocztowy'],
}

/** Chooses delivery by courier and fills in its form. */
export async function chooseCourier(within: Locator): Promise<void> {
  await within.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await fill(within, { ...PERSON, ...ADDRESS })
}

/** Displayed values of text fields by their labels. */
export async function typedIn(within: Locator, labels: readonly string[]): Promise<Record<string, string>> {
  const entries = labels.map(async (label) => {
    return [label, await within.getByRole('textbox', { name: label, exact: true }).inputValue()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The message that describes a field; '' while the field is valid. */
export async function complaintAt(field: Locator): Promise<string> {
  return field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return ''
    const ids = input.getAttribute('aria-describedby') ?? ''
    return ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  })
}

export async function chooseLocker(within: Locator, search: string, lockerId: string): Promise<void> {
  await within.getByLabel('Znajdź paczkomat').fill(search)
  await within.getByRole('radio', { name: new RegExp(lockerId) }).check()
}

export function orderButton(within: Locator): Locator {
  return within.getByRole('button', { name: /Zamawiam z obowiązkiem zapłaty/ })
}

/** Replaces no-break spaces, with which amounts are written. */
export function plain(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ')
}

export async function textOf(locator: Locator): Promise<string> {
  return plain(await locator.textContent())
}

/** The texts of all matches, as soon as there is one. */
export async function textsOf(locator: Locator): Promise<string[]> {
  await locator.first().waitFor({ state: 'attached' })
  return (await locator.allTextContents()).map(plain)
}
