import { href } from 'react-router'
import { type FeedRow, GENDER_WORDS, toDecimalZl } from '#domain/feeds/feed-row.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** An object of schema.org. The router escapes it in the page. */
export type JsonLd = { '@type': string } & Record<string, unknown>

/** The seller, and the shop as a searchable site. */
export function describeShop(profile: ShopProfile): JsonLd[] {
  const { shopName, shopUrl, sellerName, sellerEmail, sellerPhone, socialLinks, sharePicture } = profile
  return [
    {
      '@type': 'Organization',
      '@id': `${shopUrl}/#sklep`,
      name: shopName,
      legalName: sellerName,
      url: `${shopUrl}/`,
      logo: `${shopUrl}/favicon.svg`,
      image: `${shopUrl}${sharePicture ?? '/hero/og.jpg'}`,
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

type Article = { title: string; description: string; path: string; image?: string; published: Date; changed: Date }

/** A text that the shop wrote. */
export function describeArticle({ shopName, shopUrl }: ShopProfile, article: Article): JsonLd {
  const { title, description, path, image, published, changed } = article
  const shop = { '@type': 'Organization', '@id': `${shopUrl}/#sklep`, name: shopName }
  return {
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: 'pl',
    url: `${shopUrl}${path}`,
    ...(image !== undefined && { image: `${shopUrl}${image}` }),
    datePublished: published.toISOString(),
    dateModified: changed.toISOString(),
    author: shop,
    publisher: shop,
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

/** Returns by the terms: 14 days, by post, at the buyer's cost. */
const RETURN_POLICY = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'PL',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 14,
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  refundType: 'https://schema.org/FullRefund',
}

function describeDeliveryTime({ handling, transit }: NonNullable<FeedRow['days']>): JsonLd {
  const describe = ([minValue, maxValue]: [number, number]) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  })
  return { '@type': 'ShippingDeliveryTime', handlingTime: describe(handling), transitTime: describe(transit) }
}

/** The price with its unit price and, for a reduction, the lowest price of the 30 days before it. */
function describePrices({ grosze, reduction, volumeMl }: FeedRow): JsonLd[] {
  const describe = (amount: Grosze) => ({
    '@type': 'UnitPriceSpecification',
    priceCurrency: 'PLN',
    price: toDecimalZl(amount),
  })
  return [
    {
      ...describe(grosze),
      ...(volumeMl !== null && {
        referenceQuantity: {
          '@type': 'QuantitativeValue',
          value: volumeMl,
          unitCode: 'MLT',
          valueReference: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LTR' },
        },
      }),
    },
    ...(reduction === null
      ? []
      : [{ ...describe(reduction.lowestGrosze), priceType: 'https://schema.org/StrikethroughPrice' }]),
  ]
}

/** The scent of a product with the pages of all its sizes; nothing if it has only one size. */
export function describeScent({ scentId, name, brand, url }: FeedRow, sizes: readonly { slug: string }[]): JsonLd[] {
  if (scentId === null) return []
  return [
    {
      '@type': 'ProductGroup',
      productGroupID: scentId,
      name,
      brand: { '@type': 'Brand', name: brand },
      variesBy: ['https://schema.org/size'],
      hasVariant: sizes.map(({ slug }) => ({ url: new URL(href('/produkt/:slug', { slug }), url).href })),
    },
  ]
}

/** A product and its offer. Stars only where approved reviews gave them. */
export function describeProduct(row: FeedRow): JsonLd {
  const { url, pictures, rating, reduction, deliveryGrosze, days } = row
  return {
    '@type': 'Product',
    name: row.name,
    sku: row.code ?? row.id,
    ...(row.gtin !== null && { gtin13: row.gtin }),
    url,
    description: row.description,
    category: row.category.join(' > '),
    brand: { '@type': 'Brand', name: row.brand },
    audience: { '@type': 'PeopleAudience', suggestedGender: GENDER_WORDS[row.gender] },
    ...(row.scentId !== null && { inProductGroupWithID: row.scentId }),
    ...(row.size !== null && { size: row.size }),
    ...(pictures.length > 0 && { image: pictures }),
    ...(rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.reviews },
    }),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'PLN',
      price: toDecimalZl(row.grosze),
      priceSpecification: describePrices(row),
      ...(reduction?.to && { priceValidUntil: reduction.to }),
      availability: `https://schema.org/${row.availability === 'in_stock' ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: row.seller },
      hasMerchantReturnPolicy: RETURN_POLICY,
      ...(deliveryGrosze !== null && {
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: toDecimalZl(deliveryGrosze), currency: 'PLN' },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'PL' },
          ...(days && { deliveryTime: describeDeliveryTime(days) }),
        },
      }),
    },
  }
}
