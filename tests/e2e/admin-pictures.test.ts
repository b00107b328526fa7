import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { seesToast, visit } from './storefront.ts'

const jpeg = (background: string) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer()
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

async function openForm(page: Page): Promise<Locator> {
  const form = page.getByRole('dialog', { name: 'Dodaj produkt' })
  await visit(page, '/admin/produkty')
  await page.getByRole('button', { name: 'Dodaj produkt' }).click()
  return form.getByRole('group', { name: 'Zdjęcie' })
}

const shown = (field: Locator) => field.getByRole('img', { name: 'Zdjęcie produktu' })

test('admin: a picture of a product is dropped, chosen or pasted, shown as in the shop, and removed', async ({
  visitor,
  shop,
}) => {
  const { page, context } = visitor
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  const field = await openForm(page)
  const input = field.locator('input[type=file]')

  await input.setInputFiles(file('opis.txt', 'text/plain', Buffer.from('to nie zdjęcie')))
  await seesToast(page, 'Błędny typ pliku', 'Dozwolone są tylko pliki JPG, PNG i WebP')
  await input.setInputFiles(file('duze.jpg', 'image/jpeg', Buffer.alloc(5_242_881)))
  await seesToast(page, 'Plik za duży', 'Maksymalny rozmiar pliku to 5MB')
  // With a right name; the bytes decide.
  await input.setInputFiles(file('zdjecie.jpg', 'image/jpeg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
  await eventually(async () => expect(await field.getByText('Błędny typ pliku. Dozwolone').count()).toBe(1))
  expect(await shown(field).count()).toBe(0)

  await input.setInputFiles(file('zdjecie.jpg', 'image/jpeg', await jpeg('#9C7430')))
  await seesToast(page, 'Zdjęcie przesłane')
  await shown(field).waitFor()
  await expectAccessible(page, 'the form with a picture')
  const width = () => shown(field).evaluate((image: HTMLImageElement) => image.naturalWidth)
  await eventually(async () => expect(await width()).toBeGreaterThan(0))
  const { clientWidth, clientHeight } = await shown(field).evaluate((image) => ({
    clientWidth: image.clientWidth,
    clientHeight: image.clientHeight,
  }))
  expect(clientHeight / clientWidth).toBeCloseTo(1.25, 1)

  await field.getByRole('button', { name: 'Usuń zdjęcie' }).click()
  await field.getByRole('img', { name: 'Bez zdjęcia' }).waitFor()
  for (const [event, colour] of [
    ['drop', '#171310'],
    ['paste', '#8A1F2B'],
  ] as const) {
    await give(field, event, await jpeg(colour))
    await shown(field).waitFor()
    await field.getByRole('button', { name: 'Usuń zdjęcie' }).click()
  }
})

/** Gives a file from another program: dropped on the field, or pasted into the page. */
async function give(field: Locator, event: 'drop' | 'paste', bytes: Buffer): Promise<void> {
  await field.locator('> div').evaluate(
    (target, [name, content]) => {
      const transfer = new DataTransfer()
      const data = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
      transfer.items.add(new File([data], 'zdjecie.jpg', { type: 'image/jpeg' }))
      const init = { bubbles: true, cancelable: true }
      if (name === 'drop') target.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: transfer }))
      else window.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }))
    },
    [event, bytes.toString('base64')] as const,
  )
}

test('admin: on a phone a sheet of products is checked line by line, then stored as it was shown', async ({
  openVisitor,
  shop,
}) => {
  const { page, context } = await openVisitor(PHONE)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/produkty')
  await page.getByRole('link', { name: 'Zmiany zbiorcze' }).click()
  await page.getByRole('heading', { name: 'Zmiany zbiorcze' }).waitFor()
  const { items } = await (await context.request.get('/api/admin/products?sort=name')).json()
  const [product] = items
  const input = page.locator('input[type=file]')
  const sheet = (price: string) =>
    file('produkty.csv', 'text/csv', Buffer.from(`ID;Cena (zł)\n${product.id};${price}\n`))

  await input.setInputFiles(sheet('0'))
  await page.getByText('Cena (zł): Cena musi być większa od 0').waitFor()
  await page.getByText('1 wiersz ma błąd', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: /^Zapisz/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Anuluj' }).click()

  await input.setInputFiles(sheet('12,34'))
  await page.getByText('12,34', { exact: false }).waitFor()
  await expectAccessible(page, 'what a sheet would change')
  await page.getByRole('button', { name: 'Zapisz: 1 produkt' }).click()
  await seesToast(page, 'Zmiany zapisane', '1 produkt')
  const find = async () =>
    (await (await context.request.get(`/api/admin/products/${product.id}`)).json()).current_price_cents
  expect(await find()).toBe(1234)

  await page.getByRole('textbox', { name: 'O ile lub na ile' }).fill('10')
  await page.getByRole('checkbox', { name: new RegExp(product.name) }).check()
  await page.getByRole('button', { name: 'Pokaż zmiany: 1 produkt' }).click()
  await page.getByText('13,57', { exact: false }).waitFor()
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  await page.getByRole('button', { name: 'Zapisz: 1 produkt' }).click()
  await eventually(async () => expect(await find()).toBe(1357))
})
