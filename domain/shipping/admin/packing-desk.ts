import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { idsSchema, packingParcelSchema } from './admin-parcel.ts'
import { knownWarningsSchema, versionsSchema } from './parcel-warning.ts'

export const packingSchema = defineSchema(() =>
  z
    .strictObject({ ids: idsSchema, packed: z.boolean(), versions: versionsSchema, knows: knownWarningsSchema })
    .meta({ description: 'Shipments of parcels, as they were seen' }),
)

export type Packing = z.output<typeof packingSchema>

/** Parcels to pack, the longest waiting first, and those that are packed but not sent yet. */
export const packingDeskSchema = defineSchema(() =>
  z.object({
    items: z.array(packingParcelSchema).meta({ description: 'To be packed, at most 100' }),
    packed: z.array(packingParcelSchema).meta({ description: 'Packed and not sent yet, newest first, at most 100' }),
    total: z.int().meta({ description: 'Parcels to be packed, up to 1000' }),
    packed_total: z.int().meta({ description: 'Parcels packed and not sent yet, up to 1000' }),
  }),
)
export type PackingDesk = z.output<typeof packingDeskSchema>
