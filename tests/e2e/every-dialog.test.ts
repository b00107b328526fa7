// The dialogs of the shop, each opened once: they fit into every width and are accessible on a desktop and a phone.
import type { Page } from 'playwright-core'
import { promo_titles } from '#app/copy.json'
import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, STRANGER } from '#tests/support/browser.ts'
import { testOnSharedShop as base, expect } from '#tests/support/fixtures.ts'
import { expectToFit, expectToFitAccessibly, widen } from './sideways.ts'
import { cardOf, fill, openCart, visit } from './storefront.ts'

const test = base.extend('visitor', ({ openVisitor }) => openVisitor({ ...DESKTOP, reducedMotion: 'reduce' }))
const LIST = '/sklep?category=arabic'
const NAME = 'Layali Zahran'

async function close(page: Page): Promise<void> {
  await widen(page)
  await page.keyboard.press('Escape')
}

test('the notices of a first visit scroll sideways on no screen', async ({ openVisitor }) => {
  const { page } = await openVisitor({ ...DESKTOP, ...STRANGER })
  await visit(page, '/produkt/layali-zahran')
  await page.getByRole('dialog', { name: promo_titles.women }).waitFor()
  await page.getByRole('region', { name: 'Informacja o prywatności' }).waitFor()
  await expectToFit(page, 'pill and popup')
})

test('a chosen scent family widens no page and is visible', async ({ phone: { page } }) => {
  await page.goto('/sklep')
  const addresses = await page
    .getByRole('main')
    .locator('a[href*="family="]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(10)
  // The last one lies furthest outside the screen.
  for (const address of [addresses[0], addresses[Math.floor(addresses.length / 2)], addresses.at(-1)]) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(address ?? '')
    const chosen = page.getByRole('link', { name: /wybrane: pokaż wszystkie$/ })
    await expect
      .poll(() =>
        chosen.evaluate((tile) => {
          const { left, right } = tile.getBoundingClientRect()
          return left >= 0 && right <= window.innerWidth
        }),
      )
      .toBe(true)
    await expectToFit(page, address ?? '')
  }
})

test('menu and filters, open on a phone, are accessible', async ({ phone: { page } }) => {
  await visit(page, '/sklep')
  await page.locator('summary[aria-label=Menu]').click()
  await expectAccessible(page, 'the menu')
  await page.keyboard.press('Escape')
  await page.getByText('Filtry', { exact: true }).click()
  await page.getByRole('button', { name: 'Pokaż produkty' }).waitFor()
  await expectAccessible(page, 'the filters')
})

test('the dialogs of the shop fit into every width and are accessible', async ({ visitor: { page } }) => {
  await visit(page, LIST)
  await openCart(page)
  await expectToFitAccessibly(page, 'the empty cart')
  await close(page)
  for (const product of [NAME, 'Misk Fajri']) {
    await cardOf(page, product)
      .getByRole('button', { name: /ulubion/i })
      .click()
  }
  await page.getByRole('button', { name: 'Ulubione', exact: true }).click()
  const saved = page.getByRole('dialog', { name: 'Ulubione' })
  await saved.getByText(NAME).first().waitFor()
  await expectToFit(page, 'saved products')
  await widen(page)
  for (const product of [NAME, 'Misk Fajri']) await saved.getByLabel(`Porównaj: ${product}`).check()
  await saved.getByRole('button', { name: /^Porównaj zapachy/ }).click()
  await page.getByRole('table').waitFor()
  await expectToFitAccessibly(page, 'the comparison')

  await widen(page)
  await visit(page, LIST)
  await cardOf(page, NAME).getByRole('link', { name: NAME }).click()
  const product = page.getByRole('dialog', { name: NAME, exact: true })
  await product.getByRole('heading', { name: /^Opinie/ }).waitFor()
  await expectToFitAccessibly(page, 'the product dialog')
  await widen(page)
  await product.getByRole('button', { name: /Powiększ zdjęcie/ }).click()
  await page.getByRole('dialog', { name: `${NAME}, zdjęcie` }).waitFor()
  await expectToFitAccessibly(page, 'the enlarged picture')
  await close(page)
  await product.getByRole('button', { name: 'Dodaj opinię' }).click()
  const reviews = page.getByRole('dialog', { name: `Opinie: ${NAME}` })
  await reviews.getByText('Zaloguj się, aby dodać opinię').waitFor()
  await expectToFit(page, 'reviews')

  await widen(page)
  await visit(page, '/regulamin')
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  const login = page.getByRole('dialog')
  await fill(login, { 'E-mail': 'nikt' })
  await expectToFitAccessibly(page, 'the login')
  await widen(page)
  await login.getByRole('button', { name: /hasła/ }).click()
  await expectToFit(page, 'the forgotten password')
  await widen(page)
  await page.goto('/regulamin')
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  await login.getByRole('button', { name: 'Zarejestruj się', exact: true }).click()
  const registration = page.getByRole('dialog', { name: 'Zarejestruj się' })
  await registration.getByRole('button', { name: 'Zarejestruj się', exact: true }).click()
  await registration.locator('[aria-invalid=true]').first().waitFor()
  await expectToFitAccessibly(page, 'the registration')
})
