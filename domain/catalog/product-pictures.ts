import { z } from 'zod'
import { countCharacters, FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'

/** Most pictures of a product, its first one included. */
export const PICTURES_MAX = 8
const ALT_MAX = 150

export const TOO_MANY_PICTURES = `Produkt może mieć najwyżej ${PICTURES_MAX} zdjęć`
export const PICTURE_TWICE = 'To zdjęcie już jest na liście'
export const MAIN_PICTURE_MISSING = 'Dodaj najpierw zdjęcie główne, potem następne'

export const imageKeySchema = defineSchema(() => z.string().regex(/^[0-9a-f]{32}$/))

/** The alternative text of a picture, one line. */
export const altSchema = defineSchema(() =>
  z
    .string()
    .transform((alt) => alt.replace(/\s+/gu, ' ').trim())
    .refine((alt) => countCharacters(alt) <= ALT_MAX, `Opis zdjęcia może mieć najwyżej ${ALT_MAX} znaków`)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
)

/** A picture as the admin sees and sends it; alt '': name and brand of the product. */
export type DescribedPicture = { image_key: string; alt: string }

/** The pictures after the first one, in their order. */
export const morePicturesSchema = defineSchema(() =>
  z
    .array(z.strictObject({ image_key: imageKeySchema, alt: altSchema }))
    .max(PICTURES_MAX - 1, TOO_MANY_PICTURES)
    .refine((pictures) => new Set(pictures.map((picture) => picture.image_key)).size === pictures.length, PICTURE_TWICE)
    .meta({ description: 'The pictures after the first one, in their order' }),
)

export const galleryPictureSchema = defineSchema(() =>
  z.object({
    image_key: z.string(),
    url: z.string().meta({ description: 'The picture in its largest width' }),
    alt: z.string(),
  }),
)

export type ProductPictures = { image_key: string | null; image_alt: string; more_pictures: DescribedPicture[] }

type Keys = Pick<ProductPictures, 'image_key' | 'more_pictures'>

/** The keys of all pictures of a product. */
export function listImageKeys({ image_key, more_pictures }: Keys): string[] {
  return [...(image_key === null ? [] : [image_key]), ...more_pictures.map((picture) => picture.image_key)]
}

/** All pictures of a product, each once, the first one first. */
export function joinPictures({ image_key, image_alt, more_pictures }: ProductPictures): DescribedPicture[] {
  const others = more_pictures.filter((picture) => picture.image_key !== image_key)
  return image_key === null ? others : [{ image_key, alt: image_alt }, ...others]
}

/** The reverse of `joinPictures`. */
export function splitPictures([first, ...more_pictures]: readonly DescribedPicture[]): ProductPictures {
  return { image_key: first?.image_key ?? null, image_alt: first?.alt ?? '', more_pictures }
}

/** Whether a product with further pictures has a first one. */
export const hasMainPicture = ({ image_key, more_pictures }: Keys): boolean =>
  image_key !== null || more_pictures.length === 0

/** All pictures as buyers see them. Without the admin's text, alt is the product's name and brand. */
export function listPictures(
  pictures: ProductPictures,
  { name, brand }: { name: string; brand: string },
): z.output<typeof galleryPictureSchema>[] {
  return joinPictures(pictures).map(({ image_key, alt }, index) => ({
    image_key,
    url: buildPictureUrl(image_key, 960, 'webp'),
    alt: alt || `${name}, ${brand}${index === 0 ? '' : `, zdjęcie ${index + 1}`}`,
  }))
}
