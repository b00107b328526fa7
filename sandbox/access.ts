import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { lockedPage } from './mailbox/mailbox-pages.ts'

const COOKIE = 'sandbox_token'
const A_MONTH = 30 * 24 * 60 * 60

/** What opens the sandbox's pages: 24 random bytes. */
export function loadToken(folder: string | undefined): string {
  return loadSecret(folder, 'token', randomBytes(24).toString('base64url'))
}

/**
 * With a folder a secret is the same at every start, so that a mailbox that is open in a browser stays open; two processes
 * that start at once take the same.
 */
export function loadSecret(folder: string | undefined, name: string, created: string): string {
  if (folder === undefined) return created
  const file = join(folder, name)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, created, { mode: 0o600 })
    try {
      linkSync(unfinished, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(unfinished)
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Lets in who brings the token: in the address printed at the start (`?token=`, exchanged for a cookie at once, so that it
 * stays in no history), in that cookie, or as `Authorization: Bearer`.
 */
export function requireToken(token: string): MiddlewareHandler {
  return async (c, next) => {
    const inAddress = c.req.query('token')
    if (inAddress !== undefined && isSameSecret(inAddress, token)) {
      setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: A_MONTH })
      const address = new URL(c.req.url)
      address.searchParams.delete('token')
      return c.redirect(address.pathname + address.search, 303)
    }
    const [scheme, given = getCookie(c, COOKIE)] = c.req.header('Authorization')?.split(' ') ?? ['Bearer']
    if (scheme === 'Bearer' && given !== undefined && isSameSecret(given, token)) return next()
    return c.html(lockedPage(), 403)
  }
}

/** Takes as long for a near miss as for any other. */
export function isSameSecret(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
