import type { BrowserContext, Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import type { Shop } from '#tests/support/shop-process.ts'
import { complaintAt, seesToast, textOf, visit } from './storefront.ts'

const row = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(`^${name}`) })
/** Toasts are dialogs as well. */
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Dodaj|Edytuj|Usuń) markę$/ })

/** The list of brands, as the admin sees it. */
async function openBrands({ page, context }: { page: Page; context: BrowserContext }, shop: Shop): Promise<void> {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/marki')
  await row(page, 'Perfumy Arabskie').waitFor()
}

async function addBrand(context: BrowserContext, shop: Shop, name: string): Promise<void> {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  const added = await context.request.post('/api/admin/brands', { data: { name, description: '' } })
  expect(added.ok(), await added.text()).toBe(true)
}

test('admin: opens a brand by a press anywhere on it, and adds one; no typed text is lost', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await openBrands(visitor, shop)
  await page.getByRole('heading', { name: 'Zarządzanie markami' }).waitFor()
  await expect.poll(() => row(page, 'Perfumy Arabskie').getByRole('button').count()).toBe(1)
  await expectAccessible(page, 'brands')
  await row(page, 'Perfumy Arabskie').getByText('Slug: perfumy-arabskie').click()
  await page.getByRole('dialog', { name: 'Edytuj markę' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  const total = page.getByRole('region', { name: 'Liczba marek' })
  const before = Number((await textOf(total)).match(/\d+/)?.[0])
  const name = dialog(page).getByRole('textbox', { name: 'Nazwa' })
  const description = dialog(page).getByRole('textbox', { name: 'Opis' })
  const submit = dialog(page).getByRole('button', { name: /^(Dodaj markę|Zapisz zmiany)$/ })
  await page.getByRole('button', { name: 'Dodaj markę' }).click()
  await submit.click()
  expect(await complaintAt(name)).toBe('Nazwa marki jest wymagana')
  await expectAccessible(page, 'the form of a brand')
  await name.fill('perfumy  ARABSKIE')
  await description.fill('Świeże i lekkie')
  await submit.click()
  await seesToast(page, 'Błąd dodawania', 'Marka o tej nazwie już istnieje')
  expect(await complaintAt(name)).toBe('Marka o tej nazwie już istnieje')
  // Typed text is not discarded without a question.
  await dialog(page).getByRole('button', { name: 'Zamknij', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Porzucić niezapisane zmiany?' })
    .getByRole('button', { name: 'Wróć do edycji' })
    .click()
  await name.fill('Źródło Łąk')
  await submit.click()
  await seesToast(page, 'Marka dodana', 'Źródło Łąk')
  await expect.poll(() => textOf(row(page, 'Źródło Łąk'))).toContain('Slug: zrodlo-lak')
  expect(Number((await textOf(total)).match(/\d+/)?.[0])).toBe(before + 1)
})

test('admin: deletes a brand after a question, but none that has products', async ({ visitor, shop }) => {
  const { page, context } = visitor
  await addBrand(context, shop, 'Do Usunięcia')
  await openBrands(visitor, shop)
  await row(page, 'Do Usunięcia').getByRole('button', { name: 'Usuń markę Do Usunięcia' }).click()
  await expect
    .poll(() => textOf(dialog(page)))
    .toContain('Czy na pewno chcesz usunąć markę „Do Usunięcia”? Ta operacja jest nieodwracalna.')
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await row(page, 'Do Usunięcia').getByRole('button', { name: 'Usuń markę Do Usunięcia' }).click()
  await dialog(page).getByRole('button', { name: 'Usuń markę' }).click()
  await seesToast(page, 'Marka usunięta', 'Do Usunięcia')
  await row(page, 'Do Usunięcia').waitFor({ state: 'detached' })
  const busy = page.getByRole('article').nth(2)
  await busy.getByRole('button', { name: /^Usuń markę/ }).click()
  await dialog(page).getByRole('button', { name: 'Usuń markę' }).click()
  await seesToast(page, 'Błąd usuwania', 'Nie można usunąć marki, która ma przypisane produkty')
})

test('admin: on a phone brands are cards, found by name; an old link of a renamed brand leads to it', async ({
  openVisitor,
  shop,
}) => {
  const { page, context } = await openVisitor(PHONE)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  const { items } = await (await context.request.get('/api/admin/brands')).json()
  const brand = items[1]
  const renamed = { name: 'Przemianowana', description: brand.description, version: brand.version }
  const changed = await context.request.patch(`/api/admin/brands/${brand.id}`, { data: renamed })
  expect(changed.status()).toBe(200)
  await visit(page, `/sklep?brand=${brand.slug}&sort=price-asc`)
  expect(new URL(page.url()).search).toBe('?brand=przemianowana&sort=price-asc')

  await visit(page, '/admin/marki')
  await row(page, 'Przemianowana').waitFor()
  await page.getByRole('searchbox', { name: 'Szukaj marek' }).fill('PRZEMIAN')
  await page.waitForURL('**/admin/marki?search=PRZEMIAN')
  await eventually(async () => expect(await page.getByRole('article').count()).toBe(1))
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  const small = await page
    .getByRole('article')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => Math.min(button.clientWidth, button.clientHeight)).filter((side) => side < 44),
    )
  expect(small).toEqual([])
  await page.getByRole('searchbox', { name: 'Szukaj marek' }).fill('nie ma takiej')
  await page.getByText('Brak marek pasujących do wyszukiwania').waitFor()
})
