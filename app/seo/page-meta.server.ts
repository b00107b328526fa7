import type { MetaDescriptor } from 'react-router'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import type { JsonLd } from './json-ld.server.ts'

type PageMetaOptions = {
  title: string
  description: string
  /** The canonical path with its query. */
  path: string
  type?: 'website' | 'product' | 'article'
  /** Path of the picture of a shared link; by default the shop's own, which is 1200 x 630. */
  image?: string
  /** Not indexed by search engines, which still follow its links. */
  noindex?: boolean
  jsonLd?: readonly JsonLd[]
  further?: readonly MetaDescriptor[]
}

/** With the words that every shop begins with. */
const SHOP_IMAGE = '/hero/og.jpg'

/**
 * The head of a public page for search engines and previews of links. The server builds it and sends it with the page's
 * data, so that scripts need no code for it.
 */
export function buildPageMeta(
  { shopUrl, shopName, sharePicture }: ShopProfile,
  page: PageMetaOptions,
): MetaDescriptor[] {
  const url = `${shopUrl}${page.path}`
  const { title } = page
  return [
    { title },
    { name: 'description', content: page.description },
    // A page that is not indexed must not name a canonical address.
    page.noindex ? { name: 'robots', content: 'noindex, follow' } : { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: shopName },
    { property: 'og:locale', content: 'pl_PL' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${shopUrl}${page.image ?? sharePicture ?? SHOP_IMAGE}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.further ?? []),
    ...(page.jsonLd ?? []).map((content) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...content } })),
  ]
}

/** At most 160 characters, cut between words: search engines show no more. */
export function shorten(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(' ', 159))}…`
}
