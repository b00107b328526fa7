import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { newestFirst, products } from './product-list.ts'
import { fill, PASSWORD, signInQuietly, textsOf, visit } from './storefront.ts'

const SLOGAN = 'Zmieniasz cenę, nie jakość.'
const panelOf = (page: Page, name: string) =>
  page.locator('.picker-panel').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) })
const tileNames = async (page: Page, name: string) =>
  (await textsOf(panelOf(page, name).locator('ul > li').getByRole('link'))).map((text) =>
    text.replace(/\d.*/, '').trim(),
  )
const forWomen = (brand: string) =>
  products
    .filter((product) => product.brand.name === brand && product.gender !== 'men')
    .toSorted(newestFirst)
    .map(({ name }) => name)

/** Waits until the picker, which comes to life at the first sign of a visitor, answers to presses itself. */
async function revivePicker(page: Page): Promise<void> {
  await page.mouse.move(3, 3)
  await page.mouse.move(6, 6)
  await page.locator('#marki [aria-expanded]').first().waitFor({ state: 'attached' })
}

/** Waits until the section stands below the header. */
async function seesSection(page: Page, id: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/' && url.hash === `#${id}`)
  await expect
    .poll(() => page.locator(`#${id}`).evaluate((section) => Math.abs(section.getBoundingClientRect().top)))
    .toBeLessThan(180)
}

describe.each([
  { size: 'phone', options: PHONE },
  { size: 'desktop', options: DESKTOP },
])('header on the $size', ({ size, options }) => {
  test('leads to each section from any page, to the shop, and to the panel by way of the login', async ({
    openVisitor,
  }) => {
    const { page, context } = await openVisitor({ ...options, reducedMotion: 'reduce' })
    const enter = async (label: string) => {
      if (size === 'phone') await page.locator('summary[aria-label=Menu]').click()
      await page
        .getByRole('navigation', { name: size === 'phone' ? 'Menu' : 'Główna' })
        .getByRole('link', { name: label, exact: true })
        .click()
    }
    await visit(page, '/regulamin')
    const header = page.getByRole('banner')
    await header.getByText(SLOGAN, { exact: true }).waitFor()
    if (size === 'phone') await page.locator('summary[aria-label=Menu]').click()
    const entries = header.getByRole('navigation').filter({ visible: true }).getByRole('link')
    expect((await textsOf(entries)).slice(0, 6)).toEqual([
      'HOME',
      'SKLEP',
      'JAKOŚĆ ZAMIENNIKÓW',
      'O FIRMIE',
      'MEDIA',
      'PANEL KLIENTA',
    ])
    for (const [name, path] of [
      ['Regulamin', '/regulamin'],
      ['Polityka prywatności', '/polityka-prywatnosci'],
    ] as const) {
      for (const place of [header, page.getByRole('contentinfo')]) {
        const link = place.getByRole('link', { name: new RegExp(`^${name}`) }).filter({ visible: true })
        expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([path, '_blank'])
      }
    }
    if (size === 'phone') await page.keyboard.press('Escape')
    for (const [label, id] of [
      ['JAKOŚĆ ZAMIENNIKÓW', 'jakosc'],
      ['O FIRMIE', 'ofirmie'],
      ['MEDIA', 'nuty'],
      ['HOME', 'hero'],
    ] as const) {
      await enter(label)
      await seesSection(page, id)
    }
    await enter('SKLEP')
    await page.getByRole('heading', { level: 1, name: 'Sklep' }).waitFor()
    await enter('MEDIA')
    await seesSection(page, 'nuty')

    await enter('PANEL KLIENTA')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email' }).waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    const email = `naglowek-${size}@example.test`
    await signInQuietly(context, email)
    await context.clearCookies()
    await enter('PANEL KLIENTA')
    await fill(dialog, { Email: email, Hasło: PASSWORD })
    await dialog.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
    await page.waitForURL('**/panel-klienta')
    await visit(page, '/')
    await enter('PANEL KLIENTA')
    await page.waitForURL('**/panel-klienta')
  })
})

