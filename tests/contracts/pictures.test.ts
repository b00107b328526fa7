import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { PICTURE_WIDTHS } from '#domain/pictures/picture-url.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { createPictureEncoder } from '#infra/storage/picture-encoder.ts'

const { encode: encodeFrom, keyOf } = createPictureEncoder()
const encode = (picture: Uint8Array) => encodeFrom(picture, 'stranger')
const blank = (width: number, height: number, background = '#9C7430') =>
  sharp({ create: { width, height, channels: 3, background } })

async function variants(picture: Uint8Array) {
  const encoded = await encode(picture)
  if (!encoded.ok) throw new Error(encoded.failure.reason)
  return encoded.value
}

/** Width and height in an AVIF's `ispe` box, since the shop's process, and so this one, decodes no AVIF. */
function sizeOfAvif(bytes: Uint8Array) {
  const file = Buffer.from(bytes)
  expect(file.toString('latin1', 4, 12)).toBe('ftypavif')
  const box = file.indexOf('ispe', 0, 'latin1')
  return { width: file.readUInt32BE(box + 8), height: file.readUInt32BE(box + 12) }
}

test('every width and format is made, 4:5, upright and without metadata', async () => {
  // As a phone writes it when held sideways.
  const photo = await blank(3000, 2000)
    .withExif({ IFD0: { Artist: 'Jan Kowalski' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const made = await variants(photo)
  expect(made.map(({ width, format }) => `${width}.${format}`)).toEqual(
    PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`]),
  )
  for (const { width, format, bytes } of made) {
    const size = format === 'avif' ? sizeOfAvif(bytes) : await sharp(bytes).metadata()
    expect(size).toMatchObject({ width, height: width * 1.25 })
    for (const trace of ['Jan Kowalski', 'Exif', 'EXIF']) expect(Buffer.from(bytes).includes(trace)).toBe(false)
  }
})

test('the key is computed from the bytes', () => {
  const picture = readFileSync(join(PROJECT_ROOT, 'db', 'demo', 'products', 'layali-zahran.webp'))
  expect(keyOf(picture)).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf(Buffer.from(picture))).toBe(keyOf(picture))
  expect(keyOf(Buffer.concat([picture, Buffer.from('x')]))).not.toBe(keyOf(picture))
})

test('a small picture is never enlarged', async () => {
  const largest = (await variants(await blank(400, 500).webp().toBuffer())).at(-1)
  expect(await sharp(largest?.bytes).metadata()).toMatchObject({ format: 'webp', width: 400 })
})

test('of an animated picture only the first frame is used', async () => {
  const colours = ['#111', '#555', '#999', '#ddd']
  const stills = await Promise.all(colours.map((background) => blank(100, 100, background).png().toBuffer()))
  const frames = await sharp(stills, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect(await sharp(frames, { pages: -1 }).metadata()).toMatchObject({ pages: 4 })
  const largest = (await variants(frames)).at(-1)
  expect(await sharp(largest?.bytes).metadata()).toMatchObject({ format: 'webp', width: 100, height: 100 })
})

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
)

test.for([
  ['a text', Buffer.from('to nie jest obraz')],
  ['an SVG', svg],
  ['an SVG behind the first bytes of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8]), svg])],
  ['a GIF with a script behind it', 'gif'],
  ['a TIFF', 'tiff'],
  ['an AVIF', 'avif'],
  ['nothing', Buffer.alloc(0)],
] as const)('%s is of the wrong type', async ([, bytes]) => {
  const script = Buffer.from('<script>alert(1)</script>')
  const picture =
    typeof bytes === 'string' ? Buffer.concat([await blank(10, 10).toFormat(bytes).toBuffer(), script]) : bytes
  expect(await encode(picture)).toEqual({ ok: false, failure: { reason: 'picture_wrong_type' } })
})

test('a file that begins like a picture and cannot be decoded is refused as broken', async () => {
  const whole = await blank(800, 1000).jpeg().toBuffer()
  const heads = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF0000WEBP'].map((head) =>
    Buffer.from(`${head}${'x'.repeat(99)}`, 'latin1'),
  )
  for (const picture of [whole.subarray(0, whole.length / 2), ...heads]) {
    expect(await encode(picture)).toEqual({ ok: false, failure: { reason: 'picture_broken' } })
  }
})

test('a stranger’s picture has ten seconds; the owner’s and the shop’s own wait for a busy machine', async ({
  onTestFinished,
}) => {
  const picture = await blank(40, 50).png().toBuffer()
  let clock = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 6_000))
  onTestFinished(() => now.mockRestore())
  expect(await encodeFrom(picture, 'stranger')).toEqual({ ok: false, failure: { reason: 'picture_too_slow' } })
  expect((await encodeFrom(picture, 'owner')).ok).toBe(true)
  expect((await encodeFrom(picture, 'shop')).ok).toBe(true)
})

test('more pixels than 50 million are refused before they are unpacked, and the next picture is read', async () => {
  const bomb = await blank(8500, 6000).png({ compressionLevel: 9 }).toBuffer()
  const small = await blank(40, 50).png().toBuffer()
  const [refused, read] = await Promise.all([encode(bomb), encode(small)])
  expect(refused).toEqual({ ok: false, failure: { reason: 'picture_too_many_pixels' } })
  expect(read.ok).toBe(true)
})

// Cameras sold as '24 MP' (5712 × 4284, 6048 × 4024, 6016 × 4016), a phone of 48 megapixels, also held sideways.
test.for([
  [5712, 4284, 1],
  [6048, 4024, 1],
  [6016, 4016, 1],
  [8064, 6048, 6],
] as const)('a photo of %i × %i pixels is read, without holding all of them', async ([width, height, orientation]) => {
  const photo = await blank(width, height).withMetadata({ orientation }).jpeg({ quality: 85 }).toBuffer()
  const before = process.memoryUsage().rss
  const largest = (await variants(photo)).at(-1)
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
  expect(await sharp(largest?.bytes).metadata()).toMatchObject({ width: 960, height: 1200 })
})

test('a JPEG without its end mark is accepted, one with less than its upper half is refused as broken', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const photo = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#888', noise } })
    .blur(8)
    .normalise()
    .jpeg()
    .toBuffer()
  const plain = await blank(800, 1000).jpeg().toBuffer()
  for (const whole of [photo, plain]) expect((await encode(whole.subarray(0, -2))).ok).toBe(true)
  expect((await encode(photo.subarray(0, photo.length * 0.9))).ok).toBe(true)
  for (const cut of [photo.subarray(0, photo.length * 0.3), plain.subarray(0, 700)]) {
    expect(await encode(cut)).toEqual({ ok: false, failure: { reason: 'picture_broken' } })
  }
})
