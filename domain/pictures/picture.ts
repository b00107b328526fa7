import { z } from 'zod'
import type { PictureFormat, PictureWidth } from '#domain/catalog/product.ts'
import type { Result } from '#domain/kernel/result.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** The largest file that may be uploaded, bytes. */
export const PICTURE_BYTES_MAX = 5_242_880

/** Types a browser names the accepted files by; the server looks at the bytes alone. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** What is said of a file, by the browser before it is sent and by the server. */
export const PICTURE_TEXTS = {
  wrongType: { title: 'Błędny typ pliku', description: 'Dozwolone są tylko pliki JPG, PNG i WebP' },
  tooLarge: { title: 'Plik za duży', description: 'Maksymalny rozmiar pliku to 5MB' },
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

/** One of the files a picture is shown by. */
export type PictureVariant = { width: PictureWidth; format: PictureFormat; bytes: Uint8Array }

/**
 * Why a file is no picture of the shop.
 * - `picture_wrong_type`: neither JPEG, PNG nor WebP, whatever its name
 * - `picture_broken`: begins as one and cannot be read to its end
 * - `picture_too_many_pixels`: more than may be unpacked
 * - `picture_too_slow`: reading it took longer than it may
 */
export type PictureFailure = {
  reason: 'picture_wrong_type' | 'picture_broken' | 'picture_too_many_pixels' | 'picture_too_slow'
}

/** Port to what reads pictures. */
export type PictureEncoder = {
  /** The key a picture is stored by: 32 hexadecimal digits of the hash of its bytes. */
  keyOf(picture: Uint8Array): string
  /** Every width and format, 4:5, upright, without metadata. The bytes decide what a file is. */
  encode(picture: Uint8Array): Promise<Result<PictureVariant[], PictureFailure>>
}

/** Port to where pictures lie. Everything may be done again: it changes nothing then. Throws when the place is away. */
export type PictureStorage = {
  has(imageKey: string): Promise<boolean>
  /** All variants of a picture or none. */
  put(imageKey: string, variants: readonly PictureVariant[]): Promise<void>
  delete(imageKey: string): Promise<void>
  /** Whether files can be stored there now; throws the reason when they cannot. */
  check(): Promise<void>
}
