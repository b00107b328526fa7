import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { isRecentlyProven } from '#domain/accounts/recent-proof.server.ts'
import { refuse } from '../errors.ts'
import type { UserEnv } from '../http.ts'

/**
 * Why an act of the admin needs a password or a code given within the last ten minutes, so that a stranger at an open
 * panel cannot do it: it moves money or changes where money goes, exports customers' data, changes many things at once,
 * sends many mails, or changes what the law requires. `light`: an everyday change of one thing, which can be undone.
 */
type Weight = 'light' | 'money' | 'data' | 'mass' | 'letters' | 'law'

/** Acts whose weight depends on what they change. */
type Weighed = Weight | { weight: Exclude<Weight, 'light'>; where(body: Record<string, unknown>): boolean }

const PRICE_FIELDS = ['price', 'reduced_price_grosze', 'reduced_from', 'reduced_to']

/**
 * The reads that need no proof: the screens of a day's work, one parcel's or one order's papers, and files without
 * people. A file of people, or one that lets somebody act for them, is not among them.
 */
const LIGHT_READS = `
  baselinker brands buyers subscribers carrier carrier-shipments/:id/label carrier-labels codes messages messages/:id
  exports/till-returns exports/takings exports/duties feeds films front-pictures guides guides/:id invoices
  invoices/:id ksef invoices/:id/upo producers label-settings label-files/:kind look month packaging payouts
  payout-files moved-pictures orders orders/:id orders/:id/buyer order-waves overview system-status backups setup audit
  figures search start-clean own-texts packing parcels/:id payment-means payment-mode people products/export products
  brands/:id/scents
  products/:id products/:id/prices products/:id/movements stocktake prepared-orders batches push-devices returns returns/:id reviews runs/:id shipments/archive-count
  shipments shop-settings dispatch-calendar shipping-costs unproven-account-limits shop-profile gift-rule
  notice-settings terms orders/:id/contract till till/printed till/returns failures
`
  .trim()
  .split(/\s+/)

/**
 * Every call under /api/admin. One that is not listed needs a proof, and fails a test. Pictures and films are light;
 * they are sent as raw bytes to routes of their own.
 */
