import { z } from 'zod'
import type { OrderGift } from '#domain/gifts/gift.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import {
  idsSchema,
  listParcelItems,
  type PackingParcel,
  type ParcelItem,
  packingParcelSchema,
  travels,
} from './admin-parcel.ts'
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

/** The gifts that these parcels need together, without those of cancelled orders; one entry for each name. */
export function sumGifts(parcels: readonly Pick<PackingParcel, 'shipments'>[]): OrderGift[] {
  const gifts = parcels.flatMap(({ shipments }) => shipments.filter(travels).flatMap(({ order }) => order.gift ?? []))
  return [...Map.groupBy(gifts, ({ name }) => name)].map(([name, same]) => ({
    name,
    pieces: same.reduce((sum, { pieces }) => sum + pieces, 0),
  }))
}

/** The items that all of these parcels need together, by brand and name, with the number of parcels. */
export function sumItems(parcels: readonly PackingParcel[]): (ParcelItem & { parcels: number })[] {
  const items = parcels.flatMap(listParcelItems)
  return [...Map.groupBy(items, ({ product_id }) => product_id).values()]
    .flatMap((same) => {
      const [first] = same
      const quantity = same.reduce((sum, item) => sum + item.quantity, 0)
      return first ? [{ ...first, quantity, parcels: same.length }] : []
    })
    .toSorted(
      (a, b) => collator.compare(a.brand_name, b.brand_name) || collator.compare(a.product_name, b.product_name),
    )
}
const collator = new Intl.Collator('pl-PL')
