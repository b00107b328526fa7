import { href, type MetaDescriptor } from 'react-router'
import { describeFacts, type Product } from '#domain/catalog/product.ts'
import { type FeedRow, toDecimalZl } from '#domain/feeds/feed-row.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { describeBreadcrumbs, describeProduct, describeScent } from './json-ld.server.ts'
import { buildPageMeta, shorten } from './page-meta.server.ts'

type Made = { profile: ShopProfile; meta: MetaDescriptor[] }
const metas = new WeakMap<FeedRow, Made>()

/** `buildProductMeta`, cached per row. */
export function recallProductMeta(product: Product, row: FeedRow, profile: ShopProfile): MetaDescriptor[] {
  const known = metas.get(row)
  if (known?.profile === profile) return known.meta
  const meta = buildProductMeta(product, row, profile)
  metas.set(row, { profile, meta })
  return meta
}

/** The head of a product's page. */
function buildProductMeta(product: Product, row: FeedRow, profile: ShopProfile): MetaDescriptor[] {
  const { name, brand, image_key } = product
  const path = href('/produkt/:slug', { slug: product.slug })
  const facts = [brand.name, describeFacts(product), formatGrosze(row.grosze)].filter(Boolean)
  return buildPageMeta(profile, {
    title: `${name}, ${brand.name} | ${profile.shopName}`,
    description: shorten(`${name}: ${facts.join(', ')}. ${row.description}`),
    path,
    type: 'product',
    ...(image_key && { image: buildPictureUrl(image_key, 960, 'webp') }),
    further: [
      { property: 'product:price:amount', content: toDecimalZl(row.grosze) },
      { property: 'product:price:currency', content: 'PLN' },
    ],
    jsonLd: [
      describeProduct(row),
      ...describeScent(row, product.sizes),
      describeBreadcrumbs(profile.shopUrl, [
        { name: 'Sklep', path: href('/sklep') },
        { name: brand.name, path: `${href('/sklep')}?brand=${brand.slug}` },
        { name, path },
      ]),
    ],
  })
}
