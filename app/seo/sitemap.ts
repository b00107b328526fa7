import { href } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { GENDERS } from '#domain/catalog/gender.ts'
import { isSubstitute } from '#domain/catalog/product.ts'
import { CATEGORIES, NO_FILTERS } from '#domain/catalog/product-filters.ts'
import { listBrands } from '#domain/catalog/product-queries.server.ts'
import { recallProducts, recallScentFamilies } from '#domain/catalog/remembered-queries.server.ts'
import { listSitemapProducts } from '#domain/catalog/sitemap-queries.server.ts'
import type { Route } from './+types/sitemap'

/** Every public address worth finding, for search engines: the same ones that say no `noindex`. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { publicDb, profile } = context.get(servicesContext)
  const [products, brands, families, genders] = await Promise.all([
    listSitemapProducts(publicDb),
    listBrands(publicDb),
    recallScentFamilies(publicDb, 'all'),
    Promise.all(
      GENDERS.map(async (gender) => {
        const { total } = await recallProducts(publicDb, { ...NO_FILTERS, gender }, { pageSize: 1 })
        return { gender, total }
      }),
    ),
  ])
  const shop = href('/sklep')
  const lists = [
    ...genders.filter(({ total }) => total > 0).map(({ gender }) => `gender=${gender}`),
    ...families.map(({ slug }) => `family=${slug}`),
    // With substitutes hidden the list is the same whatever is asked for.
    ...(brands.some(isSubstitute)
      ? [...CATEGORIES.map((category) => `category=${category}`), ...brands.map(({ slug }) => `brand=${slug}`)]
      : []),
  ]
  const pages = [
    href('/'),
    shop,
    ...lists.map((query) => `${shop}?${query}`),
    href('/regulamin'),
    href('/polityka-prywatnosci'),
  ]
  const entries = [
    ...pages.map((path) => `<url><loc>${profile.shopUrl}${path}</loc></url>`),
    ...products.map(
      ({ slug, edited_at }) =>
        `<url><loc>${profile.shopUrl}${href('/produkt/:slug', { slug })}</loc><lastmod>${edited_at.toISOString()}</lastmod></url>`,
    ),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