test('picker on the desktop: opens under the pointer and by keyboard, leads from brands to products and back', async ({
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
  expect(await women.locator('ul > li').count()).toBe(9)
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

test('picker on the phone: a toggle, a search, and a sheet of brands with a search of its own', async ({
  phone: { page },
}) => {
  await visit(page, '/')
  await revivePicker(page)
  const women = panelOf(page, 'Damskie')
  const men = panelOf(page, 'Męskie')
  expect([await women.isVisible(), await men.isVisible()]).toEqual([true, false])
  expect(await women.locator('ul > li').count()).toBe(9)
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
  expect(await tiles.count()).toBe(9)
  await expectAccessible(page, 'the search of the picker')
  await search.fill('zagiel')
  await page.locator('#marki').getByRole('listitem').getByText('Brak produktów').waitFor()
  await search.fill('')
  await women.waitFor()
})

test('picker with substitutes hidden: shows the original line, and no way back to all brands', async ({
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

test('quality film: plays silently while it is seen, rests elsewhere, and waits to be pressed where motion is not wanted', async ({
  visitor: { page },
  openVisitor,
}) => {
  await visit(page, '/')
  const film = page.locator('video')
  expect(await film.count()).toBe(0)
  await page.locator('#jakosc').scrollIntoViewIfNeeded()
  const state = () =>
    film.evaluate((video: HTMLVideoElement) => ({
      paused: video.paused,
      muted: video.muted,
      poster: video.poster !== '',
    }))
  await expect.poll(state, { timeout: 15_000 }).toEqual({ paused: false, muted: true, poster: true })
  await page.getByRole('button', { name: 'Włącz dźwięk' }).click()
  await page.getByRole('button', { name: 'Wyłącz dźwięk' }).waitFor()
  await expect.poll(state).toMatchObject({ paused: false, muted: false })
  await page.getByRole('button', { name: 'Wyłącz dźwięk' }).click()
  await expect.poll(state).toMatchObject({ muted: true })
  await page.locator('#hero').scrollIntoViewIfNeeded()
  await expect.poll(state).toMatchObject({ paused: true })
  await page.locator('#jakosc').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Zatrzymaj film' }).click()
  await expect.poll(state).toMatchObject({ paused: true })

  // The strip of quotes goes on until it is stopped.
  const strip = page.locator('.quote-strip')
  const moves = () => strip.evaluate((element) => getComputedStyle(element).animationPlayState)
  await page.getByRole('heading', { name: 'Mówią o nas' }).scrollIntoViewIfNeeded()
  await page.mouse.move(5, 5)
  await expect.poll(moves).toBe('running')
  await page.getByText('Zatrzymaj przewijanie').click()
  await page.mouse.move(5, 5)
  await expect.poll(moves).toBe('paused')
  expect(await strip.locator('li').count()).toBe(60)
  expect(await strip.getAttribute('aria-hidden')).toBe('true')

  const still = await openVisitor({ ...PHONE, reducedMotion: 'reduce' })
  await visit(still.page, '/')
  await still.page.locator('#jakosc video, #jakosc img').first().scrollIntoViewIfNeeded()
  await still.page.getByRole('button', { name: 'Odtwórz film' }).waitFor()
  expect(await still.page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  expect(await still.page.locator('.quote-strip').evaluate((element) => getComputedStyle(element).animationName)).toBe(
    'none',
  )
})

test('scent families: lead from the landing page to a list, whose filter can be joined with others and taken off', async ({
  phone: { page },
}) => {
  await visit(page, '/')
  const strip = page.getByRole('region', { name: 'Jak ma pachnieć?' })
  expect(await strip.getByRole('link').count()).toBe(19)
  await strip.getByRole('link', { name: 'Oud i dym' }).click()
  await page.waitForURL('**/sklep?family=oud')
  await page.getByText('12 produktów').waitFor()
  await expectAccessible(page, 'the shop narrowed by a family')
  await page.getByRole('combobox', { name: 'Sortuj' }).selectOption('name-asc')
  await page.waitForURL('**/sklep?family=oud&sort=name-asc')
  const families = page.getByRole('region', { name: 'Rodziny zapachów' })
  await families.getByRole('link', { name: 'Skóra i tytoń' }).click()
  await page.waitForURL('**/sklep?family=skora&sort=name-asc')
  await page.getByText('11 produktów').waitFor()
  await page.getByRole('link', { name: 'Usuń filtr Skóra i tytoń' }).click()
  await page.waitForURL('**/sklep?sort=name-asc')
  await visit(page, '/sklep?note=R%C3%B3%C5%BCa%20damasce%C5%84ska')
  await page.getByRole('link', { name: 'Usuń filtr nuta: róża damasceńska' }).click()
  await page.waitForURL((url) => url.pathname === '/sklep' && url.search === '')
})
