import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { newestFirst, products } from './product-list.ts'
import { textsOf, visit } from './storefront.ts'

const panelOf = (page: Page, name: string) =>
  page.locator('.picker-panel').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) })
const tileNames = async (page: Page, name: string) =>
  (await textsOf(panelOf(page, name).locator('ul > li').getByRole('link'))).map((text) =>
    text.replace(/(od )?\d.*/, '').trim(),
  )
const forWomen = (brand: string) =>
  products
    .filter((product) => product.brand.name === brand && product.gender !== 'men')
    .toSorted(newestFirst)
    .map(({ name }) => name)

/** Waits until the picker, which hydrates at the first sign of a visitor, handles clicks itself. */
async function revivePicker(page: Page): Promise<void> {
  await page.mouse.move(3, 3)
  await page.mouse.move(6, 6)
  await page.locator('#marki [aria-expanded]').first().waitFor({ state: 'attached' })
}

test('picker on the desktop: opens on hover and by keyboard, leads from brands to products and back', async ({
  visitor: { page },
}) => {
  await visit(page, '/')
  await revivePicker(page)
  const women = panelOf(page, 'Damskie')
  const brands = women.getByRole('list', { name: 'Marki, damskie' })
  expect(await brands.isVisible()).toBe(false)
  await women.hover()
  await brands.waitFor()
  const first = await tileNames(page, 'Damskie')
  expect([first.length, first[0]]).toEqual([9, 'Perfumy Arabskie'])
  await expectAccessible(page, 'the open picker')

  await brands.getByRole('link', { name: /^Perfumy Arabskie/ }).click()
  const back = women.getByRole('button', { name: 'Wszystkie marki' })
  await back.waitFor()
  const wanted = forWomen('Perfumy Arabskie')
  await expect.poll(() => women.locator('ul > li').count()).toBe(9)
  expect(await tileNames(page, 'Damskie')).toEqual(wanted.slice(0, 8))
  const pages = women.getByRole('navigation', { name: 'Kolejne perfumy' })
  await pages.getByText(`1 z ${Math.ceil(wanted.length / 8)}`).waitFor()
  await pages.getByRole('button', { name: 'Następna strona' }).click()
  await eventually(async () => expect(await tileNames(page, 'Damskie')).toEqual(wanted.slice(8, 16)))
  await expectAccessible(page, 'the products of a brand')
  expect(await panelOf(page, 'Męskie').getByRole('button', { name: 'Wszystkie marki' }).count()).toBe(0)

  await women.locator('ul').getByRole('link').first().click()
  await page.getByRole('dialog', { name: wanted[8] ?? '', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await back.click()
  await brands.waitFor()

  // By keyboard: the title opens its panel, and its tiles come next.
  await page.mouse.move(5, 5)
  const men = panelOf(page, 'Męskie')
  await men.getByRole('button', { name: 'Męskie' }).focus()
  await men.getByRole('list', { name: 'Marki, męskie' }).waitFor()
  await eventually(async () => expect(await brands.isVisible()).toBe(false))
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (const text of [/^Zobacz w sklepie: Męskie$/, /^Perfumy Arabskie/]) {
    await page.keyboard.press('Tab')
    await expect.poll(focused).toMatch(text)
  }
  await page.keyboard.press('Enter')
  await men.getByRole('button', { name: 'Wszystkie marki' }).waitFor()
  await expect
    .poll(() => men.getByRole('button', { name: /^Męskie/ }).evaluate((title) => title === document.activeElement))
    .toBe(true)
})

test('picker on the phone: has a toggle, a search, and a sheet of brands with its own search', async ({
  phone: { page },
}) => {
  await visit(page, '/')
  await revivePicker(page)
  const women = panelOf(page, 'Damskie')
  const men = panelOf(page, 'Męskie')
  expect([await women.isVisible(), await men.isVisible()]).toEqual([true, false])
  await expect.poll(() => women.locator('ul > li').count()).toBe(9)
  await page.getByText('Męskie', { exact: true }).first().tap()
  await men.waitFor()
  expect(await women.isVisible()).toBe(false)
  await page.getByText('Damskie', { exact: true }).first().tap()
  await women.waitFor()

  await page.getByRole('button', { name: 'Wybierz markę' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Wybierz markę' })
  await sheet.getByRole('button', { name: 'Wszystkie marki' }).waitFor()
  await sheet.getByRole('searchbox', { name: 'Szukaj marki' }).fill('NOEM')
  await eventually(async () => expect(await textsOf(sheet.getByRole('listitem'))).toEqual(['Noemira']))
  await expectAccessible(page, 'the sheet of brands')
  await sheet.getByRole('searchbox').fill('qqq')
  await sheet.getByText('Brak marek. Sprawdź pisownię.').waitFor()
  await sheet.getByRole('searchbox').fill('noem')
  await sheet.getByRole('button', { name: 'Noemira' }).tap()
  await sheet.waitFor({ state: 'detached' })
  await women.getByRole('button', { name: 'Wszystkie marki' }).waitFor()
  await eventually(async () => expect(await tileNames(page, 'Damskie')).toEqual(forWomen('Noemira').slice(0, 8)))
  await women.getByRole('button', { name: 'Wszystkie marki' }).tap()
  await women.getByRole('link', { name: /^Perfumy Arabskie/ }).waitFor()

  const search = page.getByRole('searchbox', { name: 'Szukaj perfum' })
  await search.fill('a')
  await page
    .locator('#marki')
    .getByRole('navigation', { name: 'Kolejne perfumy' })
    .getByText(/^1 z \d/)
    .waitFor()
  const tiles = page.locator('#marki ul > li').filter({ visible: true })
  await expect.poll(() => tiles.count()).toBe(9)
  await expectAccessible(page, 'the search of the picker')
  await search.fill('zagiel')
  await page.locator('#marki').getByRole('listitem').getByText('Brak produktów').waitFor()
  await search.fill('')
  await women.waitFor()
})

test('picker with substitutes hidden: shows the original line, without a button back to all brands', async ({
  openVisitor,
  database,
}) => {
  await database.db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
  const { page } = await openVisitor(PHONE)
  await eventually(async () => {
    await visit(page, '/')
    expect(await page.getByRole('button', { name: 'Wybierz markę' }).count()).toBe(0)
  })
  await page.locator('#marki').scrollIntoViewIfNeeded()
  await eventually(async () =>
    expect(await tileNames(page, 'Damskie')).toEqual(forWomen('Perfumy Arabskie').slice(0, 8)),
  )
  expect(await page.getByRole('button', { name: 'Wszystkie marki' }).count()).toBe(0)
  await database.db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
})
