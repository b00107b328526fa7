import { createHash } from 'node:crypto'
import type sharp from 'sharp'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type {
  EncodedLogo,
  PictureEncoder,
  PictureFailure,
  PictureOrigin,
  PictureVariant,
} from '#domain/pictures/picture.ts'
import { PICTURE_RATIO, PICTURE_WIDTHS, type PictureWidth } from '#domain/pictures/picture-url.ts'
import { LOGO_BOX, PAGE_COLOR } from '#domain/settings/look.ts'

/** A photograph of 50 megapixels still fits; a decompression bomb does not. */
const PIXEL_LIMIT = 50_000_000
/**
 * Longest work on one picture, s, by whose it is. It protects from strangers; the shop's own pictures wait for a busy
 * machine. sharp takes 0 as no limit.
 */
const LONGEST_SECONDS: Record<PictureOrigin, number> = { stranger: 10, owner: 120, shop: 0 }
const ACCEPTED = new Set(['jpeg', 'png', 'webp'])

/** The longer side of the picture in which the edges of a logo are searched, px. */
const LOGO_SEARCHED = 2000

/** Part of every key. Raise it with every change of the settings below: an address never changes its bytes. */
const RECIPE = '1'

let loaded: Promise<typeof sharp> | undefined

/** Loads sharp with the first picture: it takes a dozen megabytes, and most processes receive no upload. */
export function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // For the whole process: other formats than these three are never read.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
    // Each picture is encoded once, so a cache would cost memory and save nothing.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}

/** Encodes by sharp, one picture at a time. */
export function createPictureEncoder(): PictureEncoder {
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Encoded>(encode: () => Promise<Encoded>): Promise<Encoded> {
    const turn = last.then(encode)
    // The next picture only waits for the end of this one; the caller gets the failure.
    last = turn.catch(() => {})
    return turn
  }
  return {
    keyOf: hashPicture,
    encode: (picture, origin) => inTurn(() => encodePicture(picture, origin)),
    encodeLogo: (picture) => inTurn(() => encodeLogo(picture)),
  }
}

export function hashPicture(picture: Uint8Array): string {
  return createHash('sha256').update(RECIPE).update(picture).digest('hex').slice(0, 32)
}

/** A part of a picture as PNG; its position in px. */
export async function cutPicture(
  picture: Uint8Array,
  part: { left: number; top: number; width: number; height: number },
): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(picture).extract(part).png().toBuffer()
}

/** A picture smaller than a width keeps its size and is never enlarged. */
export async function encodePicture(
  file: Uint8Array,
  origin: PictureOrigin,
): Promise<Result<PictureVariant[], PictureFailure>> {
  const checked = await checkPicture(file)
  if (!checked.ok) return checked
  const limit = startLimit(LONGEST_SECONDS[origin])
  const whole = addEndMark(file)
  if (whole !== file && !(await showsSomething(whole, limit))) return fail({ reason: 'picture_broken' })
  const variants: PictureVariant[] = []
  try {
    const picture = checked.value.pixels > LARGE ? await shrinkLarge(whole, limit) : whole
    for (const width of PICTURE_WIDTHS) variants.push(...(await encodeWidth(picture, width, limit)))
  } catch (error) {
    // The head was valid, so the content is broken or takes too long.
    return fail({ reason: isTimeout(error) ? 'picture_too_slow' : 'picture_broken' })
  }
  return ok(variants)
}

/** A limit of the work on one picture. */
type Limit = {
  /** The seconds that are left, for sharp. Throws when none are. */
  left(): { seconds: number }
}

function startLimit(seconds: number): Limit {
  const endsAt = performance.now() + seconds * 1000
  return {
    left() {
      if (seconds === 0) return { seconds }
      const left = Math.ceil((endsAt - performance.now()) / 1000)
      if (left < 1) throw new Error('timeout: no time is left for this picture')
      return { seconds: left }
    },
  }
}

async function encodeLogo(file: Uint8Array): Promise<Result<EncodedLogo, PictureFailure>> {
  const checked = await checkPicture(file)
  if (!checked.ok) return checked
  const sharp = await loadSharp()
  const limit = startLimit(LONGEST_SECONDS.owner)
  try {
    // Edges are searched in a smaller picture: a large one would have to be held whole.
    const small = await sharp(addEndMark(file), { ...FIRST_FRAME, limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
      .timeout(limit.left())
      .autoOrient()
      .resize({ width: LOGO_SEARCHED, height: LOGO_SEARCHED, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 0 })
      .toBuffer()
    // Only clear and white edges are empty: a frame and a dark ground belong to the logo.
    const white = { background: '#ffffff' }
    const flat = await sharp(small).flatten(white).toBuffer()
    const { info } = await sharp(flat).trim(white).raw().toBuffer({ resolveWithObject: true })
    const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info
    const made = await sharp(small)
      .extract({ left: -trimOffsetLeft, top: -trimOffsetTop, width, height })
      .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, smartSubsample: true })
      .toBuffer({ resolveWithObject: true })
    const shades = await sharp(made.data).flatten({ background: PAGE_COLOR }).toColourspace('b-w').raw().toBuffer()
    const shade = shades.reduce((darkest, next) => Math.min(darkest, next), 255)
    return ok({
      bytes: made.data,
      width: made.info.width,
      height: made.info.height,
      trimmed: { width, height },
      darkest: `#${shade.toString(16).padStart(2, '0').repeat(3)}`,
    })
  } catch (error) {
    return fail({ reason: isTimeout(error) ? 'picture_too_slow' : 'picture_broken' })
  }
}

