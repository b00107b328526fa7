import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { type ApiEnv, errorResponse } from './router.ts'

/** More than any call of the contract needs, bytes. */
const BODY_LIMIT = 64 * 1024

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export const limitBody = bodyLimit({
  maxSize: BODY_LIMIT,
  onError: (c) => errorResponse(c, 413, 'body_too_large', 'Przesłane dane są zbyt duże.'),
})

/** A body must say that it is JSON: browsers cannot send that across origins without asking first. */
export const requireJson = createMiddleware<ApiEnv>(async (c, next) => {
  const type = c.req.header('content-type')
  const isJson = type !== undefined && /^application\/json\s*(;|$)/i.test(type)
  const hasBody = c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0
  if (!READING_METHODS.has(c.req.method) && !isJson && (type !== undefined || hasBody)) {
    return errorResponse(c, 400, 'invalid_request', 'Wyślij dane w formacie JSON.')
  }
  await next()
})

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
  if (foreign) return errorResponse(c, 403, 'forbidden_origin', 'To żądanie nie pochodzi z naszego sklepu.')
  await next()
})

function isOwn(origin: string, askedHost: string | undefined, shop: URL): boolean {
  const page = URL.parse(origin)
  // 'null', and origins without a host, are never one of ours.
  if (!page?.host || (shop.protocol === 'https:' && page.protocol !== 'https:')) return false
  return page.host === askedHost || page.host === shop.host
}

/** Answers belong to the one who asked, unless a route says otherwise. */
export const noStoreByDefault = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store')
})
