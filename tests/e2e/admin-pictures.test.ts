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
  return form.getByRole('group', { name: 'Zdjęcia (najwyżej 8)' })
}

const shown = (field: Locator) => field.getByRole('img', { name: 'Zdjęcie 1' })

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
  // A toast is looked for before a large file is handed over, which may take longer than the toast stays.
  await Promise.all([
    seesToast(page, 'Plik za duży', 'Maksymalny rozmiar pliku to 5MB'),
    input.setInputFiles(file('duze.jpg', 'image/jpeg', Buffer.alloc(5_242_881))),
  ])
  // The file has a picture's name; the bytes decide.
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

  await field.getByRole('button', { name: 'Usuń: zdjęcie 1' }).click()
  await shown(field).waitFor({ state: 'detached' })
  for (const [event, colour] of [
    ['drop', '#171310'],
    ['paste', '#8A1F2B'],
  ] as const) {
    await give(field, event, await jpeg(colour))
    await shown(field).waitFor()
    await field.getByRole('button', { name: 'Usuń: zdjęcie 1' }).click()
    await shown(field).waitFor({ state: 'detached' })
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

test('admin: on a phone a file of products is checked line by line, then applied as reported', async ({
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

test('a photo of 10 megapixels and above 5 MB is reduced and turned upright before it is sent', async ({
  visitor,
  shop,
}) => {
  const { page, context } = visitor
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  const field = await openForm(page)
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  // Held sideways: the sensor's 3680 × 2760 stand upright as 2760 × 3680.
  const photo = await sharp({ create: { width: 3680, height: 2760, channels: 3, background: '#888', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
  expect(photo.byteLength).toBeGreaterThan(5_242_880)
  const input = field.locator('input[type=file]')
  const sent = watchUpload(page)
  const [{ bytes, ...made }] = await Promise.all([
    sent,
    seesToast(page, 'Zdjęcie przesłane'),
    input.setInputFiles(file('IMG_0001.JPG', 'image/jpeg', photo)),
  ])
  expect(bytes).toBeLessThanOrEqual(5_242_880)
  expect(made).toEqual({ type: 'image/jpeg', width: 1500, height: 2000, alpha: 255 })
  await shown(field).waitFor()

  // A picture with transparent parts keeps them.
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const large = sharp({ create: { width: 2400, height: 1800, channels: 4, background: clear } })
  const resent = watchUpload(page)
  await input.setInputFiles(file('flakon.png', 'image/png', await large.png().toBuffer()))
  expect(await resent).toMatchObject({ type: 'image/webp', width: 2000, height: 1500, alpha: 0 })
})

/** The next picture that the page sends: its first pixel shows whether it is transparent. */
function watchUpload(page: Page) {
  return page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<Blob>()
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      XMLHttpRequest.prototype.send = send
      if (body instanceof Blob) resolve(body)
      send.call(this, body)
    }
    return promise.then(async (blob) => {
      const picture = await createImageBitmap(blob)
      const canvas = new OffscreenCanvas(1, 1)
      const context = canvas.getContext('2d')
      context?.drawImage(picture, 0, 0)
      const alpha = context?.getImageData(0, 0, 1, 1).data[3]
      return { type: blob.type, bytes: blob.size, width: picture.width, height: picture.height, alpha }
    })
  })
}

test('a complaint stores every picture that can be read and names each one left out', async ({ openVisitor }) => {
  const { page } = await openVisitor(PHONE)
  await visit(page, '/reklamacja')
  const input = page.getByLabel('Pliki ze zdjęciami')
  const photos = await Promise.all(['#111', '#333', '#555', '#777', '#999', '#bbb', '#ddd'].map(jpeg))
  const chosen = photos.map((bytes, index) => file(`${index + 1}.jpg`, 'image/jpeg', bytes))
  const pictures = page.getByRole('img', { name: /^Zdjęcie \d$/ })
  const [first, , third, fourth] = chosen
  if (!first || !third || !fourth) throw new Error('seven photos were made')
  const heic = file('2.heic', 'image/heic', Buffer.from('ftypheic'))
  await input.setInputFiles([first, heic, third, fourth])
  await eventually(async () => expect(await pictures.count()).toBe(3))
  await page.getByText(/^2\.heic: To zdjęcie HEIC/).waitFor()
  await visit(page, '/reklamacja')
  await input.setInputFiles(chosen)
  await eventually(async () => expect(await pictures.count()).toBe(5))
  for (const left of ['6.jpg', '7.jpg']) await page.getByText(`${left}: najwyżej 5 zdjęć.`).waitFor()
})