/** Reads the first frame of an animated picture. */
const FIRST_FRAME = { pages: 1, page: 0 } as const

async function checkPicture(picture: Uint8Array): Promise<Result<{ pixels: number }, PictureFailure>> {
  if (!startsAsPicture(picture)) return fail({ reason: 'picture_wrong_type' })
  const sharp = await loadSharp()
  try {
    // Reads only the header. The pixel limit is off here, because it would refuse without a reason.
    const { format, width, height } = await sharp(picture, { ...FIRST_FRAME, limitInputPixels: false }).metadata()
    if (!ACCEPTED.has(format)) return fail({ reason: 'picture_wrong_type' })
    const pixels = width * height
    return pixels > PIXEL_LIMIT ? fail({ reason: 'picture_too_many_pixels' }) : ok({ pixels })
  } catch {
    return fail({ reason: 'picture_broken' })
  }
}

/** JPEG, PNG and WebP by their first bytes. */
function startsAsPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}

const END_OF_JPEG = Buffer.from('ffd9', 'hex')

/** A JPEG with its end mark, which some cameras and messengers leave out; other pictures as they are. */
function addEndMark(picture: Uint8Array): Uint8Array {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  const isEnded = bytes[0] !== 0xff || bytes.subarray(-END_OF_JPEG.length).equals(END_OF_JPEG)
  return isEnded ? picture : Buffer.concat([bytes, END_OF_JPEG])
}

/** Edge length of the reduced picture that is used to judge whether anything can be seen, pixels. */
const GLANCE = 64
/** The largest difference of two shades that look the same. */
const SAME_SHADE = 2

/** Whether a JPEG without an end mark is complete, or at least shows more than its upper half. */
async function showsSomething(picture: Uint8Array, limit: Limit): Promise<boolean> {
  const sharp = await loadSharp()
  const glance = (failOn: 'warning' | 'error') =>
    sharp(picture, { limitInputPixels: PIXEL_LIMIT, failOn })
      .timeout(limit.left())
      .resize({ width: GLANCE, height: GLANCE, fit: 'fill' })
      .toColourspace('b-w')
      .raw()
      .toBuffer()
  try {
    await glance('warning')
    return true
  } catch {
    // Its data also end early, and the decoder fills the rest with one shade.
    const shades = await glance('error').catch(() => Buffer.alloc(0))
    const lower = shades.subarray(shades.length / 2)
    return lower.length > 0 && Math.max(...lower) - Math.min(...lower) > SAME_SHADE
  }
}

/** A picture of more pixels is decoded once for all widths. */
const LARGE = 24_000_000
const INTERMEDIATE_WIDTH = 2 * Math.max(...PICTURE_WIDTHS)

/** A lossless picture of twice the largest width. */
async function shrinkLarge(picture: Uint8Array, limit: Limit): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const height = (INTERMEDIATE_WIDTH * PICTURE_RATIO.height) / PICTURE_RATIO.width
  return sharp(picture, { ...FIRST_FRAME, limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
    .timeout(limit.left())
    .autoOrient()
    .resize({ width: INTERMEDIATE_WIDTH, height, fit: 'cover', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer()
}

async function encodeWidth(picture: Uint8Array, width: PictureWidth, limit: Limit): Promise<PictureVariant[]> {
  const sharp = await loadSharp()
  const height = (width * PICTURE_RATIO.height) / PICTURE_RATIO.width
  const resized = await sharp(picture, { ...FIRST_FRAME, limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
    .timeout(limit.left())
    .autoOrient()
    .resize({ width, height, fit: 'cover', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: actual, height: tall, channels } = resized.info
  const source = () => sharp(resized.data, { raw: { width: actual, height: tall, channels } }).timeout(limit.left())
  // Low effort: half the processor time for a sixth more bytes, still well below WebP.
  const [avif, webp] = await Promise.all([
    source().avif({ quality: 50, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer(),
    source().webp({ quality: 80, effort: 2 }).toBuffer(),
  ])
  return [
    { width, format: 'avif', bytes: avif },
    { width, format: 'webp', bytes: webp },
  ]
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout')
}
