import { href } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { listPublishedGuides } from '#domain/guides/guide-queries.server.ts'
import type { Route } from './+types/sitemap'
import { listLinkedQueries } from './list-meta.server.ts'

/** All addresses that search engines should index: those without `noindex`. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { catalog: live, publicDb, profile } = context.get(servicesContext)
  const [catalog, guides] = await Promise.all([live.read(), listPublishedGuides(publicDb)])
  const shop = href('/sklep')
  const pages = [
    href('/'),
    shop,
    ...listLinkedQueries(catalog).map((query) => `${shop}?${query}`),
    href('/znajdz-zapach'),
    href('/regulamin'),
    href('/polityka-prywatnosci'),
    href('/odstapienie'),
    href('/reklamacja'),
    href('/gwarancja-prawna'),
    href('/dostepnosc'),
    ...(guides.length > 0 ? [href('/poradnik')] : []),
  ]
  const dated = (path: string, edited: Date) =>
    `<url><loc>${profile.shopUrl}${path}</loc><lastmod>${edited.toISOString()}</lastmod></url>`
  const entries = [
    ...pages.map((path) => `<url><loc>${profile.shopUrl}${path}</loc></url>`),
    ...guides.map(({ slug, updated_at }) => dated(href('/poradnik/:slug', { slug }), updated_at)),
    ...catalog.products.map(({ product: { slug }, editedAt }) => dated(href('/produkt/:slug', { slug }), editedAt)),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
