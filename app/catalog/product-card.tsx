import { href, Link } from 'react-router'
import { SaveButton } from '#app/saved/save-button.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { INTENT } from '#app/ui/save-data.ts'
import {
  type CardProduct,
  describeFacts,
  describeUnitPrice,
  findCheapest,
  listBadges,
} from '#domain/catalog/product.ts'
import { QuickAddButton } from './add-to-cart-button.tsx'
import { useGiftOffer } from './price-facts.ts'
import { ProductLink } from './product-link.tsx'
import { ProductBadges, ProductPicture } from './product-picture.tsx'
import { LowestPrice, ProductPrice } from './product-price.tsx'
import { Rating } from './rating.tsx'

type ProductCardProps = {
  product: CardProduct
  /** The `sizes` attribute of its picture. */
  sizes: string
  /** The card is visible without scrolling: its picture is loaded first. */
  priority?: boolean
  /** What a press opens: the dialog over the list (default) or the product's own page. */
  opens?: 'dialog' | 'page'
  /** Why the product is listed. */
  remark?: string
}

const NAME_LINK = "rounded-sm after:absolute after:inset-0 after:rounded-xl after:content-['']"

export function ProductCard({ product, sizes, priority, opens = 'dialog', remark }: ProductCardProps) {
  const cheapest = findCheapest(product)
  const priced = cheapest ?? product
  const facts = cheapest ? `${product.sizes.length}\u00a0pojemności` : describeFacts(product)
  const unitPrice = !cheapest && describeUnitPrice(product, { isBrief: true })
  const offer = useGiftOffer()
  return (
    <article className="group @container relative flex h-full flex-col">
      <div className="relative overflow-hidden rounded-xl bg-sand">
        <ProductPicture
          imageKey={product.image_key}
          alt=""
          sizes={sizes}
          priority={priority}
          className={classNames(
            'w-full transition-transform duration-300 ease-calm motion-safe:group-hover:scale-[1.03]',
            product.out_of_stock && 'opacity-60 grayscale-40',
          )}
        />
        <ProductBadges badges={listBadges(product, offer)} className="inset-2 @3xs:inset-3" />
        <SaveButton product={product} className="absolute right-1.5 bottom-1.5" />
      </div>
      <div className="flex flex-1 flex-col gap-1 pt-3">
        <p className="text-xs font-medium tracking-wide text-oud">{product.brand.name}</p>
        <h3 className="font-display text-lg leading-snug font-medium wrap-anywhere">
          {opens === 'dialog' ? (
            <ProductLink product={product} className={NAME_LINK}>
              {product.name}
            </ProductLink>
          ) : (
            <Link to={href('/produkt/:slug', { slug: product.slug })} prefetch={INTENT} className={NAME_LINK}>
              {product.name}
            </Link>
          )}
        </h3>
        {facts && <p className="text-xs text-night/80">{facts}</p>}
        {remark && <p className="text-xs text-oud italic">{remark}</p>}
        {product.average_rating !== null && <Rating value={product.average_rating} count={product.total_reviews} />}
        {/* At the lower edge, so that the buttons of a row are on one line. */}
        <div className="mt-auto flex flex-col gap-2 pt-2 @3xs:flex-row @3xs:flex-wrap @3xs:items-end @3xs:justify-between">
          <p>
            {cheapest && <span>od </span>}
            <ProductPrice product={priced} className="text-base font-semibold" />{' '}
            {unitPrice && <span className="price block text-xs text-night/80">{unitPrice}</span>}
          </p>
          <LowestPrice product={priced} small className="@3xs:order-first @3xs:basis-full" />
          {cheapest ? (
            // A press on it follows the card's link.
            <span aria-hidden="true" className={buttonClass('secondary', 'tight', 'w-full @3xs:w-auto @3xs:min-w-28')}>
              Wybierz
            </span>
          ) : (
            <QuickAddButton product={product} />
          )}
        </div>
      </div>
    </article>
  )
}
