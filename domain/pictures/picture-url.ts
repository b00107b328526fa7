/** Widths in which every product picture is stored, px. */
export const PICTURE_WIDTHS = [240, 480, 720, 960] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type PictureFormat = 'avif' | 'webp'

/** Product pictures are 4:5. */
export const PICTURE_RATIO = { width: 960, height: 1200 } as const

/**
 * Address of one variant. Keys are content hashes, so the content of an address never changes and can be cached
 * permanently.
 */
export function buildPictureUrl(imageKey: string, width: PictureWidth, format: PictureFormat): string {
  return `/media/products/${imageKey}/${width}.${format}`
}
