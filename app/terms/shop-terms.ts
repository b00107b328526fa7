import { terms } from '#app/copy.json'
import { fillPlaceholders } from '#app/legal/fill-placeholders.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import type { ShopFeatures } from '#domain/terms/features/feature.ts'
import { addFeatures } from '#domain/terms/shop-features.ts'
import { writeTerms, writeTermsBody } from '#domain/terms/terms.ts'

/**
 * The terms shipped with the build, with the seller of the settings and the features that are on: the first version, in
 * force from that day.
 */
export function renderShopTerms(profile: ShopProfile, features: ShopFeatures): { version: string; fullText: string } {
  const { title, sections, withdrawal_form: form } = fillPlaceholders(terms, profile)
  const body = writeTermsBody([
    ...addFeatures(sections, 'terms', features).map(({ heading, items }) => ({
      heading,
      lines: items,
      isNumbered: true,
    })),
    { heading: form.title, lines: [form.note, ...form.lines], isNumbered: false },
  ])
  const version = profile.effectiveDate
  return { version, fullText: writeTerms({ title, version, body }) }
}
