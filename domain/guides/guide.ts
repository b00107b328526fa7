import { z } from 'zod'
import { altSchema } from '#domain/catalog/product-pictures.ts'
import {
  countCharacters,
  FORBIDDEN_CHARACTERS_MESSAGE,
  isPlainLines,
  tidyLines,
} from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const MOST_GUIDES = 50
export const MOST_BLOCKS = 60
/** Products of one block. */
export const MOST_GUIDE_PRODUCTS = 12
/** The longest texts, characters. */
export const GUIDE_TEXTS = { title: 100, description: 160, heading: 100, paragraph: 2000 } as const

/** Plain text: what looks like HTML is shown as it was typed. */
const textSchema = (name: keyof typeof GUIDE_TEXTS) =>
  z
    .string()
    .transform((typed) => (name === 'paragraph' ? tidyLines(typed) : tidyLines(typed).replaceAll(/\s+/g, ' ')))
    .pipe(
      z
        .string()
        .refine(isPlainLines, FORBIDDEN_CHARACTERS_MESSAGE)
        .refine((text) => countCharacters(text) <= GUIDE_TEXTS[name], `Wpisz najwyżej ${GUIDE_TEXTS[name]} znaków`),
    )

const filledSchema = (name: keyof typeof GUIDE_TEXTS, message: string) =>
  textSchema(name).refine((text) => text !== '', message)

const EMPTY_BLOCK = 'Wpisz tekst albo usuń ten element'

/** By which editor and page know a block again; the editor makes it. */
const idSchema = z.string().regex(/^[0-9a-z]{1,12}$/)

/** One part of a guide. */
export const guideBlockSchema = defineSchema(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ id: idSchema, kind: z.literal('heading'), text: filledSchema('heading', EMPTY_BLOCK) }),
    z.strictObject({ id: idSchema, kind: z.literal('paragraph'), text: filledSchema('paragraph', EMPTY_BLOCK) }),
    z.strictObject({
      id: idSchema,
      kind: z.literal('picture'),
      image_key: z.string().regex(/^[0-9a-f]{32}$/, 'Dodaj zdjęcie albo usuń ten element'),
      alt: altSchema.refine((alt) => alt !== '', 'Opisz, co widać na zdjęciu'),
    }),
    z.strictObject({
      id: idSchema,
      kind: z.literal('products'),
      product_ids: z
        .array(z.uuid())
        .min(1, 'Wybierz produkt albo usuń ten element')
        .max(MOST_GUIDE_PRODUCTS, `Najwyżej ${MOST_GUIDE_PRODUCTS} produktów`)
        .refine((ids) => new Set(ids).size === ids.length, 'Ten produkt już jest na liście'),
    }),
  ]),
)
export type GuideBlock = z.output<typeof guideBlockSchema>

const TITLE_MISSING = 'Wpisz tytuł'

export const newGuideSchema = defineSchema(() => z.strictObject({ title: filledSchema('title', TITLE_MISSING) }))

/** The whole of a guide as the owner saves it, as a draft or for everybody. */
export const guideChangeSchema = defineSchema(() =>
  z
    .strictObject({
      version: z.string(),
      published: z.boolean(),
      title: filledSchema('title', TITLE_MISSING),
      description: textSchema('description'),
      blocks: z
        .array(guideBlockSchema)
        .max(MOST_BLOCKS, `Najwyżej ${MOST_BLOCKS} elementów`)
        .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, 'Ten element już jest'),
    })
    .superRefine(({ published, description, blocks }, context) => {
      const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
      if (published && description === '') say('description', 'Przed publikacją wpisz opis')
      if (published && blocks.length === 0) say('blocks', 'Przed publikacją dodaj co najmniej jeden element')
    }),
)
export type GuideChange = z.output<typeof guideChangeSchema>
export const guideRemovalSchema = defineSchema(() => z.strictObject({ version: z.string() }))

/** Pictures of the blocks, each once. */
export const listGuidePictures = (blocks: readonly GuideBlock[]): string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.image_key] : []))),
]
