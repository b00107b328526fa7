import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { seesToast, visit } from './storefront.ts'

const jpeg = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

const SLUG = 'mietowy-neon'

test('on a phone: the owner adds three pictures and orders them; a buyer swipes and enlarges them, Back closes', async ({
  openVisitor,
  shop,
}) => {
  const owner = await openVisitor(PHONE)
  await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })
  const product = async () => (await owner.context.request.get(`/api/products/${SLUG}`)).json()
  const { id, pictures: before } = await product()
  await visit(owner.page, `/admin/produkty?produkt=${id}`)
  const field = owner.page.getByRole('group', { name: /^Zdjęcia/ })
  const rows = field.getByRole('listitem')
  const files = await Promise.all([jpeg('a.jpg', '#8A1F2B'), jpeg('b.jpg', '#C9D2C0'), jpeg('c.jpg', '#171310')])
  await field.getByLabel('Pliki ze zdjęciami').setInputFiles(files)
  await seesToast(owner.page, 'Przesłane zdjęcia: 3')
  expect(await rows.count()).toBe(4)
  await field.getByLabel('Opis zdjęcia 4').fill('Pudełko z boku')
  await drag(owner.page, rows.nth(3).getByTitle(/^Przeciągnij/), rows.nth(1))
  await eventually(async () => expect(await field.getByLabel('Opis zdjęcia 2').inputValue()).toBe('Pudełko z boku'))
  await owner.page.getByText('Zdjęcie jest teraz na miejscu 2 z 4.').waitFor()
  await field.getByRole('button', { name: 'Przesuń wyżej: zdjęcie 2' }).tap()
  await owner.page.getByText('Zdjęcie jest teraz na miejscu 1 z 4, główne.').waitFor()
  const moved = field.getByRole('button', { name: 'Przesuń wyżej: zdjęcie 1' })
  expect(await moved.evaluate((button) => button === document.activeElement)).toBe(true)
  await expectAccessible(owner.page, 'a form with four pictures')
  await owner.page.getByRole('button', { name: 'Zaktualizuj produkt' }).tap()
  await seesToast(owner.page, 'Produkt zaktualizowany')
  const { pictures } = await product()
  expect(pictures).toHaveLength(4)
  expect(pictures[0].alt).toBe('Pudełko z boku')
  expect(pictures[1].image_key).toBe(before[0].image_key)

  const { page } = await openVisitor(PHONE)
  await visit(page, `/produkt/${SLUG}`)
  const row = page.locator('.slides')
  const large = (name: string) => row.getByRole('button', { name: new RegExp(`^${name}`) })
  await page
    .getByRole('button', { name: 'Pokaż zdjęcie 1 z 4', exact: true })
    .and(page.locator('[aria-current=true]'))
    .waitFor()
  expect(await isSeen(large('Pudełko z boku'))).toBe(true)
  await swipe(page, row)
  await page.getByText('Zdjęcie 2 z 4', { exact: true }).waitFor({ state: 'attached' })
  await eventually(async () => expect(await isSeen(large('Miętowy Neon, [^,]+, zdjęcie 2'))).toBe(true))
  await expectAccessible(page, 'a product with four pictures')

  await large('Miętowy Neon, [^,]+, zdjęcie 2').tap()
  const viewer = page.getByRole('dialog', { name: 'Miętowy Neon, zdjęcie' })
  await viewer.getByRole('button', { name: 'Następne zdjęcie' }).tap()
  await viewer.getByText('3 z 4').waitFor()
  await viewer.getByRole('button', { name: 'Większe' }).tap()
  await viewer.getByText('150%').waitFor()
  await expectAccessible(page, 'an enlarged picture of four')
  await page.goBack()
  await viewer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/produkt/${SLUG}`)

  const plain = await openVisitor({ ...PHONE, javaScriptEnabled: false })
  await plain.page.goto(`/produkt/${SLUG}`)
  const size = await plain.page.locator('.slides').evaluate(({ scrollWidth, clientWidth }) => scrollWidth / clientWidth)
  expect(size).toBeCloseTo(4, 1)
})

/** Drags with a pointer, in steps as a hand does. */
async function drag(page: Page, handle: Locator, to: Locator): Promise<void> {
  await handle.scrollIntoViewIfNeeded()
  const from = await handle.boundingBox()
  if (!from) throw new Error('the handle is not on the screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  const target = await to.boundingBox()
  if (!target) throw new Error('the target is not on the screen')
  await page.mouse.move(from.x + from.width / 2, target.y + target.height / 3, { steps: 12 })
  await page.mouse.up()
}

/** Draws a finger over most of an element to the left. */
async function swipe(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not on the screen')
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  const at = (part: number) => ({ x: Math.round(box.x + box.width * part), y: Math.round(box.y + 100) })
  await touch('touchStart', at(0.85))
  for (let part = 0.8; part > 0.15; part -= 0.05) await touch('touchMove', at(part))
  await touch('touchEnd')
}

/** Whether the whole width of an element is on the screen. */
function isSeen(element: Locator): Promise<boolean> {
  return element.evaluate((button) => {
    const { left, right } = button.getBoundingClientRect()
    return left >= -1 && right <= window.innerWidth + 1
  })
}
