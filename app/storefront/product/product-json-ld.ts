import type { Product } from '#domain/catalog/product.ts'
import { pictureUrl } from '#domain/catalog/product-picture.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** The product in the words of schema.org, for search engines. */
export function productJsonLd(product: Product, { shopUrl, shopName }: Pick<ShopProfile, 'shopUrl' | 'shopName'>) {
  const url = `${shopUrl}/produkt/${product.slug}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.id,
    url,
    description: product.description,
    brand: { '@type': 'Brand', name: product.brand.name },
    ...(product.image_key && { image: `${shopUrl}${pictureUrl(product.image_key, 960, 'webp')}` }),
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
      availability: `https://schema.org/${product.out_of_stock ? 'OutOfStock' : 'InStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: shopName },
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'PL',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: 14,
      },
    },
  }
}
