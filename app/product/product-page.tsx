import { type RefObject, useEffect, useRef, useState } from 'react'
import { data, href, Link, type MetaDescriptor, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { DeliveryPromise, HolidayNotice } from '#app/catalog/delivery-promise.tsx'
import { ProductLink } from '#app/catalog/product-link.tsx'
import { ReviewSection } from '#app/reviews/review-section.tsx'
import { recallProductMeta } from '#app/seo/product-meta.server.ts'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import { PaymentMarks } from '#app/ui/payment-marks.tsx'
import { Price } from '#app/ui/price.tsx'
import { ToastPlace } from '#app/ui/toast-place.tsx'
import { findMovedProduct, findProduct } from '#domain/catalog/catalog.ts'
import { listSimilarProducts } from '#domain/catalog/lists/similar-products.ts'
import type { Product } from '#domain/catalog/product.ts'
import { recallRow } from '#domain/feeds/feed-row.ts'
import { toSaleFacts } from '#domain/feeds/sale-facts.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { readGuaranteeNotice } from '#domain/labels/label-queries.server.ts'
import { listOfferedMeans } from '#domain/payments/mode/payment-means-queries.server.ts'
import { labelMeans } from '#domain/payments/payment-means.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { readDispatchCalendar, readShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { describeDelivery } from '#domain/shipping/delivery-offer.ts'
import type { Route } from './+types/product-page'
import { SAFETY_ID, SafetyAndGuarantee } from './deferred-safety.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ScentNotes } from './product-notes.tsx'
import { BuyButtons, ProductMissing, ProductSummary } from './product-summary.tsx'
import { SimilarProducts } from './similar-products-section.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog: live, publicDb, payments, profile, now } = context.get(servicesContext)
  const catalog = await live.read()
  const found = findProduct(catalog, params.slug)
  if (!found) {
    const moved = findMovedProduct(catalog, href('/produkt/:slug', { slug: params.slug }))
    if (moved !== null) throw redirect(href('/produkt/:slug', { slug: moved }), 301)
    // Returned, not thrown, because the browser repeats the request for a thrown answer.
    return data(null, { status: 404 })
  }
  const { product } = found
  if (product.slug !== params.slug) throw redirect(href('/produkt/:slug', { slug: product.slug }), 301)
  const [reviews, costs, calendar, guaranteeNotice, means] = await Promise.all([
    listApprovedReviews(publicDb, product.id),
    readShippingCosts(publicDb),
    readDispatchCalendar(publicDb),
    readGuaranteeNotice(publicDb),
    listOfferedMeans({ db: publicDb, payments }),
  ])
  const words = means.length > 0 ? `. Zapłacisz: ${labelMeans(means)}` : ''
  const moment = now()
  const row = recallRow(found, toSaleFacts({ profile, costs, calendar, now: moment }))
  return {
    build: context.get(buildVersion),
    product,
    reviews,
    similar: listSimilarProducts(catalog, found),
    calendar,
    guaranteeNotice,
    today: readWarsawClock(moment).day,
    // One line: the page has no bytes of script to spare for another.
    delivery: costs ? `${describeDelivery(costs, product.current_price_cents)}${words}` : null,
    meta: recallProductMeta(product, row, profile),
  }
}

/** 'Kup teraz' changes the location, not the product. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams.slug !== nextParams.slug
}

const MISSING: MetaDescriptor[] = [{ title: 'Nie znaleziono produktu' }, { name: 'robots', content: 'noindex' }]

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? MISSING

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ProductMissing heading="h1">Nie znaleziono produktu</ProductMissing>
  const { product, reviews, similar, delivery, calendar, guaranteeNotice, today } = loaderData
  return (
    <>
      <HolidayNotice calendar={calendar} today={today} />
      <div className="page-width pt-3 pb-12 sm:pt-6">
        <Breadcrumbs name={product.name} />
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-10 lg:grid-cols-[32.5rem_1fr] lg:gap-14">
          <div className="md:sticky md:top-28 md:self-start">
            <ProductGallery
              key={product.id}
              product={product}
              sizes="(min-width: 64rem) 520px, (min-width: 48rem) 46vw, 92vw"
            />
          </div>
          <div className="space-y-8">
            <div className="space-y-2">
              <ProductSummary
                product={product}
                delivery={delivery}
                heading="h1"
                buying={<Buying product={product} />}
              />
              {!product.out_of_stock && <DeliveryPromise calendar={calendar} />}
            </div>
            {product.description && <Paragraphs of={product.description} className="max-w-prose space-y-3" />}
            <ScentNotes slug={product.slug} notes={product.notes} notes_pyramid={product.notes_pyramid} />
            <SafetyAndGuarantee id={SAFETY_ID} product={product} guaranteeNotice={guaranteeNotice} />
          </div>
        </div>
        <div className="mt-16 space-y-16">
          <ReviewSection product={product} anchor="opinie" {...reviews} />
          <SimilarProducts slug={product.slug} similar={similar} opens="page" />
        </div>
        <ViewedProducts product={product} />
      </div>
    </>
  )
}

const RecentlyViewed = lazyPart(() => import('#app/saved/recently-viewed.tsx'), { isRequested: false })

/** After this time a product counts as viewed, ms. */
const VIEWED_AFTER_MS = 2000

