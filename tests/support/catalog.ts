import { readDemo } from '#db/demo/demo-data.ts'
import { buildCatalog, type Catalog, type CatalogParts } from '#domain/catalog/catalog.ts'
import { compareNames } from '#domain/catalog/lists/product-list.ts'
import { type Brand, type Product, priceFields } from '#domain/catalog/product.ts'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import type { NotesPyramid } from '#domain/catalog/scents/scent-pyramid.ts'
import type { GiftRule } from '#domain/gifts/gift.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import { INITIAL_PRODUCT } from './initial-product.ts'

const NO_GIFTS: GiftRule = {
  active: false,
  genders: ['women'],
  from_grosze: 0,
  gift: 'Próbka',
  stock: null,
  until_day: null,
  with_sample: false,
  sample_codes: false,
  preset: false,
}

/** The relevant values of a test product. The rest is invented. */
export type SomeProduct = {
  id: string
  name: string
  /** Index of the brand. */
  brand: number
  gender: Gender
  price_grosze: number
  notes: string[]
  notes_pyramid?: NotesPyramid | null
  slug?: string
  out_of_stock?: boolean
  volume_ml?: number | null
  concentration?: string | null
  scent_id?: string | null
  kind?: ProductKind
  sold?: number
}

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export function makeBrand(number: number, name = `Marka ${number}`, slug = `marka-${number}`): Brand {
  return {
    id: uuid(number),
    name,
    slug,
    description: '',
    is_original: number === 0,
    is_arabic: number === 0,
    active: true,
  }
}

/** @param products newest first */
export function makeCatalog(
  brands: Brand[],
  products: readonly SomeProduct[],
  parts: Partial<CatalogParts> = {},
): Catalog {
  const rows = products.map((some) => ({
    product: makeProduct(brands, some),
    editedAt: new Date(0),
    reducedFrom: null,
    sold: some.sold ?? 0,
  }))
  return buildCatalog(rows, {
    brands: brands.toSorted((a, b) => compareNames(a.name, b.name)),
    formerSlugs: new Map(),
    movedAddresses: new Map(),
    formerBrandSlugs: new Map(),
    brandSales: new Map(),
    hidesSubstitutes: false,
    giftRule: NO_GIFTS,
    ...parts,
  })
}

export function makeProduct(brands: Brand[], { id, brand: at, price_grosze, sold: _, ...some }: SomeProduct): Product {
  const brand = brands[at % brands.length]
  if (!brand) throw new Error('no brand')
  return {
    ...INITIAL_PRODUCT,
    id,
    slug: `p-${id}`,
    brand_id: brand.id,
    brand,
    active: true,
    ...priceFields(price_grosze),
    pictures: [],
    lowest_price_cents: null,
    reduced_until: null,
    sizes: [],
    out_of_stock: false,
    pieces_left: null,
    created_at: new Date(0).toISOString(),
    image_url: null,
    producer: null,
    allergens: [],
    average_rating: null,
    total_reviews: 0,
    ...some,
  }
}

/** The demo catalogue. */
export function makeDemoCatalog(): Catalog {
  const demo = readDemo()
  const brands = demo.brands.map(({ name, slug }, at) => makeBrand(at, name, slug))
  return makeCatalog(
    brands,
    demo.products
      .toSorted((a, b) => a.created_days_ago - b.created_days_ago)
      .map(({ slug, name, brand, gender, price_grosze, notes, notes_pyramid, out_of_stock, ...known }, at) => ({
        id: uuid(at),
        brand: brands.findIndex(({ slug }) => slug === brand),
        ...{ slug, name, gender, price_grosze, notes, notes_pyramid, out_of_stock },
        ...{ volume_ml: known.volume_ml, concentration: known.concentration },
      })),
  )
}
