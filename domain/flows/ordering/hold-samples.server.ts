import { countPiecesLeft, isOnSale, type StockedProduct } from '#domain/catalog/product.ts'
import type { OrderGroup, ShopState } from '#domain/checkout/pricing.ts'
import { type GiftRule, labelSample } from '#domain/gifts/gift.ts'
import type { Services } from '#domain/services.ts'

/** Samples by the product that they come with, with their name and price in the order. */
export type HeldSamples = ReadonlyMap<string, StockedProduct>

/**
 * The samples that come with these products, by the product: one for each scent, unless the sample is ordered, too.
 * Read before the transaction, so that the samples are locked together with the ordered products.
 */
export async function findSamplesOf(
  { catalog }: Pick<Services, 'catalog'>,
  { with_sample }: Pick<GiftRule, 'with_sample'>,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const samples = new Map<string, string>()
  if (!with_sample) return samples
  const { byKey } = await catalog.read()
  for (const id of productIds) {
    const sampleId = byKey.get(id)?.product.sample_gift?.id
    if (sampleId === undefined || productIds.includes(sampleId)) continue
    if (![...samples.values()].includes(sampleId)) samples.set(id, sampleId)
  }
  return samples
}

/** The samples of which a piece is left, read once all are locked. */
export function holdSamples(samplesOf: ReadonlyMap<string, string>, shop: ShopState): HeldSamples {
  const held = new Map<string, StockedProduct>()
  for (const [id, sampleId] of samplesOf) {
    const sample = shop.products.find((product) => product.id === sampleId)
    if (!sample || !isOnSale(sample, shop) || countPiecesLeft(sample) === 0) continue
    held.set(id, { ...sample, name: labelSample(sample.name), price_grosze: 0 })
  }
  return held
}

/** Adds each sample to the order of its product. */
export function addSamples(groups: readonly OrderGroup[], samples: HeldSamples): OrderGroup[] {
  return groups.map((group) => ({
    ...group,
    items: group.items.flatMap((item) => {
      const sample = samples.get(item.product.id)
      return sample ? [item, { product: sample, quantity: 1, discountGrosze: 0 }] : [item]
    }),
  }))
}
