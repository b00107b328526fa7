import type { Kysely } from 'kysely'
import type { SignedInUser } from '#domain/accounts/account.ts'
import type { Caller, SignIn } from '#domain/accounts/account-gateway.ts'
import { findPasswordAccount } from '#domain/accounts/account-queries.server.ts'
import {
  deleteOldestSessions,
  deleteOtherSessions,
  deleteSessionByToken,
} from '#domain/accounts/account-store.server.ts'
import type { Database } from '#domain/database.ts'
import type { createAdminSessions, OpenedBy } from './admin-sessions.ts'
import { toCookieHeader } from './better-auth-calls.ts'
import type { createDeviceCookie } from './cookies.ts'
import type { createStoredSessions } from './stored-sessions.ts'

/** Most sessions of one account; another sign-in ends the oldest. */
const MOST_SESSIONS = 50

type CompletionSettings = {
  db: Kysely<Database>
  sessions: ReturnType<typeof createStoredSessions>
  devices: ReturnType<typeof createDeviceCookie>
  adminSessions: ReturnType<typeof createAdminSessions>
  now(): Date
}

/** The shop's own steps after Better Auth has opened a session. */
export function createSignInCompletion({ db, sessions, devices, adminSessions, now }: CompletionSettings) {
  /**
   * Completes a session that these cookies open: ends the sessions that it replaces and makes the device known to the
   * account. Ends the new session and returns null when its password (`checkedHash`) was replaced in between.
   */
  async function completeSignIn(
    user: SignedInUser,
    cookies: string[],
    { headers }: Caller,
    by: OpenedBy,
    checkedHash: string | null = null,
  ): Promise<SignIn | null> {
    const token = sessions.readToken(toCookieHeader(cookies))
    if (token === null) return { user, cookies }
    const account = await findPasswordAccount(db, { userId: user.id }, { settled: true })
    if (checkedHash !== null && account?.passwordHash !== checkedHash) {
      await deleteSessionByToken(db, token)
      return null
    }
    await endCarriedSession(headers, token)
    await deleteOldestSessions(db, user.id, MOST_SESSIONS)
    await adminSessions.opened(user, toCookieHeader(cookies), by)
    return { user, cookies: account ? [...cookies, devices.issue(headers, account, now())] : cookies }
  }

  /** As `completeSignIn`, when no password was checked or the same transaction replaced it. */
  async function completeOpening(user: SignedInUser, cookies: string[], caller: Caller, by: OpenedBy): Promise<SignIn> {
    return (await completeSignIn(user, cookies, caller, by)) ?? { user, cookies }
  }

  /** Ends the session that the request carried, unless it is continued: a browser has one session. */
  async function endCarriedSession(headers: Headers, openedToken: string | null): Promise<void> {
    const carried = sessions.readToken(headers)
    if (carried !== null && carried !== openedToken) await deleteSessionByToken(db, carried)
  }

  /** Ends the other sessions, which were opened without the new second factor. */
  async function endSessionsBesides({ user, cookies }: SignIn): Promise<void> {
    const session = await sessions.read(toCookieHeader(cookies))
    if (session) await deleteOtherSessions(db, user.id, session.id)
  }

  return { completeSignIn, completeOpening, endCarriedSession, endSessionsBesides }
}
