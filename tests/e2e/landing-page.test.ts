import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { fill, PASSWORD, signInByApi, textsOf, visit } from './storefront.ts'

const SLOGAN = 'Zmieniasz cenę, nie jakość.'

/** Waits until the section is below the header. */
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
  test('leads to each section from any page, to the shop, and by the login to the panel', async ({ openVisitor }) => {
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
    // The slogan is shown once per screen: by the header, and on the landing page by the hero.
    const slogans = page.getByText(SLOGAN, { exact: true }).filter({ visible: true })
    await expect.poll(() => slogans.count()).toBe(1)
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
    // The hero shows the slogan in large type, the header on every page.
    await page.getByRole('heading', { level: 1, name: SLOGAN }).waitFor()
    await header.getByText(SLOGAN, { exact: true }).waitFor()
    await expect.poll(() => slogans.count()).toBe(2)
    await enter('SKLEP')
    await page.getByRole('heading', { level: 1, name: 'Sklep' }).waitFor()
    await header.getByText(SLOGAN, { exact: true }).waitFor()
    await expect.poll(() => slogans.count()).toBe(1)
    await enter('MEDIA')
    await seesSection(page, 'nuty')

    await enter('PANEL KLIENTA')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'E-mail' }).waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    const email = `naglowek-${size}@example.test`
    await signInByApi(context, email)
    await context.clearCookies()
    await enter('PANEL KLIENTA')
    await fill(dialog, { 'E-mail': email, Hasło: PASSWORD })
    await dialog.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
    await page.waitForURL('**/panel-klienta')
    await visit(page, '/')
    await enter('PANEL KLIENTA')
    await page.waitForURL('**/panel-klienta')
  })
})

test('quality film: plays muted only while it is visible, and waits for a press with reduced motion', async ({
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
  await expect.poll(state).toEqual({ paused: false, muted: true, poster: true })
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

  // The strip of quotes moves until it is stopped.
  const strip = page.locator('.quote-strip')
  const moves = () => strip.evaluate((element) => getComputedStyle(element).animationPlayState)
  await page.getByRole('heading', { name: 'Mówią o nas' }).scrollIntoViewIfNeeded()
  await page.mouse.move(5, 5)
  await expect.poll(moves).toBe('running')
  await page.getByText('Zatrzymaj przewijanie').click()
  await page.mouse.move(5, 5)
  await expect.poll(moves).toBe('paused')
  await expect.poll(() => strip.locator('li').count()).toBe(60)
  await expect.poll(() => strip.getAttribute('aria-hidden')).toBe('true')

  const still = await openVisitor({ ...PHONE, reducedMotion: 'reduce' })
  await visit(still.page, '/')
  await still.page.locator('#jakosc video, #jakosc img').first().scrollIntoViewIfNeeded()
  await still.page.getByRole('button', { name: 'Odtwórz film' }).waitFor()
  expect(await still.page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  expect(await still.page.locator('.quote-strip').evaluate((element) => getComputedStyle(element).animationName)).toBe(
    'none',
  )
})

test('quality film: with data saver nothing of it is loaded before it is pressed', async ({ openVisitor }) => {
  const { page, context } = await openVisitor(PHONE)
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('/film/quality.') && fetched.push(request.url()))
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await visit(page, '/')
  await page.locator('#jakosc img').scrollIntoViewIfNeeded()
  const play = page.getByRole('button', { name: 'Odtwórz film' })
  await play.scrollIntoViewIfNeeded()
  const paused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
  expect([await paused(), fetched]).toEqual([true, []])
  await play.tap()
  await expect.poll(paused).toBe(false)
  expect(fetched.length).toBeGreaterThan(0)
})

test('scent families: link from the landing page to a list, whose filter can be combined and removed', async ({
  phone: { page },
}) => {
  await visit(page, '/')
  const strip = page.getByRole('region', { name: 'Jak ma pachnieć?' })
  await expect.poll(() => strip.getByRole('link').count()).toBe(19)
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
