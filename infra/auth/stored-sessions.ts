import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CurrentSession } from '#domain/accounts/account-gateway.ts'
import { findSessionByToken, type StoredSession } from '#domain/accounts/account-queries.server.ts'
import {
  confirmToken,
  deleteSessionByToken,
  replaceToken,
  touchSession,
} from '#domain/accounts/account-store.server.ts'
import type { Database } from '#domain/database.ts'
import { COOKIE_PREFIX, PROLONG_AFTER_SECONDS, SESSION_SECONDS } from './better-auth.ts'
import { readSignedCookie } from './cookies.ts'

/** How long the previous token stays valid after the first use of the new one, for parallel calls, ms. */
const PREVIOUS_TOKEN_MS = 60_000
/** Accuracy of a session's last use, ms. */
const LAST_SEEN_STEP_MS = 10 * 60_000

type SessionSettings = { db: Kysely<Database>; secret: string; secure: boolean; now(): Date }

/**
 * Stored sessions, read directly, because Better Auth takes many times as long. Once a day a session is prolonged under
 * a new token. The previous token is valid until the browser has used the new one, so that a lost answer does not sign
 * the person out. Later use of the previous token means that it was copied, and ends the session.
 */
export function createStoredSessions({ db, secret, secure, now }: SessionSettings) {
  const cookieName = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
  const readToken = (headers: Headers) => readSignedCookie(headers, cookieName, secret)

  async function read(headers: Headers): Promise<StoredSession | null> {
    const token = readToken(headers)
    const session = token === null ? null : await findSessionByToken(db, token)
    if (!session || session.expiresAt < now()) return null
    const { previousToken, previousTokenUntil } = session
    if (session.token === token) {
      if (previousToken !== null && previousTokenUntil === null) {
        await confirmToken(db, session.id, new Date(now().getTime() + PREVIOUS_TOKEN_MS))
      }
      return session
    }
    if (previousTokenUntil === null || previousTokenUntil > now()) return session
    await deleteSessionByToken(db, session.token)
    return null
  }

  /** Prolongs the session under a new token, unless another call has just done so. */
  async function prolong(session: StoredSession, usedToken: string): Promise<CurrentSession> {
    const { id, user } = session
    const expiresAt = new Date(now().getTime() + SESSION_SECONDS * 1000)
    const token = randomBytes(24).toString('base64url')
    const prolonged = { token, previousToken: usedToken, expiresAt, moment: now() }
    const replaced = await replaceToken(db, session, prolonged)
    return { id, user, expiresAt: replaced ? expiresAt : session.expiresAt, cookies: replaced ? [issue(token)] : [] }
  }

  /** The Set-Cookie value in Better Auth's format. */
  function issue(token: string): string {
    const signed = `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`
    const flags = `Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Lax`
    return `${cookieName}=${encodeURIComponent(signed)}; ${flags}`
  }

  return {
    readToken,
    read,

    /** The session of these headers; prolongs it when that is due and records its use. */
    async use(headers: Headers): Promise<CurrentSession | null> {
      const session = await read(headers)
      // A guest's session is never prolonged.
      if (!session || session.isGuest) return null
      const token = readToken(headers) ?? session.token
      if (isProlongedAt(session.expiresAt, now())) return prolong(session, token)
      if (now().getTime() - session.lastSeenAt.getTime() > LAST_SEEN_STEP_MS) await touchSession(db, session.id, now())
      const { id, user, expiresAt } = session
      return { id, user, expiresAt, cookies: [] }
    },

    /** These headers with the present token, the only one that Better Auth knows. */
    async toPresentToken(headers: Headers): Promise<Headers> {
      const session = await read(headers)
      if (!session || session.token === readToken(headers)) return headers
      const present = new Headers(headers)
      const [pair = ''] = issue(session.token).split(';', 1)
      present.set('cookie', `${pair}; ${headers.get('cookie')}`)
      return present
    },
  }
}

/** Whether a session was opened or prolonged more than a day ago. */
function isProlongedAt(expiresAt: Date, moment: Date): boolean {
  return expiresAt.getTime() - moment.getTime() <= (SESSION_SECONDS - PROLONG_AFTER_SECONDS) * 1000
}
