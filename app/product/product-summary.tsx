import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { AddToCartButton } from '#app/catalog/add-to-cart-button.tsx'
import { useGiftOffer } from '#app/catalog/price-facts.ts'
import { LowestPrice, ProductPrice } from '#app/catalog/product-price.tsx'
import { Rating } from '#app/catalog/rating.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import {
  type CardProduct,
  describeFacts,
  describeStock,
  describeUnitPrice,
  UNAVAILABLE,
} from '#domain/catalog/product.ts'
import { type GiftOffer, hasGift, labelGift } from '#domain/gifts/gift.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatWallClock } from '#domain/kernel/calendar-day.ts'
import { GENDER_NAMES } from '#domain/kernel/gender.ts'
import { SizeChips } from './size-chips.tsx'

const PARCEL = 'M3 7l9-4 9 4v10l-9 4-9-4zM3 7l9 4 9-4M12 11v10M7.5 5l9 4'
const GIFT = 'M4 12v9h16v-9M2 7h20v5H2zM12 7v14M12 7c-3 0-5-1-5-3s4-2 5 3c1-5 5-5 5-3s-2 3-5 3'
const RETURN = 'M3 12a9 9 0 1 0 3-7L3 8M3 3v5h5'
const TRUCK =
  'M5 18H2V5h12v13H9M15 18h-1V9h4l4 4v5h-3M19 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM9 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0z'

/** Longer names have smaller letters, so that the price stays in the first screen. */
const LONG_NAME = 40

const TEXT_LINK =
  'inline-flex min-h-11 items-center text-sm font-medium tracking-wide text-oud underline-offset-4 hover:underline'

type ProductSummaryProps = {
  product: CardProduct
  /** 'Dostawa od 12,99 zł'; null while unknown. */
  delivery: string | null
  /** Heading of the page, or below the title of a dialog. */
  heading: 'h1' | 'h2'
  /** What buys the product, right under its price. */
  buying?: ReactNode
}

/** Brand, name, rating, sizes, price and facts of a product; the rating links to the reviews. */
export function ProductSummary({ product, delivery, heading: Heading, buying }: ProductSummaryProps) {
  const offer = useGiftOffer()
  const facts = [describeFacts(product), GENDER_NAMES[product.gender]].filter(Boolean).join(' · ')
  return (
    <div className="space-y-5">
      <div>
        <Link to={`${href('/sklep')}?brand=${product.brand.slug}`} className={TEXT_LINK}>
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
      <SizeChips product={product} />
      <ProductOffer product={product} />
      {buying}
      <ProductFacts product={product} gift={hasGift(product, offer) ? offer : null} delivery={delivery} />
    </div>
  )
}

type ProductFactsProps = { product: CardProduct; gift: GiftOffer | null; delivery: string | null }

/** The price, and what the law requires beside it. */
function ProductOffer({ product }: { product: CardProduct }) {
  return (
    <p>
      <ProductPrice product={product} className="text-2xl font-semibold" />{' '}
      <span className="ml-1 text-xs text-night/80">
        {['z VAT', describeUnitPrice(product)].filter(Boolean).join(' · ')}
      </span>
      <LowestPrice product={product} className="mt-1" />
      {product.reduced_until !== null && (
        <span className="block text-xs text-night/80">Promocja do {formatWallClock(product.reduced_until)}</span>
      )}
    </p>
  )
}

/** Stock, free gift, delivery and return. */
function ProductFacts({ product, gift, delivery }: ProductFactsProps) {
  return (
    <div className="space-y-4">
      <ul className="space-y-2 text-sm">
        <Fact icon={PARCEL} className={product.out_of_stock ? 'font-semibold text-wine' : 'font-semibold text-leaf'}>
          {describeStock(product)}
        </Fact>
        {gift && !product.out_of_stock && (
          <Fact icon={GIFT}>
            {labelGift(gift) + (gift.fromGrosze > 0 ? ` przy zakupach od ${formatGrosze(gift.fromGrosze)}` : '')}
          </Fact>
        )}
        {product.sample_gift && !product.out_of_stock && <Fact icon={GIFT}>{product.sample_gift.note}</Fact>}
        {delivery !== null && !product.out_of_stock && <Fact icon={TRUCK}>{delivery}</Fact>}
        <Fact icon={RETURN}>14 dni na zwrot bez podawania przyczyny</Fact>
      </ul>
      {!product.out_of_stock && (
        <Link to={href('/powiadom/:slug', product)} className={TEXT_LINK}>
          Powiadom o niższej cenie
        </Link>
      )}
    </div>
  )
}

function Fact({ icon, className, children }: { icon: string; className?: string; children: ReactNode }) {
  return (
    <li className={classNames('flex items-center gap-3', className)}>
      <span aria-hidden="true" className="shrink-0 [&>svg]:size-5 [&>svg]:stroke-[1.6]">
        <Icon d={icon} />
      </span>
      <span>{children}</span>
    </li>
  )
}

/** 'Dodaj do koszyka' beside `buyNow`, or that the product is sold out. */
export function BuyButtons({ product, buyNow }: { product: CardProduct; buyNow: ReactNode }) {
  if (product.out_of_stock) {
    return (
      <div className="grid grid-cols-2 gap-3">
        <p className="grid min-h-13 place-items-center rounded-full bg-sand px-3 text-center text-sm font-semibold">
          {UNAVAILABLE.sold_out}
        </p>
        <Link to={href('/powiadom/:slug', product)} className={buttonClass('secondary')}>
          Powiadom, gdy wróci
        </Link>
      </div>
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
