import { href } from 'react-router'
import { isGtin13 } from '#domain/catalog/admin/product-input.ts'
import type { Product } from '#domain/catalog/product.ts'
import { countDays, type Day } from '#domain/kernel/calendar-day.ts'
import { type Grosze, groszeToZl } from '#domain/kernel/money.ts'
import { joinLines } from '#domain/kernel/text.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { expectDelivery, isSaleStopped } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

/** An object of schema.org. The router escapes it in the page. */
export type JsonLd = { '@type': string } & Record<string, unknown>

/** The seller, and the shop as a searchable site. */
export function describeShop(profile: ShopProfile): JsonLd[] {
  const { shopName, shopUrl, sellerName, sellerEmail, sellerPhone, socialLinks } = profile
  return [
    {
      '@type': 'Organization',
      '@id': `${shopUrl}/#sklep`,
      name: shopName,
      legalName: sellerName,
      url: `${shopUrl}/`,
      logo: `${shopUrl}/favicon.svg`,
      image: `${shopUrl}/hero/og.jpg`,
      email: sellerEmail,
      telephone: sellerPhone,
      sameAs: Object.values(socialLinks).filter((link) => link !== null),
      hasMerchantReturnPolicy: RETURN_POLICY,
    },
    {
      '@type': 'WebSite',
      name: shopName,
      url: `${shopUrl}/`,
      inLanguage: 'pl',
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${shopUrl}${href('/sklep')}?search={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** The questions of the landing page. */
export function describeFaq(questions: readonly { question: string; answer: string }[]): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** The path from the landing page to a page, the last of `steps`. */
export function describeBreadcrumbs(shopUrl: string, steps: readonly { name: string; path: string }[]): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Strona główna', path: href('/') }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${shopUrl}${path}`,
    })),
  }
}

/** As the terms have it: 14 days, by post, at the buyer's cost. */
const RETURN_POLICY = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'PL',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 14,
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  refundType: 'https://schema.org/FullRefund',
}

/** What every offer of the shop has in common at a moment. */
export type SaleFacts = {
  /** The least and most calendar days from an order of today to its dispatch, and from there; null: within no year. */
  days: { handling: [least: number, most: number]; transit: [least: number, most: number] } | null
  isStopped: boolean
}

export function readSaleFacts(calendar: DispatchCalendar, clock: { day: Day; hour: number }): SaleFacts {
  const [now, tonight] = [clock.hour, 23].map((hour) => expectDelivery(calendar, { day: clock.day, hour }))
  const isStopped = isSaleStopped(calendar, clock.day)
  if (!now || !tonight) return { days: null, isStopped }
  const transit = [now, tonight].map(({ dispatch, arrival }) => countDays(dispatch, arrival))
  return {
    days: {
      handling: [countDays(clock.day, now.dispatch), countDays(clock.day, tonight.dispatch)],
      transit: [Math.min(...transit), Math.max(...transit)],
    },
    isStopped,
  }
}

function describeDeliveryTime({ handling, transit }: NonNullable<SaleFacts['days']>): JsonLd {
  const describe = ([minValue, maxValue]: [number, number]) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  })
  return { '@type': 'ShippingDeliveryTime', handlingTime: describe(handling), transitTime: describe(transit) }
}

/** The price with its unit price, and of a reduction the lowest price of the 30 days before it. */
function describePrices({ current_price_cents, lowest_price_cents, volume_ml }: Product): JsonLd[] {
  const describe = (grosze: Grosze) => ({
    '@type': 'UnitPriceSpecification',
    priceCurrency: 'PLN',
    price: groszeToZl(grosze).toFixed(2),
  })
  return [
    {
      ...describe(current_price_cents),
      ...(volume_ml !== null && {
        referenceQuantity: {
          '@type': 'QuantitativeValue',
          value: volume_ml,
          unitCode: 'MLT',
          valueReference: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LTR' },
        },
      }),
    },
    ...(lowest_price_cents === null
      ? []
      : [{ ...describe(lowest_price_cents), priceType: 'https://schema.org/StrikethroughPrice' }]),
  ]
}

/**
 * A product and its offer. Stars only where approved reviews gave them.
 * @param delivery the cheapest one; null while the shop has set no costs
 */
export function describeProduct(
  product: Product,
  { delivery, days, isStopped }: SaleFacts & { delivery: Grosze | null },
  profile: ShopProfile,
): JsonLd {
  const { shopUrl, shopName } = profile
  const url = `${shopUrl}${href('/produkt/:slug', { slug: product.slug })}`
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.product_code ?? product.id,
    ...(isGtin13(product.product_code ?? '') && { gtin13: product.product_code }),
    url,
    description: joinLines(product.description),
    brand: { '@type': 'Brand', name: product.brand.name },
    ...(product.image_key && { image: `${shopUrl}${buildPictureUrl(product.image_key, 960, 'webp')}` }),
    ...(product.average_rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.average_rating,
        reviewCount: product.total_reviews,
      },
    }),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'PLN',
      price: product.current_price_pln.toFixed(2),
      priceSpecification: describePrices(product),
      ...(product.reduced_until !== null && { priceValidUntil: product.reduced_until }),
      availability: `https://schema.org/${product.out_of_stock || isStopped ? 'OutOfStock' : 'InStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: shopName },
      hasMerchantReturnPolicy: RETURN_POLICY,
      ...(delivery !== null && {
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: groszeToZl(delivery).toFixed(2), currency: 'PLN' },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'PL' },
          ...(days && { deliveryTime: describeDeliveryTime(days) }),
        },
      }),
    },
  }
}
