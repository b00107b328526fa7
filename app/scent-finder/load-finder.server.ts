import { describeBreadcrumbs } from '#app/seo/json-ld.server.ts'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { type Catalog, type CatalogProduct, findProduct } from '#domain/catalog/catalog.ts'
import { countWithout, describeNature, findScents } from '#domain/catalog/lists/find-scents.ts'
import { chooseFirstSize, groupByScent, mergeSizes } from '#domain/catalog/lists/grouped-scents.ts'
import { compareNames, listBestsellers, listScentFamilies } from '#domain/catalog/lists/product-list.ts'
import { characterOf, describeNotes } from '#domain/catalog/lists/scent-likeness.ts'
import { placeScents } from '#domain/catalog/lists/scent-map.ts'
import { parseQuestion, type ScentQuestion } from '#domain/catalog/lists/scent-question.ts'
import { FAMILY_CIRCLE } from '#domain/catalog/scents/scent-character.ts'
import { SCENT_FAMILIES, type ScentFamilySlug } from '#domain/catalog/scents/scent-families.ts'
import { scentOf } from '#domain/catalog/scents/sizes.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { buildFinderHref, listAskedParts } from './question-words.ts'
import type { MapPoint, Quarter } from './scent-map.tsx'

/** Scents suggested where nothing was found. */
const SUGGESTED = 4

/** Everything of the page, made from the catalogue and the address alone. */
export function loadFinder(catalog: Catalog, params: URLSearchParams, profile: ShopProfile) {
  const question = parseQuestion(params)
  const own = question.like === null ? null : findProduct(catalog, question.like)
  const asked = listAskedParts(question, own?.product.name ?? 'zapach, którego nie mamy')
  const found = findScents(catalog, question)
  const scents = listMapped(catalog)
  const path = buildFinderHref(question)
  return {
    question,
    own: own && { slug: own.product.slug, name: own.product.name, onMap: findOnMap(scents, own) },
    asked,
    items: found.slice(0, PAGE_SIZES.foundScents).map(({ entry, reason }) => ({ card: entry.card, reason })),
    total: found.length,
    instead:
      asked.length > 0 && found.length === 0
        ? findInstead(
            catalog,
            question,
            own === null,
            asked.map(({ name }) => name),
          )
        : null,
    // Those of the map alone are marked there.
    found: found.map(({ entry }) => findOnMap(scents, entry)),
    points: placeScents(scents).map(toPoint),
    isCut: scents.length < groupByScent(catalog.products, chooseFirstSize).length,
    known: listKnown(scents, own),
    families: listScentFamilies(catalog),
    address: `${profile.shopUrl}${path}`,
    meta: buildPageMeta(profile, {
      title: `Znajdź zapach | ${profile.shopName}`,
      description: 'Trzy pytania i mapa wszystkich zapachów według nut: znajdź perfumy nosem, nie nazwą.',
      path,
      // Questions are endless.
      noindex: asked.length > 0 || scents.length === 0,
      jsonLd: asked.length > 0 ? [] : [describeBreadcrumbs(profile.shopUrl, [{ name: 'Znajdź zapach', path }])],
    }),
  }
}

export type Finder = ReturnType<typeof loadFinder>

/** All scents, or those bought most. */
function listMapped({ products }: Catalog): CatalogProduct[] {
  const scents = groupByScent(products, chooseFirstSize).map(mergeSizes)
  return scents.length <= PAGE_SIZES.mappedScents
    ? scents
    : scents.toSorted((a, b) => b.sold - a.sold).slice(0, PAGE_SIZES.mappedScents)
}

/** The slug by which a scent is on the map: that of another size, where it is shown by one. */
function findOnMap(scents: readonly CatalogProduct[], { product }: CatalogProduct): string {
  const mapped = scents.find((entry) => scentOf(entry.product) === scentOf(product))
  return mapped?.product.slug ?? product.slug
}

/** The scents of the map by name, and the one that was named, in the size that was. */
function listKnown(scents: readonly CatalogProduct[], own: CatalogProduct | null) {
  const others = scents.filter(({ product }) => own === null || scentOf(product) !== scentOf(own.product))
  return [...others, ...(own === null ? [] : [own])]
    .map(({ product: { slug, name } }) => ({ slug, name }))
    .sort((a, b) => compareNames(a.name, b.name))
}

/** Where nothing was found: why, how many there are without each part of the question, and bestsellers. */
function findInstead(catalog: Catalog, question: ScentQuestion, isUnknown: boolean, asked: readonly string[]) {
  const without = countWithout(catalog, question)
  const canLoosen = asked.length > 1 && without.some(({ name, total }) => asked.includes(name) && total > 0)
  return {
    text: describeNothing(question.like !== null && isUnknown, canLoosen),
    without,
    suggested: listBestsellers(catalog, SUGGESTED).map(({ card }) => card),
  }
}

function describeNothing(isUnknown: boolean, canLoosen: boolean): string {
  if (isUnknown) return 'Nie mamy zapachu, do którego miałby być podobny. Wybierz go z listy albo odpowiedz na pytania.'
  return `Żaden zapach tego nie spełnia. ${canLoosen ? 'Zrezygnuj z jednego z warunków:' : 'Zmień odpowiedzi albo poszukaj na mapie.'}`
}

function toPoint({ entry, x, y }: { entry: CatalogProduct; x: number; y: number }): MapPoint {
  const { slug, name, brand, current_price_cents: grosze, out_of_stock: isSoldOut, notes } = entry.product
  const [main = FAMILY_CIRCLE[0]] = characterOf(entry).families.keys()
  return {
    ...{ slug, name, grosze, isSoldOut, x, y },
    brand: brand.name,
    words: [describeNotes(entry, notes), describeNature(entry)].filter(Boolean).join('; '),
    quarter: findQuarter(entry),
    family: SCENT_FAMILIES.find((family) => family.slug === main)?.name ?? main,
  }
}

/** The families of each quarter of the map, by their places in the circle. */
const QUARTERS: Record<Quarter, readonly ScentFamilySlug[]> = {
  fresh: [...FAMILY_CIRCLE.slice(17), ...FAMILY_CIRCLE.slice(0, 2)],
  floral: FAMILY_CIRCLE.slice(2, 7),
  sweet: FAMILY_CIRCLE.slice(7, 12),
  woody: FAMILY_CIRCLE.slice(12, 17),
}

/** The quarter to which most of a scent belongs. */
function findQuarter(entry: CatalogProduct): Quarter {
  const { families } = characterOf(entry)
  const shareOf = (quarter: Quarter) => QUARTERS[quarter].reduce((sum, family) => sum + (families.get(family) ?? 0), 0)
  const [first = 'fresh'] = QUARTER_NAMES.toSorted((a, b) => shareOf(b) - shareOf(a))
  return first
}

const QUARTER_NAMES = ['fresh', 'floral', 'sweet', 'woody'] as const
