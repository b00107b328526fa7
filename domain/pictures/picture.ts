import { z } from 'zod'
import type { Result } from '#domain/kernel/result.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { PictureFormat, PictureWidth } from './picture-url.ts'

/** The largest file that may be uploaded, bytes. */
export const PICTURE_BYTES_MAX = 5_242_880

/** MIME types of the accepted files in a browser's file dialog. The server checks the bytes alone. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Messages about a file, used by the browser before the upload and by the server. */
export const PICTURE_TEXTS = {
  wrongType: { title: 'Błędny typ pliku', description: 'Dozwolone są tylko pliki JPG, PNG i WebP' },
  tooLarge: { title: 'Plik za duży', description: 'Maksymalny rozmiar pliku to 5MB' },
  heic: {
    title: 'Błędny typ pliku',
    description:
      'To zdjęcie HEIC, a ta przeglądarka go nie odczyta. Zapisz je jako JPG: w iPhonie wybierz Ustawienia > Aparat > ' +
      'Formaty > Najbardziej zgodne, a gotowe zdjęcie otwórz i udostępnij albo wyeksportuj jako JPG',
  },
  failed: { title: 'Błąd przesyłania', description: 'Nie udało się przesłać pliku' },
  done: { title: 'Zdjęcie przesłane' },
} as const

export const uploadedPictureSchema = defineSchema(() =>
  z
    .object({
      image_key: z.string().meta({ description: '/media/products/{image_key}/{240|480|720|960}.{avif|webp}' }),
    })
    .meta({ id: 'UploadedPicture' }),
)

/** One of the files of a picture. */
export type PictureVariant = { width: PictureWidth; format: PictureFormat; bytes: Uint8Array }

/**
 * Why a file is not accepted as a picture.
 * - `picture_wrong_type`: neither JPEG, PNG nor WebP, whatever its name
 * - `picture_broken`: begins as a picture but cannot be decoded
 * - `picture_too_many_pixels`: more pixels than may be decoded
 * - `picture_too_slow`: decoding took longer than allowed
 */
export type PictureFailure = {
  reason: 'picture_wrong_type' | 'picture_broken' | 'picture_too_many_pixels' | 'picture_too_slow'
}

/** Whose a picture is: only a stranger's is held to a short time, because its making may be an attack. */
export type PictureOrigin = 'stranger' | 'owner' | 'shop'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * How long the files of a picture are kept that nothing uses, ms: open forms may still save it, and pages answered earlier
 * show it. Strangers send theirs with the form; more of them would fill the disk.
 */
export const UNUSED_MS: Record<Exclude<PictureOrigin, 'shop'>, number> = { stranger: DAY_MS, owner: 7 * DAY_MS }

/** Port to the decoder and encoder of pictures. */
export type PictureEncoder = {
  /** The storage key of a picture: 32 hexadecimal digits of the hash of its bytes. */
  keyOf(picture: Uint8Array): string
  /** Every width and format, 4:5, upright, without metadata. The bytes decide the type of a file. */
  encode(picture: Uint8Array, origin: PictureOrigin): Promise<Result<PictureVariant[], PictureFailure>>
  /** In its own proportions and transparent where it was, without empty edges, as WebP. Never enlarged. */
  encodeLogo(picture: Uint8Array): Promise<Result<EncodedLogo, PictureFailure>>
}

type Pixels = { width: number; height: number }
export type EncodedLogo = Pixels & {
  bytes: Uint8Array
  /** What was left of the upload without its empty edges. */
  trimmed: Pixels
  /** Its darkest point on the shop's page, '#rrggbb'. */
  darkest: string
}

/**
 * Why no picture could be fetched. `picture_address_refused`: its host is not on the public internet.
 * `picture_unreachable`: no answer in time, or the other side failed.
 */
export type FetchFailure = {
  reason: 'picture_address_refused' | 'picture_unreachable' | 'picture_not_found' | 'picture_too_large'
}
export type FetchedPicture = Promise<Result<Uint8Array, FetchFailure>>

/** Port to pictures on the public internet, of at most PICTURE_BYTES_MAX each, one at a time. */
export type PictureFetcher = { fetch(address: string): FetchedPicture }

/** What the picture of a shared link says. */
export type ShareWords = { eyebrow: string; slogan: string; shopName: string }
/** Port to the picture of shared links: 1200 x 630, JPEG. */
export type SharePictures = { draw(words: ShareWords): Promise<Uint8Array> }

/** Port to the storage of pictures. Repeated calls change nothing. Throws when the storage is unavailable. */
export type PictureStorage = {
  has(imageKey: string): Promise<boolean>
  /** Stores all variants of a picture or none. */
  put(imageKey: string, variants: readonly PictureVariant[]): Promise<void>
  delete(imageKey: string): Promise<void>
  /** Checks that files can be stored now. Throws the reason when they cannot. */
  check(): Promise<void>
}
