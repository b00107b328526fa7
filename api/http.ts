import type { HttpBindings } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isAdmin, type SignedInUser } from '#domain/accounts/account.ts'
import { isRecentlyProven } from '#domain/accounts/recent-proof.server.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isStorable } from '#domain/kernel/typed-text.ts'
import { describeIssue } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { refuse } from './errors.ts'

/** From here, so that every schema knows OpenAPI and words its failures in Polish. */
export { createRoute, z }

/** What every handler finds in its context. `incoming` is the Node request behind a real socket. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>
  Variables: { services: Services; clientAddress: string }
}

z.config({ customError: describeIssue })

/** A router whose zod failures answer 400 in the shape of the contract. */
export function createRouter(): OpenAPIHono<ApiEnv> {
  return createRouterOf<ApiEnv>()
}

/** A router under /api/admin, which api/admin/index.ts guards: its handlers find the admin in `c.var.user`. */
export function createAdminRouter(): OpenAPIHono<UserEnv> {
  return createRouterOf<UserEnv>()
}

/** Calls whose use case has a sentence for every text of the recipient, which is read once more there. */
const WORDED_BY_USE_CASE = new Set(['/api/create-cash-on-delivery-order', '/api/create-checkout-session'])

function createRouterOf<Env extends ApiEnv>(): OpenAPIHono<Env> {
  return new OpenAPIHono<Env>({
    // What nothing could store is refused here, so that no schema can forget it.
    defaultHook: (result, c) => {
      if (!result.success) return invalidRequest(c, result.error)
      // An id in a path is one of nothing, and answered so.
      const isWorded = result.target === 'param' || (result.target === 'json' && WORDED_BY_USE_CASE.has(c.req.path))
      const field = isWorded ? null : findUnstorable(result.data)
      if (field === null) return
      return refuse(c, { reason: 'invalid_request', fields: { [field]: FORBIDDEN_CHARACTERS_MESSAGE } })
    },
  })
}

/** 400 `invalid_request` with the first sentence per field, fields named by their path ('customerData.phone'). */
function invalidRequest(c: Context, error: z.core.$ZodError) {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : ['']
    for (const name of names) {
      fields[[...issue.path.map(String), ...(name ? [name] : [])].join('.')] ??= issue.message
    }
  }
  return refuse(c, { reason: 'invalid_request', fields })
}

type UserEnv = ApiEnv & { Variables: { user: SignedInUser } }

/** Lets customers through, with who they are in `c.var.user`; everyone else is answered 401. */
export const requireUser = createMiddleware<UserEnv>(async (c, next) => {
  const user = await c.var.services.accounts.findUser(c.req.raw.headers)
  if (!user) return refuse(c, { reason: 'sign_in_required' })
  c.set('user', user)
  await next()
})

/**
 * Lets the admin through, by role and address, with who it is in `c.var.user`. To everyone else such a call does not exist:
 * they are answered what an unknown address is.
 */
export const requireAdmin = createMiddleware<UserEnv>(async (c, next) => {
  const user = await c.var.services.accounts.findUser(c.req.raw.headers)
  if (!user || !isAdmin(user, c.var.services.adminEmail)) return refuse(c, { reason: 'not_found' })
  c.set('user', user)
  await next()
})

/**
 * For what moves money or where it goes: the admin has given a password or a code within ten minutes. Stands behind
 * `requireAdmin`, as the `middleware` of the route, which lists `proof_required` among its errors.
 */
export const requireRecentProof = createMiddleware<UserEnv>(async (c, next) => {
  const proven = await isRecentlyProven(c.var.services, c.req.raw.headers)
  if (!proven) return refuse(c, { reason: 'proof_required' })
  await next()
})

export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A body must say that it is JSON: browsers cannot send that across origins without asking first. */
export const requireJson = createMiddleware<ApiEnv>(async (c, next) => {
  const type = c.req.header('content-type')
  const isJson = type !== undefined && /^application\/json\s*(;|$)/i.test(type)
  const hasBody = c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
  if (!READING_METHODS.has(c.req.method) && !isJson && (type !== undefined || hasBody)) {
    return refuse(c, { reason: 'not_json' })
  }
  await next()
})

/** What the admin changed is in the shop when the call is answered. */
export const showOwnChanges = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  if (!READING_METHODS.has(c.req.method)) await c.var.services.catalog.receiveChanges()
})

/** The path of the first text that `isStorable` refuses; null: there is none. */
function findUnstorable(value: unknown): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : ''
  if (typeof value !== 'object' || value === null) return null
  for (const [name, entry] of Object.entries(value)) {
    if (!isStorable(name)) return '?'
    const inside = findUnstorable(entry)
    if (inside !== null) return inside === '' ? name : `${name}.${inside}`
  }
  return null
}

/**
 * A state change that a browser sends must come from a page of our own: cookies alone prove nothing about intent.
 * Own is the host that was asked, or the configured public address when a proxy rewrites the host; on https an http
 * page of the same host is not ours, since anyone on the way can have written it.
 */
export const requireOwnOrigin = createMiddleware<ApiEnv>(async (c, next) => {
  if (READING_METHODS.has(c.req.method)) return next()
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const foreign =
    origin === undefined
      ? site !== undefined && !['same-origin', 'none'].includes(site)
      : !isOwn(origin, c.req.header('host'), new URL(c.var.services.profile.shopUrl))
  if (foreign) return refuse(c, { reason: 'forbidden_origin' })
  await next()
})

function isOwn(origin: string, askedHost: string | undefined, shop: URL): boolean {
  const page = URL.parse(origin)
  // 'null', and origins without a host, are never one of ours.
  if (!page?.host || (shop.protocol === 'https:' && page.protocol !== 'https:')) return false
  return page.host === askedHost || page.host === shop.host
}

/** Names under which account systems take an address to lead a browser to: callbackURL, redirectTo and their like. */
const REDIRECT_PARAMETER = /callback|redirect|errorurl/i

/** Only the shop decides where a browser goes next. In a body such a field is refused like any unknown one. */
export const refuseRedirects = createMiddleware<ApiEnv>(async (c, next) => {
  const names = c.req.url.includes('?') ? Object.keys(c.req.query()) : []
  if (names.some((name) => REDIRECT_PARAMETER.test(name))) return refuse(c, { reason: 'redirect_refused' })
  await next()
})

/** Answers belong to the one who asked, unless a route says otherwise. */
export const noStoreByDefault = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  // In place: c.header() would copy the answer, its body as a stream.
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store')
})
