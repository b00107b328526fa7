import { servicesContext } from '#app/services-context.ts'
import type { Route } from './+types/robots'

/** Private pages, which also say noindex, and the API. */
const CLOSED = [
  '/admin',
  '/api/',
  '/panel-klienta',
  '/payment-success',
  '/payment-cancel',
  '/zamowienie',
  '/nowe-haslo',
  '/logowanie',
  '/potwierdz-email',
  '/potwierdz-zamowienie',
  '/zamowienie-dla-ciebie',
  '/ocena/',
  '/powiadom/',
]

/** What search engines may read, and the address of the sitemap. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { shopUrl } = context.get(servicesContext).profile
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${shopUrl}/sitemap.xml`]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
