import { servicesContext } from '#app/services-context.ts'
import { FEEDS, readFeedRows } from '#domain/feeds/read-feed-rows.server.ts'
import type { Route } from './+types/feed-file'

/** A file with all products. robots.txt allows it, for marketplaces; the header keeps it out of search engines. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { pathname } = new URL(request.url)
  const feed = FEEDS.find(({ path }) => path === pathname)
  if (!feed) throw new Response(null, { status: 404 })
  const { rows, facts } = await readFeedRows(context.get(servicesContext))
  const headers = { 'Content-Type': `${feed.type}; charset=utf-8`, 'X-Robots-Tag': 'noindex' }
  return new Response(feed.write(rows, facts), { headers })
}
