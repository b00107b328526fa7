import type { HttpBindings } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type InvitedRole, isAdmin, type SignedInUser } from '#domain/accounts/account.ts'
import { LETTER_WAITS_HEADER } from '#domain/kernel/mail.ts'
import { runForClient } from '#domain/kernel/present-call.server.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isStorable } from '#domain/kernel/text/plain-text.ts'
import { describeIssue } from '#domain/kernel/wire/schema-issues.ts'
import { findLetterWait } from '#domain/mails/letter-limits-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { type Reason, refuse } from './errors.ts'

/** Import zod from here, so that every schema has OpenAPI metadata and Polish messages. */
export { createRoute, z }

/** Context of every handler. `incoming` is the Node request of a real socket. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>
  /** `refused`: why the call was refused, for the log. */
  Variables: { services: Services; clientAddress: string; refused?: Reason }
}

z.config({ customError: describeIssue })

/** Calls whose use case checks the recipient's texts again, with a sentence for each. */
const WORDED_BY_USE_CASE = new Set(['/api/create-cash-on-delivery-order', '/api/create-checkout-session'])

/** A router that answers zod failures by 400 in the format of the contract. */
export function createRouter(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    // Texts that the database cannot store are refused here, independently of the schemas.
    defaultHook: (result, c) => {
      if (!result.success) return invalidRequest(c, result.error)
      // No row has an id that cannot be stored, so the handler answers 'not found'.
      const isWorded = result.target === 'param' || (result.target === 'json' && WORDED_BY_USE_CASE.has(c.req.path))
      const field = isWorded ? null : findUnstorable(result.data)
      if (field === null) return
      return refuse(c, { reason: 'invalid_request', fields: { [field]: FORBIDDEN_CHARACTERS_MESSAGE } })
    },
  })
}

/** Answers 400 `invalid_request` with the first sentence per field, named by its path ('customerData.phone'). */
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

export type UserEnv = ApiEnv & { Variables: { user: SignedInUser } }

/** Requires a signed-in user, who is set as `c.var.user`; others get 401. */
export const requireUser = createMiddleware<UserEnv>(async (c, next) => {
  const user = await c.var.services.accounts.findUser(c.req.raw.headers)
  if (!user) return refuse(c, { reason: 'sign_in_required' })
  c.set('user', user)
  await next()
})

/** Requires a signed-in user or a buyer without an account, who is set as `c.var.user`; others get 401. */
export const requireBuyer = createMiddleware<UserEnv>(async (c, next) => {
  const buyer = await c.var.services.accounts.findBuyer(c.req.raw.headers)
  if (!buyer) return refuse(c, { reason: 'sign_in_required' })
  c.set('user', buyer.user)
  await next()
})

/** Requires a user whom `admits` admits, and sets `c.var.user`. To others the call does not exist. */
const requireWhom = (admits: (user: SignedInUser, adminEmail: string) => boolean) =>
  createMiddleware<UserEnv>(async (c, next) => {
    const user = await c.var.services.accounts.findUser(c.req.raw.headers)
    if (!user || !admits(user, c.var.services.adminEmail)) {
      // The answer of an unknown address.
      const answer = refuse(c, { reason: 'not_found' })
      if (user) c.set('refused', 'admin_required')
      return answer
    }
    c.set('user', user)
    await next()
  })

/** Requires the admin, by role and address. */
export const requireAdmin = requireWhom(isAdmin)
/** Requires the admin, or a person who was invited in one of these roles. */
export const requireInvited = (roles: readonly InvitedRole[]) =>
  requireWhom((user, adminEmail) => isAdmin(user, adminEmail) || roles.some((role) => role === user.role))

export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Requires JSON, which browsers send across origins only after a preflight. */
export const requireJson = createMiddleware<ApiEnv>(async (c, next) => {
  const type = c.req.header('content-type')
  const isJson = type !== undefined && /^application\/json\s*(;|$)/i.test(type)
  const hasBody = c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
  if (!READING_METHODS.has(c.req.method) && !isJson && (type !== undefined || hasBody)) {
    return refuse(c, { reason: 'not_json' })
  }
  await next()
})

/**
 * Sets a header with the moment until which a mail of this call is delayed, if the client's network has requested too
 * many mails to new addresses (domain/mails/letter-limits-queries.server.ts).
 */
export const tellWaitingLetter = createMiddleware<ApiEnv>(async (c, next) => {
  const { services, clientAddress } = c.var
  await runForClient(clientAddress, async (client) => {
    await next()
    if (!client.askedForLetter) return
    const until = await findLetterWait(services.db, client.network, services.limitFactor)
    if (until) c.res.headers.set(LETTER_WAITS_HEADER, until.toISOString())
  })
})

/** Answers a change by the admin once the shop shows it. */
export const showOwnChanges = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  if (!READING_METHODS.has(c.req.method)) await c.var.services.catalog.receiveChanges()
})

/** The path of the first text that `isStorable` refuses; null without one. */
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
 * Requires that a change sent by a browser comes from one of our own pages, because a cookie does not prove intent. Own
 * is the requested host, or the configured public address when a proxy rewrites the host. On https an http page of the
 * same host is foreign, since an attacker on the network can write it.
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
  // 'null' and other origins without a host are not ours.
  if (!page?.host || (shop.protocol === 'https:' && page.protocol !== 'https:')) return false
  return page.host === askedHost || page.host === shop.host
}

/** Parameters with which account systems redirect a browser: callbackURL, redirectTo and similar ones. */
const REDIRECT_PARAMETER = /callback|redirect|errorurl/i

/** Only the shop decides where a browser is redirected. Schemas refuse such a field of a body as unknown. */
export const refuseRedirects = createMiddleware<ApiEnv>(async (c, next) => {
  const names = c.req.url.includes('?') ? Object.keys(c.req.query()) : []
  if (names.some((name) => REDIRECT_PARAMETER.test(name))) return refuse(c, { reason: 'redirect_refused' })
  await next()
})

/** Content security policy of uploaded files that are served unchanged: opened as a page they run no script. */
export const SANDBOXED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** A file to save under this name. */
export const answerFile = (content: BodyInit, type: string, name: string) =>
  new Response(content, { headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` } })

/** Answers are private unless a route sets another `Cache-Control`. */
export const noStoreByDefault = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  // Not c.header(), which would copy the answer with its body as a stream.
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store')
})
