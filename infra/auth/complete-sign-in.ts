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
import type { createDeviceCookie } from './device-cookie.ts'
import type { createStoredSessions } from './stored-sessions.ts'

/** Sessions of one account; a sign-in beyond them ends the oldest. */
const MOST_SESSIONS = 50

type CompletionSettings = {
  db: Kysely<Database>
  sessions: ReturnType<typeof createStoredSessions>
  devices: ReturnType<typeof createDeviceCookie>
  adminSessions: ReturnType<typeof createAdminSessions>
  now(): Date
}

/** What the shop does once Better Auth has opened a session. */
export function createSignInCompletion({ db, sessions, devices, adminSessions, now }: CompletionSettings) {
  /**
   * Where these cookies open a session: ends those that it replaces, and makes the device known to the account. Null, and
   * the session ended, when it was opened by a password (`checkedHash`) that has been replaced meanwhile.
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

  /** As `completeSignIn`, where no password was checked or its own transaction replaced it. */
  async function completeOpening(user: SignedInUser, cookies: string[], caller: Caller, by: OpenedBy): Promise<SignIn> {
    return (await completeSignIn(user, cookies, caller, by)) ?? { user, cookies }
  }

  /** A browser has one session: the one that its request carried is over, unless it is the one that goes on. */
  async function endCarriedSession(headers: Headers, openedToken: string | null): Promise<void> {
    const carried = sessions.readToken(headers)
    if (carried !== null && carried !== openedToken) await deleteSessionByToken(db, carried)
  }

  /** A second factor was switched on: who signed in without it does so once more. */
  async function endSessionsBesides({ user, cookies }: SignIn): Promise<void> {
    const session = await sessions.read(toCookieHeader(cookies))
    if (session) await deleteOtherSessions(db, user.id, session.id)
  }

  return { completeSignIn, completeOpening, endCarriedSession, endSessionsBesides }
}
