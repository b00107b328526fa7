import type { Result } from '#domain/result.ts'

/** Port to where product pictures are kept. */
export type PictureStore = {
  /**
   * Makes every width and format of a picture (product-picture.ts) and keeps them; the key goes into products.image_key.
   * The bytes decide what a file is: JPEG, PNG and WebP are accepted. Keeping the same picture again changes nothing.
   */
  keep(picture: Uint8Array): Promise<Result<{ imageKey: string }, { reason: 'not_a_picture' | 'picture_too_large' }>>
}
