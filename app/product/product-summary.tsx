import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { AddToCartButton } from '#app/catalog/add-to-cart-button.tsx'
import { LowestPrice, ProductPrice } from '#app/catalog/product-price.tsx'
import { Rating } from '#app/catalog/rating.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import { GENDER_NAMES } from '#domain/catalog/gender.ts'
import {
  type CardProduct,
  describeFacts,
  describeStock,
  describeUnitPrice,
  type Product,
  UNAVAILABLE,
} from '#domain/catalog/product.ts'
import { formatWallClock } from '#domain/shipping/delivery-date/calendar-day.ts'

const PARCEL =
  'M12 22V12M16 17l2 2 4-4M21 11.127V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l1.32-.753M3.29 7 12 12l8.71-5M7.5 4.27l8.997 5.148'
const RETURN = 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5'
const TRUCK =
  'M14 18V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v11a1 1 0 0 0 1 1h2M15 18H9M19 18h2a1 1 0 0 0 1-1v-3.65a1 1 0 0 0-.22-.624l-3.48-4.35A1 1 0 0 0 17.52 8H14M19 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM9 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0z'

/** Longer names are smaller, so that the price stays in sight. */
const LONG_NAME = 40

type ProductSummaryProps = {
  product: CardProduct
  /** 'Dostawa od 12,99 zł'; null while unknown. */
  delivery: string | null
  /** Heading of the page, or below the title of a dialog. */
  heading: 'h1' | 'h2'
}

/** Brand, name, rating, price and facts of a product; the rating links to the reviews. */
export function ProductSummary({ product, delivery, heading: Heading }: ProductSummaryProps) {
  const facts = [describeFacts(product), GENDER_NAMES[product.gender]].filter(Boolean).join(' · ')
  return (
    <div className="space-y-5">
      <div>
        <Link
          to={`${href('/sklep')}?brand=${product.brand.slug}`}
          className="inline-flex min-h-11 items-center text-sm font-medium tracking-wide text-oud underline-offset-4 hover:underline"
        >
          {product.brand.name}
        </Link>
        <Heading
          className={classNames(
            'font-display font-medium wrap-anywhere',
            product.name.length > LONG_NAME ? 'text-2xl' : 'text-3xl sm:text-4xl',
          )}
        >
          {product.name}
        </Heading>
        <p className="mt-1 text-sm text-night/80">{facts}</p>
        {product.average_rating !== null && (
          <a href="#opinie" className="mt-1 inline-flex min-h-11 items-center underline-offset-4 hover:underline">
            <Rating value={product.average_rating} count={product.total_reviews} />
          </a>
        )}
      </div>
      <ProductFacts product={product} delivery={delivery} />
    </div>
  )
}

type ProductFactsProps = {
  product: Pick<
    Product,
    'current_price_cents' | 'lowest_price_cents' | 'reduced_until' | 'volume_ml' | 'out_of_stock' | 'pieces_left'
  >
  delivery: string | null
}

/** Price, stock, delivery and return. */
function ProductFacts({ product, delivery }: ProductFactsProps) {
  return (
    <div className="space-y-4">
      <p>
        <ProductPrice product={product} className="text-2xl font-semibold" />{' '}
        <span className="ml-1 text-xs text-night/80">
          {['z VAT', describeUnitPrice(product)].filter(Boolean).join(' · ')}
        </span>
        <LowestPrice product={product} className="mt-1 text-base" />
        {product.reduced_until !== null && (
          <span className="block text-xs text-night/80">Promocja do {formatWallClock(product.reduced_until)}</span>
        )}
      </p>
      <ul className="space-y-2 text-sm">
        <Fact
          icon={<Icon d={PARCEL} />}
          className={product.out_of_stock ? 'font-semibold text-wine' : 'font-semibold text-leaf'}
        >
          {describeStock(product)}
        </Fact>
        {delivery !== null && <Fact icon={<Icon d={TRUCK} />}>{delivery}</Fact>}
        <Fact icon={<Icon d={RETURN} />}>14 dni na zwrot bez podawania przyczyny</Fact>
      </ul>
    </div>
  )
}

function Fact({ icon, className, children }: { icon: ReactNode; className?: string; children: ReactNode }) {
  return (
    <li className={classNames('flex items-center gap-3', className)}>
      <span aria-hidden="true" className="shrink-0 [&>svg]:size-5 [&>svg]:stroke-[1.6]">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  )
}

/** 'Dodaj do koszyka' beside `buyNow`, or that the product is sold out. */
export function BuyButtons({ product, buyNow }: { product: CardProduct; buyNow: ReactNode }) {
  if (product.out_of_stock) {
    return (
      <p className="grid min-h-13 place-items-center rounded-full bg-sand px-5 text-center font-semibold">
        {UNAVAILABLE.sold_out}
      </p>
    )
  }
  return (
    <div className="grid grid-cols-2 gap-3 noscript:hidden">
      <AddToCartButton product={product} />
      {buyNow}
    </div>
  )
}

/** Replaces a product that does not exist. */
export function ProductMissing({ heading: Heading, children }: { heading: 'h1' | 'h2'; children: string }) {
  return (
    <div className="px-6 py-20 text-center sm:py-28">
      <Heading className="font-display text-3xl">{children}</Heading>
      <p className="mx-auto mt-3 max-w-md">Mógł zostać wycofany ze sprzedaży albo zmienił adres.</p>
      <Link to={href('/sklep')} className={buttonClass('primary', 'lg', 'mt-7')}>
        Zobacz wszystkie perfumy
      </Link>
    </div>
  )
}
