import { href, type MetaDescriptor } from 'react-router'
import { describeFacts, type Product } from '#domain/catalog/product.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { joinLines } from '#domain/kernel/text.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { describeBreadcrumbs, describeProduct, type SaleFacts } from './json-ld.server.ts'
import { buildPageMeta, shorten } from './page-meta.server.ts'

type Offer = SaleFacts & { delivery: Grosze | null }
type Made = { offer: string; profile: ShopProfile; meta: MetaDescriptor[] }
const metas = new WeakMap<Product, Made>()

/** `buildProductMeta`, cached per product. */
export function recallProductMeta(product: Product, offer: Offer, profile: ShopProfile): MetaDescriptor[] {
  const known = metas.get(product)
  const key = JSON.stringify(offer)
  if (known?.offer === key && known.profile === profile) return known.meta
  const meta = buildProductMeta(product, offer, profile)
  metas.set(product, { offer: key, profile, meta })
  return meta
}

/** The head of a product's page. */
function buildProductMeta(product: Product, offer: Offer, profile: ShopProfile): MetaDescriptor[] {
  const { name, brand, image_key } = product
  const path = href('/produkt/:slug', { slug: product.slug })
  const facts = [brand.name, describeFacts(product), formatGrosze(product.current_price_cents)].filter(Boolean)
  return buildPageMeta(profile, {
    title: `${name}, ${brand.name} | ${profile.shopName}`,
    description: shorten(`${name}: ${facts.join(', ')}. ${joinLines(product.description)}`),
    path,
    type: 'product',
    ...(image_key && { image: buildPictureUrl(image_key, 960, 'webp') }),
    further: [
      { property: 'product:price:amount', content: product.current_price_pln.toFixed(2) },
      { property: 'product:price:currency', content: 'PLN' },
    ],
    jsonLd: [
      describeProduct(product, offer, profile),
      describeBreadcrumbs(profile.shopUrl, [
        { name: 'Sklep', path: href('/sklep') },
        { name: brand.name, path: `${href('/sklep')}?brand=${brand.slug}` },
        { name, path },
      ]),
    ],
  })
}
