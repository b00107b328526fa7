import { z } from 'zod'
import { sizeShape } from '#domain/catalog/scents/sized-name.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const catalogOverviewSchema = defineSchema(() =>
  z
    .object({
      products: z.int().meta({ description: 'Active products' }),
      brands: z.int().meta({ description: 'Active brands' }),
      limit: z.int(),
      recent: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          ...sizeShape.shape,
          brand_name: z.string(),
          gender: z.enum(GENDERS),
          price_grosze: groszeSchema,
          image_key: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: 'CatalogOverview' }),
)
export type CatalogOverview = z.output<typeof catalogOverviewSchema>
