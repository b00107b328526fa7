/** Pages that are the same for every visitor, so that one rendering serves all (law 8). */
const PUBLIC_PATH = /^\/(?:|sklep|regulamin|polityka-prywatnosci|produkt\/[a-z0-9-]{1,160})$/

/** Parameters that say where a visitor came from; they change nothing on the page, so they must not split the cache. */
const TRACKING_PARAM = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|ttclid|igsh|igshid|msclkid|mc_cid|mc_eid)$/

/** A longer query is nothing a page links to: rendered, not kept. */
const LONGEST_KEPT_QUERY = 400

/**
 * Under what a public page is kept, and the address it is rendered from: path and query without tracking parameters.
 * Undefined when the address is not a public page. Data requests of the router (`.data`) are kept beside the HTML.
 */
export function publicPageKey(url: string): string | undefined {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const page = path === '/_root.data' ? '/' : path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
  if (!PUBLIC_PATH.test(page)) return undefined
  if (mark === -1) return path
  const query = url.slice(mark + 1)
  if (query.length > LONGEST_KEPT_QUERY) return undefined
  const kept = query.split('&').filter((pair) => pair !== '' && !TRACKING_PARAM.test(pair.split('=', 1)[0] ?? ''))
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}