export const ACT_WEIGHTS: Record<string, Weighed> = {
  ...Object.fromEntries(LIGHT_READS.map((path) => [`GET /api/admin/${path}`, 'light' as const])),
  'GET /api/admin/exports/orders': 'data',
  // Each line has the link that ends the consent.
  'GET /api/admin/exports/subscribers': 'data',
  'GET /api/admin/prove': 'data',
  'POST /api/admin/prove': 'light',

  'POST /api/admin/products': 'light',
  'PATCH /api/admin/products/:id': { weight: 'money', where: (body) => PRICE_FIELDS.some((field) => field in body) },
  'DELETE /api/admin/products/:id': 'mass',
  'POST /api/admin/products/:id/stock': 'light',
  'POST /api/admin/products/:id/sold-out': 'light',
  'POST /api/admin/stocktakes': 'light',
  'POST /api/admin/stocktakes/:id/counts': 'light',
  'DELETE /api/admin/stocktakes/:id/counts/:productId': 'light',
  'POST /api/admin/stocktakes/:id/book': 'mass',
  'DELETE /api/admin/stocktakes/:id': 'light',
  // Without a token the call only previews the import and changes nothing.
  'POST /api/admin/products/import': { weight: 'mass', where: ({ token }) => token !== null },
  'POST /api/admin/products/changes': { weight: 'mass', where: ({ token }) => token !== null },
  'POST /api/admin/moving-in': { weight: 'mass', where: ({ token }) => token !== null },
  'POST /api/admin/moved-pictures': 'light',
  'POST /api/admin/product-sync': 'light',
  'POST /api/admin/remove-demo': 'mass',
  'POST /api/admin/start-clean': 'mass',
  'POST /api/admin/brands': 'light',
  'PATCH /api/admin/brands/:id': 'light',
  'DELETE /api/admin/brands/:id': 'light',
  'POST /api/admin/pictures': 'light',
  'POST /api/admin/films': 'light',
  'DELETE /api/admin/films/:id': 'light',
  'POST /api/admin/films/:id/file': 'light',

  'POST /api/admin/shop-settings': 'mass',
  'POST /api/admin/shipping-costs': 'money',
  'POST /api/admin/gift-rule': 'money',
  'POST /api/admin/prepared-orders': 'light',
  'POST /api/admin/prepared-orders/:id/withdraw': 'light',
  'POST /api/admin/packing/batches': 'light',
  'POST /api/admin/recalls': 'mass',
  'POST /api/admin/codes': 'money',
  'PATCH /api/admin/codes/:id': 'money',
  'DELETE /api/admin/codes/:id': 'light',
  'PATCH /api/admin/buyers': 'data',
  'POST /api/admin/shop-profile': 'law',
  'POST /api/admin/payment-mode': 'money',
  'POST /api/admin/payment-means': 'mass',
  'POST /api/admin/payment-means/check': 'light',
  'POST /api/admin/unproven-account-limits': 'mass',
  'POST /api/admin/dispatch-calendar': 'light',
  'POST /api/admin/notice-settings': 'light',
  // What they see are names and addresses of customers.
  // Names and addresses of customers go there.
  'POST /api/admin/baselinker': 'data',
  'POST /api/admin/baselinker-key': 'data',
  'POST /api/admin/people': 'data',
  'POST /api/admin/people/:id/invite': 'light',
  'DELETE /api/admin/people/:id': 'light',
  'POST /api/admin/push-devices': 'light',
  'DELETE /api/admin/push-devices/:id': 'light',
  'POST /api/admin/push-devices/:id/test': 'light',

  // The owner can restore the previous version of a text with one click.
  'POST /api/admin/own-texts': 'light',
  'POST /api/admin/own-texts/restore': 'light',
  'POST /api/admin/front-pictures': 'light',
  'POST /api/admin/look': 'light',
  'POST /api/admin/logos': 'light',

  'POST /api/admin/guides': 'light',
  'PATCH /api/admin/guides/:id': 'light',
  'DELETE /api/admin/guides/:id': 'light',

  'POST /api/admin/terms': 'law',
  'POST /api/admin/label-settings': 'law',
  'POST /api/admin/producers': 'light',
  'PATCH /api/admin/producers/:id': 'light',
  'DELETE /api/admin/producers/:id': 'light',
  'POST /api/admin/label-files/:kind': 'light',
  'DELETE /api/admin/label-files/:kind': 'law',

  'POST /api/admin/orders/:id/refunds': 'money',
  'POST /api/admin/orders/:id/cancel': 'light',
  'POST /api/admin/orders/:id/cancel-and-refund': 'money',
  'POST /api/admin/orders/:id/transfers': 'money',
  'POST /api/admin/orders/:id/pieces': 'money',
  'POST /api/admin/orders/:id/addition/give-up': 'light',
  // Paid goods would go elsewhere.
  'POST /api/admin/orders/:id/receiver': 'money',
  // After the invoice it issues papers that nobody can take back.
  'POST /api/admin/orders/:id/buyer': { weight: 'law', where: ({ act }) => act === 'correct' || act === 'other_nip' },
  'POST /api/admin/stray-payments/:id/clear': 'light',
  'GET /api/admin/exports/invoices': 'data',
  'POST /api/admin/ksef': 'law',
  'POST /api/admin/ksef/certificates': 'law',
  'POST /api/admin/invoices/:id/send-again': 'light',
  // As other imports: a preview changes nothing.
  'POST /api/admin/payouts': { weight: 'mass', where: ({ token }) => token !== null },
  'DELETE /api/admin/payout-files/:id': 'mass',
  'POST /api/admin/month': 'law',
  'POST /api/admin/month/changes': 'law',
  'GET /api/admin/month/files': 'data',
  'POST /api/admin/orders/:id/status': 'light',
  'POST /api/admin/orders/complete': 'light',
  'POST /api/admin/orders/:id/notes': 'light',
  'DELETE /api/admin/orders/:id/notes/:noteId': 'light',
  'POST /api/admin/orders/:id/mails/:mailId/resend': 'light',
  'POST /api/admin/order-waves/cancel': 'mass',
  'POST /api/admin/packing': 'light',
  'PATCH /api/admin/shipments': 'light',
  'POST /api/admin/shipments/archive': 'light',
  'POST /api/admin/shipments/restore': 'light',
  'POST /api/admin/shipments/delete': 'mass',
  'POST /api/admin/carrier-shipments': 'light',
  'DELETE /api/admin/carrier-shipments/:id': 'light',
  'POST /api/admin/returns/:id/match': 'light',
  'POST /api/admin/returns/:id/sent-back': 'light',
  'POST /api/admin/returns/:id/drop-off-code': 'light',
  'POST /api/admin/returns/:id/arrival': 'light',
  'POST /api/admin/returns/:id/advantages': 'money',
  'POST /api/admin/returns/:id/settle': 'money',
  'POST /api/admin/returns/:id/take-out': 'money',
  'POST /api/admin/returns/:id/answer': 'light',

  'POST /api/admin/till/:id/printed': 'light',
  'POST /api/admin/till/:id/reopen': 'light',
  'POST /api/admin/till/printed': 'light',
  'POST /api/admin/till/:id/names': 'light',
  // Whoever has the key decides which sales have a receipt.
  'POST /api/admin/till-agent': 'law',

  'POST /api/admin/reviews/:id/approve': 'light',
  'POST /api/admin/reviews/:id/reject': 'light',
  'DELETE /api/admin/reviews/:id': 'light',
  'POST /api/admin/reviews/:id/answer': 'light',
  'DELETE /api/admin/reviews/:id/answer': 'light',
  'POST /api/admin/mails/:id/retry': 'light',
  'POST /api/admin/messages/:id/answer': 'light',
  'POST /api/admin/messages/:id/state': 'light',
  'POST /api/admin/mails/:id/dismiss': 'light',
  'POST /api/admin/mails/retry-all': 'letters',
  'POST /api/admin/failures/:fingerprint/resolve': 'light',
}

