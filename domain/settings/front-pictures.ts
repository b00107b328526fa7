import { z } from 'zod'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Places of the landing page that show a picture of the owner, with their names in the panel. */
export const FRONT_PLACES = {
  hero: 'Początek strony głównej',
  quality: 'Obok tekstu o jakości',
} as const
export type FrontPlace = keyof typeof FRONT_PLACES
export const LISTED_PLACES = Object.keys(FRONT_PLACES) as FrontPlace[]

/** `alt`: what the picture shows, for people who do not see it. */
export type FrontPicture = { image_key: string; alt: string }
/** Undefined: the owner has no picture there. */
export type FrontPictures = { readonly [Place in FrontPlace]?: FrontPicture }

const placeSchema = defineSchema(() => z.enum(LISTED_PLACES as [FrontPlace, ...FrontPlace[]]))

export const newFrontPictureSchema = defineSchema(() =>
  z
    .strictObject({
      place: placeSchema,
      version: z.string().meta({ description: 'Of the place, as it was read' }),
      image_key: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .nullable()
        .meta({ description: 'Of an uploaded picture; null: none' }),
      alt: z.string().trim().max(200, 'Wpisz najwyżej 200 znaków').refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
    })
    .refine(({ image_key, alt }) => image_key === null || alt !== '', {
      path: ['alt'],
      message: 'Opisz, co widać na zdjęciu',
    })
    .meta({ id: 'NewFrontPicture' }),
)
export type NewFrontPicture = z.output<typeof newFrontPictureSchema>
