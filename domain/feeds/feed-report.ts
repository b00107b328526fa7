import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** The feeds with the number of their offers, and what marketplaces would refuse. */
export const feedReportSchema = defineSchema(() =>
  z
    .object({
      files: z.array(z.object({ title: z.string(), url: z.url() })),
      products: z.int().meta({ description: 'Products in the files' }),
      flawed: z
        .int()
        .meta({ description: 'Products and firms with something to mend, of which `items` are the first' }),
      refused: z.int().meta({ description: 'Those of them for which a marketplace refuses offers' }),
      items: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          problems: z.array(
            z.object({
              refused_by: z.string().nullable().meta({ description: 'Marketplaces; null: the offer is only worse' }),
              todo: z.string().meta({ description: 'Polish' }),
              path: z.string().meta({ description: 'Where in the panel it can be mended' }),
            }),
          ),
        }),
      ),
    })
    .meta({ id: 'FeedReport' }),
)
export type FeedReport = z.output<typeof feedReportSchema>
