import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import type { FaultBoard } from './faults.ts'
import { lockedPage } from './mailbox/mailbox-pages.ts'

const COOKIE = 'sandbox_token'
const A_MONTH = 30 * 24 * 60 * 60

/** Options of a stand-in for an external service. */
export type StandInOptions = {
  /** Address of the sandbox. */
  url: string
  /** Undefined: records stay in memory only. */
  dataDir: string | undefined
  faults: FaultBoard
  /** The present time of payments and of KSeF. */
  now: () => Date
  requireToken: MiddlewareHandler
}

export function createSecret(encoding: 'base64url' | 'hex' = 'base64url'): string {
  return randomBytes(24).toString(encoding)
}

/**
 * A secret that is the same at every start with this folder, so that an open mailbox stays open. Processes that start
 * at the same time read the same one. Without a folder it is `created`.
 */
export function loadSecret(folder: string | undefined, name: string, created = createSecret()): string {
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
 * Accepts requests with the token: in the address printed at the start (`?token=`, replaced by a cookie at once, so
 * that it stays out of the history), in that cookie, or as `Authorization: Bearer`.
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

/** Compares in constant time. */
export function isSameSecret(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** Reads the JSON body of a call to a switch of the sandbox; a body that does not fit the schema is answered 400. */
export async function readJson<Value>(c: Context, schema: z.ZodType<Value>): Promise<Value> {
  const read = schema.safeParse(await c.req.json().catch(() => undefined))
  if (read.success) return read.data
  throw new HTTPException(400, { res: Response.json({ error: read.error.issues }, { status: 400 }) })
}
