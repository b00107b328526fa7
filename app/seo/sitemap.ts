import { href } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { CATEGORIES } from '#domain/catalog/lists/product-filters.ts'
import { listScentFamilies } from '#domain/catalog/lists/product-list.ts'
import { isSubstitute } from '#domain/catalog/product.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import type { Route } from './+types/sitemap'

/** All addresses that search engines should index: those without `noindex`. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { catalog: live, profile } = context.get(servicesContext)
  const catalog = await live.read()
  const { products, brands } = catalog
  const shop = href('/sklep')
  const lists = [
    ...GENDERS.filter((gender) => products.some(({ product }) => product.gender === gender)).map(
      (gender) => `gender=${gender}`,
    ),
    ...listScentFamilies(catalog).map(({ slug }) => `family=${slug}`),
    // Without substitutes, or with one brand, these filters do not change the list.
    ...(brands.some(isSubstitute) ? CATEGORIES.map((category) => `category=${category}`) : []),
    ...(brands.length > 1 ? brands.map(({ slug }) => `brand=${slug}`) : []),
  ]
  const pages = [
    href('/'),
    shop,
    ...lists.map((query) => `${shop}?${query}`),
    href('/regulamin'),
    href('/polityka-prywatnosci'),
    href('/odstapienie'),
    href('/reklamacja'),
    href('/gwarancja-prawna'),
    href('/dostepnosc'),
  ]
  const entries = [
    ...pages.map((path) => `<url><loc>${profile.shopUrl}${path}</loc></url>`),
    ...products.map(
      ({ product: { slug }, editedAt }) =>
        `<url><loc>${profile.shopUrl}${href('/produkt/:slug', { slug })}</loc><lastmod>${editedAt.toISOString()}</lastmod></url>`,
    ),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