/** Whether a call of the admin, its path as in the contract, may need a recent proof. */
export const needsProof = (method: string, path: string): boolean => weigh(nameCall(method, path)) !== 'light'

/** 'GET /api/admin/parcels/:id' of a call, its path as in the contract. */
export const nameCall = (method: string, path: string) =>
  `${method.toUpperCase()} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** The names of the calls at the address of a request; none for an unknown address. */
export function listAsked(c: Context): string[] {
  const asked = c.req.method === 'HEAD' ? 'GET' : c.req.method
  return matchedRoutes(c).flatMap(({ method, path }) => (method === asked ? `${method} ${path}` : []))
}

const weigh = (call: string): Weighed => ACT_WEIGHTS[call] ?? 'mass'

/** Refuses a critical act of a person who gave no password or code lately. Runs after the guard and `readBody`. */
export const requireProofByWeight = createMiddleware<UserEnv>(async (c, next) => {
  const call = listAsked(c).at(-1)
  // An unknown address is answered as such.
  if (call === undefined) return next()
  const weighed = weigh(call)
  const isHeavy = typeof weighed === 'object' ? weighed.where(await readObject(c.req)) : weighed !== 'light'
  if (isHeavy && !(await isRecentlyProven(c.var.services, c.req.raw.headers))) {
    return refuse(c, { reason: 'proof_required' })
  }
  await next()
})

/** The body as an object; the handler refuses any other body. */
async function readObject(request: { json(): Promise<unknown> }): Promise<Record<string, unknown>> {
  const body = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
