import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildPictureUrl, PICTURE_WIDTHS } from '#domain/catalog/product.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perfumeria-media-'))
})
afterEach(() => rm(folder, { recursive: true }))

const store = (picture: Uint8Array) => createDiskPictures(folder).store(picture)
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#9C7430' } })

async function kept(picture: Uint8Array): Promise<string> {
  const result = await store(picture)
  if (!result.ok) throw new Error(result.failure.reason)
  return result.value.imageKey
}

test('every width and format is stored at its public address, 4:5, without metadata', async () => {
  const photo = await blank(2000, 3000)
    .withExif({ IFD0: { Artist: 'Jan Kowalski' } })
    .jpeg()
    .toBuffer()
  const imageKey = await kept(photo)
  for (const width of PICTURE_WIDTHS) {
    for (const format of ['avif', 'webp'] as const) {
      const file = join(folder, buildPictureUrl(imageKey, width, format).replace('/media', ''))
      const found = await sharp(readFileSync(file)).metadata()
      expect(found).toMatchObject({ width, height: width * 1.25, format: format === 'avif' ? 'heif' : 'webp' })
      expect(found.exif).toBeUndefined()
    }
  }
})

test('the same picture has the same key and is made once, also when it arrives twice at once', async () => {
  const picture = await blank(480, 600).png().toBuffer()
  const keys = await Promise.all([kept(picture), kept(picture), kept(picture)])
  expect(new Set(keys).size).toBe(1)
  expect(readdirSync(join(folder, 'products'))).toEqual([keys[0]])
})

test('a small picture is never blown up', async () => {
  const imageKey = await kept(await blank(400, 500).webp().toBuffer())
  const found = await sharp(readFileSync(join(folder, 'products', imageKey, '960.webp'))).metadata()
  expect(found.width).toBe(400)
})

test.for([
  ['a text named .jpg', Buffer.from('to nie jest obraz')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
  ['nothing', Buffer.alloc(0)],
] as const)('%s is no picture', async ([, bytes]) => {
  expect(await store(bytes)).toEqual({ ok: false, failure: { reason: 'not_a_picture' } })
})

test('a GIF and a torn JPEG are no pictures', async () => {
  expect(await store(await blank(10, 10).gif().toBuffer())).toMatchObject({ ok: false })
  const whole = await blank(800, 1000).jpeg().toBuffer()
  expect(await store(whole.subarray(0, whole.length / 2))).toEqual({ ok: false, failure: { reason: 'not_a_picture' } })
  expect(readdirSync(folder)).toEqual([])
})

test('more pixels than 24 million are refused before they are unpacked', async () => {
  const bomb = await blank(6000, 5000).png({ compressionLevel: 9 }).toBuffer()
  expect(await store(bomb)).toEqual({ ok: false, failure: { reason: 'picture_too_large' } })
})
