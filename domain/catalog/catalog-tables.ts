import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Filler, ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import type { NotesPyramid } from '#domain/catalog/scents/scent-pyramid.ts'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import type { TaxedRate } from '#domain/papers/vat.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'

/** Tables of products, brands and reviews. */
export type CatalogTables = {
  /** Products of the demo catalogue. */
  demo_products: { product_id: string }
  brands: {
    id: Generated<string>
    name: string
    slug: string
    description: Generated<string>
    active: Generated<boolean>
    /** True for exactly one brand, the original line. It cannot be removed. */
    is_original: Generated<boolean>
    /** 'Perfumy Arabskie', always an original line. */
    is_arabic: Generated<boolean>
    /** The producer of products that name none of their own. */
    producer_id: Generated<string | null>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  products: {
    id: Generated<string>
    slug: string
    name: string
    brand_id: string
    gender: Generated<Gender>
    /** The price outside of a reduction. */
    price_grosze: number
    /** The price from `reduced_from` until before `reduced_to`. All three are set, or none. */
    reduced_price_grosze: number | null
    /** Polish wall clock, '2026-12-04T08:00'. */
    reduced_from: string | null
    reduced_to: string | null
    /** The present price, written by a trigger. */
    current_price_grosze: GeneratedAlways<number>
    /** VAT in per cent. */
    vat_rate: Generated<TaxedRate>
    /** What a piece cost the shop; null: unknown. */
    purchase_cost_grosze: Generated<number | null>
    description: Generated<string>
    notes: Generated<string[]>
    notes_pyramid: JSONColumnType<NotesPyramid> | null
    volume_ml: number | null
    concentration: string | null
    /** The scent of which the product is a further size: the id of the first size, which itself has null here. */
    scent_id: Generated<string | null>
    kind: Generated<ProductKind>
    filled_by: Generated<Filler>
    /** Always known for what the shop filled itself. */
    batch: Generated<string | null>
    /** The first picture, shown wherever one is. */
    image_key: string | null
    /** The alternative text of the picture; '': name and brand. */
    image_alt: Generated<string>
    /** Null: the producer of its brand. */
    producer_id: Generated<string | null>
    /** EAN, or a code of the shop. */
    product_code: Generated<string | null>
    warnings: Generated<string>
    /** INCI names, as on the package. */
    ingredients: Generated<string>
    /** Period after opening. */
    opened_months: Generated<number | null>
    /** Labelled by the rules before regulation (EU) 2023/1545. */
    has_old_label: Generated<boolean>
    /** Trademarks that the admin kept in its texts after a warning. */
    trademarks_accepted: Generated<string[]>
    stock_quantity: number | null
    out_of_stock: Generated<boolean>
    active: Generated<boolean>
    created_at: CreatedAt
    updated_at: CreatedAt
    /** When the admin last changed anything but stock; the row version of the form. */
    edited_at: CreatedAt
  }
  /** Pictures of products after the first one. */
  product_pictures: {
    product_id: string
    /** The position among the product's pictures, from 2. */
    position: number
    image_key: string
    alt: Generated<string>
  }
  /** Former slugs of products, written by triggers. */
  product_slugs: {
    slug: GeneratedAlways<string>
    product_id: GeneratedAlways<string>
    created_at: GeneratedAlways<Date>
  }
  /** The ids of a product at the payment provider, in each of its modes. */
  provider_products: {
    product_id: string
    mode: PaymentMode
    provider_product_id: Generated<string | null>
    provider_price_id: Generated<string | null>
    /** The state last sent to the provider, as JSON text; null when it is unknown. */
    synced: Generated<string | null>
    request_number: Generated<number>
    /** The request that was stored before it was sent, until its outcome is known. */
    pending: Generated<string | null>
    synced_at: Generated<Date | null>
  }
  /** Work on many products that proceeds in steps. */
  runs: {
    id: Generated<string>
    kind: string
    /** Of runs that send products to the payment provider: its mode. */
    mode: PaymentMode | null
    status: Generated<'running' | 'done' | 'failed'>
    failure: Generated<string | null>
    started_by: string | null
    created_at: CreatedAt
    finished_at: Generated<Date | null>
  }
  run_items: {
    run_id: string
    /** Exactly one of the two is set. */
    product_id: string | null
    checkout_id: Generated<string | null>
    status: Generated<'waiting' | 'done' | 'failed'>
    failure: Generated<string | null>
    /** Values for the sentence about the failure, as JSON. */
    failure_details: Generated<string | null>
  }
  product_prices: {
    id: GeneratedAlways<string>
    product_id: string
    price_grosze: number
    reduced: Generated<boolean>
    valid_from: Date
    valid_to: Date | null
  }
  reviews: {
    id: Generated<string>
    product_id: string
    user_id: string
    rating: number
    comment: string | null
    approved: Generated<boolean>
    rejected_at: Generated<Date | null>
    /** A parcel with the product was delivered to the author. */
    confirmed: Generated<boolean>
    /** The author's first name at the time of approval, written by a trigger. */
    author_first_name: GeneratedAlways<string | null>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  /** Pieces of a product sold in the last 90 days, counted by a job. */
  product_sales: {
    product_id: string
    pieces: number
  }
  /** Former slugs of renamed brands, written by triggers. */
  brand_slugs: {
    slug: GeneratedAlways<string>
    brand_id: GeneratedAlways<string>
    created_at: GeneratedAlways<Date>
  }
  /** Pictures that no product or film uses, and since when; written by triggers and by uploads. */
  unused_pictures: {
    image_key: string
    unused_since: Generated<Date>
    /** When the deletion of its files began. From then on no product can take it. */
    deleting_at: Date | null
  }
  /** Number and sum of the approved reviews of a product, written by triggers. */
  product_ratings: {
    product_id: GeneratedAlways<string>
    reviews: GeneratedAlways<number>
    stars: GeneratedAlways<number>
  }
}
