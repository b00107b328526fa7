import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_TEXTS, PICTURE_TYPES } from '#domain/pictures/picture.ts'

/** Why a file is not sent, in words. */
type Unsendable = { reason: 'failed'; title: string; description: string }

/** The longer side of a reduced picture, pixels. The shop shows none larger than 960 × 1200. */
const LONGEST_SIDE = 2000

/**
 * The file to send: unchanged, or reduced and upright if it has more pixels than needed or more bytes than allowed. A
 * phone's photo (HEIC) becomes a JPEG if the browser can read it. A file that the browser cannot decode is sent
 * unchanged; the shop checks its bytes.
 *
 * @param isOpaque whether a smaller picture has to be a JPEG, without transparent parts
 */
export async function preparePicture(
  file: File,
  mostBytes: number,
  { isOpaque = false }: { isOpaque?: boolean } = {},
): Promise<Result<Blob, Unsendable>> {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)
  if (!isHeic && !PICTURE_TYPES.some((type) => type === file.type)) return refuse(PICTURE_TEXTS.wrongType)
  const picture = await decode(file)
  if (picture === null) {
    if (isHeic) return refuse(PICTURE_TEXTS.heic)
    return file.size > mostBytes ? refuse(PICTURE_TEXTS.tooLarge) : ok(file)
  }
  const { width, height } = picture
  const isSmall = Math.max(width, height) <= LONGEST_SIDE && file.size <= mostBytes
  const made =
    isSmall && !isHeic
      ? file
      : await shrink(picture, { mostBytes, keepsClear: !isOpaque && file.type !== 'image/jpeg' && !isHeic })
  picture.close()
  return made ? ok(made) : refuse(PICTURE_TEXTS.tooLarge)
}

const refuse = ({ title, description }: { title: string; description: string }) =>
  fail({ reason: 'failed' as const, title, description })

async function decode(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    console.warn('A picture could not be read here', cause)
    return null
  }
}

/** Null when no quality gives a small enough file, or the browser has too little memory. */
async function shrink(
  picture: ImageBitmap,
  { mostBytes, keepsClear }: { mostBytes: number; keepsClear: boolean },
): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  // A browser that writes no WebP writes PNG.
  const kept = keepsClear ? await toBlob(canvas, 'image/webp', 0.9) : null
  if (kept && kept.size <= mostBytes) return kept
  // In a JPEG transparent parts would become black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const quality of [0.9, 0.7, 0.4]) {
    const made = await toBlob(canvas, 'image/jpeg', quality)
    if (made && made.size <= mostBytes) return made
  }
  return null
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
