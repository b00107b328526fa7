import { href } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import type { Route } from './+types/sitemap'
import { listLinkedQueries } from './linked-lists.server.ts'

/** All addresses that search engines should index: those without `noindex`. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { catalog: live, profile } = context.get(servicesContext)
  const catalog = await live.read()
  const shop = href('/sklep')
  const pages = [
    href('/'),
    shop,
    ...listLinkedQueries(catalog).map((query) => `${shop}?${query}`),
    href('/regulamin'),
    href('/polityka-prywatnosci'),
    href('/odstapienie'),
    href('/reklamacja'),
    href('/gwarancja-prawna'),
    href('/dostepnosc'),
  ]
  const entries = [
    ...pages.map((path) => `<url><loc>${profile.shopUrl}${path}</loc></url>`),
    ...catalog.products.map(
      ({ product: { slug }, editedAt }) =>
        `<url><loc>${profile.shopUrl}${href('/produkt/:slug', { slug })}</loc><lastmod>${editedAt.toISOString()}</lastmod></url>`,
    ),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
