import { href } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { composeShopTexts } from '#app/shop-texts.server.ts'
import { parseFilters } from '#domain/catalog/lists/product-filters.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import { FEEDS } from '#domain/feeds/read-feed-rows.server.ts'
import { listPublishedGuides } from '#domain/guides/guide-queries.server.ts'
import type { Route } from './+types/llms'
import { labelProductList, listLinkedQueries } from './list-meta.server.ts'

/** The shop in short for language models (llmstxt.org): what it is, its lists, its files, its terms. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { catalog: live, publicDb, profile, ownTexts } = context.get(servicesContext)
  const { hero, shop } = composeShopTexts(ownTexts)
  const { shopName, shopUrl, sellerName, sellerEmail } = profile
  const [catalog, guides] = await Promise.all([live.read(), listPublishedGuides(publicDb)])
  const count = catalog.products.length
  const link = (name: string, path: string) => `- [${name.replace(/[[\]]/g, '')}](${shopUrl}${path})`
  const lists = listLinkedQueries(catalog).map((query) =>
    link(labelProductList(parseFilters(new URLSearchParams(query)), catalog.brands), `${href('/sklep')}?${query}`),
  )
  const lines = [
    `# ${shopName}`,
    '',
    `> ${hero.title} ${shop.seo_description}`,
    '',
    `Sprzedawca: ${sellerName}, ${sellerEmail}. Ceny w złotych, dostawa w Polsce.`,
    '',
    '## Perfumy',
    '',
    `${link('Wszystkie', href('/sklep'))}: ${count} ${inflectProducts(count)}`,
    ...lists,
    '',
    '## Wszystkie produkty w jednym pliku',
    '',
    ...FEEDS.map(({ title, path }) => link(title, path)),
    '',
    ...(guides.length === 0
      ? []
      : ['## Poradnik', '', ...guides.map(({ slug, title }) => link(title, href('/poradnik/:slug', { slug }))), '']),
    '## Zasady',
    '',
    link('Regulamin', href('/regulamin')),
    link('Polityka prywatności', href('/polityka-prywatnosci')),
    link('Odstąpienie od umowy', href('/odstapienie')),
    link('Reklamacja', href('/reklamacja')),
    link('Gwarancja prawna', href('/gwarancja-prawna')),
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
