import { href, type MetaDescriptor } from 'react-router'
import { buildPictureUrl, describeFacts, type Product } from '#domain/catalog/product.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { describeBreadcrumbs, describeProduct } from './json-ld.server.ts'
import { buildPageMeta, shorten } from './page-meta.server.ts'

type Made = { delivery: Grosze | null; profile: ShopProfile; meta: MetaDescriptor[] }
const metas = new WeakMap<Product, Made>()

/** `buildProductMeta`, cached per product. */
export function recallProductMeta(product: Product, delivery: Grosze | null, profile: ShopProfile): MetaDescriptor[] {
  const known = metas.get(product)
  if (known?.delivery === delivery && known.profile === profile) return known.meta
  const meta = buildProductMeta(product, delivery, profile)
  metas.set(product, { delivery, profile, meta })
  return meta
}

/** The head of a product's page. */
function buildProductMeta(product: Product, delivery: Grosze | null, profile: ShopProfile): MetaDescriptor[] {
  const { name, brand, image_key } = product
  const path = href('/produkt/:slug', { slug: product.slug })
  const facts = [brand.name, describeFacts(product), formatGrosze(product.current_price_cents)].filter(Boolean)
  return buildPageMeta(profile, {
    title: `${name}, ${brand.name} | ${profile.shopName}`,
    description: shorten(`${name}: ${facts.join(', ')}. ${product.description}`),
    path,
    type: 'product',
    ...(image_key && { image: buildPictureUrl(image_key, 960, 'webp') }),
    further: [
      { property: 'product:price:amount', content: product.current_price_pln.toFixed(2) },
      { property: 'product:price:currency', content: 'PLN' },
    ],
    jsonLd: [
      describeProduct(product, delivery, profile),
      describeBreadcrumbs(profile.shopUrl, [
        { name: 'Sklep', path: href('/sklep') },
        { name: brand.name, path: `${href('/sklep')}?brand=${brand.slug}` },
        { name, path },
      ]),
    ],
  })
}
