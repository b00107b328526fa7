import { Link } from 'react-router'
import { Rating } from '#app/ui/rating.tsx'
import type { CardProduct } from '#domain/catalog/card-product.ts'
import type { Grosze } from '#domain/money.ts'
import { ProductFacts } from './product-facts.tsx'
import { GENDER_NAMES, productFacts } from './product-texts.ts'

type ProductSummaryProps = {
  product: CardProduct
  /** Cheapest delivery in grosze; null while unknown. */
  delivery: Grosze | null
  /** Heading of the page, or below the title of a dialog. */
  heading: 'h1' | 'h2'
}

/** Brand, name, rating, price and facts of one product. */
export function ProductSummary({ product, delivery, heading: Heading }: ProductSummaryProps) {
  const facts = [productFacts(product), GENDER_NAMES[product.gender]].filter(Boolean).join(' · ')
  return (
    <div className="space-y-5">
      <div>
        <Link
          to={`/sklep?brand=${product.brand.slug}`}
          className="inline-flex min-h-11 items-center text-sm font-medium tracking-wide text-oud underline-offset-4 hover:underline"
        >
          {product.brand.name}
        </Link>
        <Heading className="font-display text-3xl font-medium wrap-anywhere sm:text-4xl">{product.name}</Heading>
        <p className="mt-1 text-sm text-night/80">{facts}</p>
        {product.average_rating !== null && (
          <Rating value={product.average_rating} count={product.total_reviews} className="mt-3" />
        )}
      </div>
      <ProductFacts product={product} delivery={delivery} />
    </div>
  )
}