/** The products viewed before; loaded once this one counts as viewed. */
function ViewedProducts({ product }: { product: Product }) {
  const [viewedId, setViewedId] = useState<string | null>(null)
  const { id } = product
  useEffect(() => {
    const timer = setTimeout(() => setViewedId(id), VIEWED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
  return viewedId === id && <RecentlyViewed key={id} product={product} />
}

function Breadcrumbs({ name }: { name: string }) {
  return (
    <nav aria-label="Okruszki" className="mb-3 flex items-center text-sm">
      <Link to={href('/sklep')} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
        Sklep
      </Link>
      <span aria-hidden="true" className="mx-2 text-night/50">
        /
      </span>
      <span aria-current="page" className="truncate text-night/80">
        {name}
      </span>
    </nav>
  )
}

/**
 * The buttons under the price, how to pay and who delivers, and a bar at the window's lower edge: always on phones, on
 * wide screens while the buttons are above the window.
 */
function Buying({ product }: { product: Product }) {
  const buttons = useRef<HTMLDivElement>(null)
  const isAbove = useIsAbove(buttons)
  return (
    <div className="max-sm:contents">
      {/* Hidden while the bar has the same buttons. */}
      <div ref={buttons} className={classNames('hidden space-y-3 sm:block', isAbove && 'invisible')}>
        <BuyChoice product={product} />
        {!product.out_of_stock && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-night/80">
            <PaymentMarks className="rounded shadow-[0_0_0_1px] shadow-night/15" />
            <span>Dostawa: InPost, paczkomat lub kurier</span>
          </p>
        )}
      </div>
      <div
        data-bottom-bar={isAbove ? 'follows' : ''}
        className={classNames(
          'fixed inset-x-0 bottom-0 z-20 border-t border-night/10 bg-ivory pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] noscript:hidden max-sm:px-4 sm:pb-2 sm:shadow-lift',
          !isAbove && 'sm:hidden',
        )}
      >
        <div className="sm:page-width sm:flex sm:items-center sm:justify-between sm:gap-4 md:gap-6">
          <ToastPlace className="sm:hidden" />
          <p className="flex min-w-0 items-baseline justify-between gap-4 text-sm max-sm:mb-2">
            <span className="truncate font-display text-base sm:text-lg">{product.name}</span>
            <Price grosze={product.current_price_cents} className="text-base font-semibold" />
          </p>
          <div className="shrink-0 sm:w-96 md:w-md">
            {/* New elements each time, so that nothing that has just disappeared is pressed. */}
            <BuyChoice key={isAbove ? 'follows' : ''} product={product} />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Whether an element has been scrolled behind the header, which is 70 px high, or above the window. */
function useIsAbove(place: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        const box = entry?.boundingClientRect
        // Phones do not show it at all.
        setAbove(!entry?.isIntersecting && box !== undefined && box.height > 0 && box.top < 70)
      },
      { rootMargin: '-70px 0px 0px' },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isAbove
}

/** 'Kup teraz' opens the product's dialog at its checkout. */
function BuyChoice({ product }: { product: Product }) {
  const buyNow = (
    <ProductLink product={product} buying className={buttonClass('primary', 'lg')}>
      Kup teraz
    </ProductLink>
  )
  return <BuyButtons product={product} buyNow={buyNow} />
}
