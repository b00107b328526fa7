import { useSyncExternalStore } from 'react'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { onStoredElsewhere, writeStored } from '#app/browser-storage.ts'

/** The signed-in user, as GET /api/me answers. */
export type SessionUser = NonNullable<AnswerOf<'get', '/api/me'>['user']>

/**
 * `unknown` on the server and until the first answer: public pages carry no session. `guest`: a buyer without an
 * account, who may order and pay.
 */
export type Session =
  | { status: 'unknown'; user: null; guest: null; expiresAt: null }
  | { status: 'known'; user: SessionUser | null; guest: { email: string } | null; expiresAt: string | null }

const EVENTS = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'MFA_CHALLENGE_VERIFIED',
  'PASSWORD_RECOVERY',
] as const

type SessionEvent = (typeof EVENTS)[number]

export const UNKNOWN_SESSION: Session = { status: 'unknown', user: null, guest: null, expiresAt: null }
export const NO_SESSION: Session = { status: 'known', user: null, guest: null, expiresAt: null }

/** The event between two readings of the session; null without a change. */
export function eventBetween(before: Session, after: Session): SessionEvent | null {
  if (after.status === 'unknown') return null
  if (before.status === 'unknown') return 'INITIAL_SESSION'
  if (before.user?.id !== after.user?.id) return after.user ? 'SIGNED_IN' : 'SIGNED_OUT'
  if (JSON.stringify(before.user) !== JSON.stringify(after.user)) return 'USER_UPDATED'
  if (before.guest?.email !== after.guest?.email) return 'USER_UPDATED'
  return (after.expiresAt ?? '') > (before.expiresAt ?? '') ? 'TOKEN_REFRESHED' : null
}

/** Pauses before each retry, ms. */
const RETRY_AFTER_MS = [200, 400, 800, 1600]

/** Reads who is signed in; null when the shop cannot be reached, so that a lost connection signs no one out. */
async function readSession(): Promise<Session | null> {
  for (const pause of [...RETRY_AFTER_MS, null]) {
    const session = await tryToRead()
    if (session || pause === null) return session
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return null
}

async function tryToRead(): Promise<Session | null> {
  const answer = await callApi('get', '/api/me')
  if (!answer.ok) return null
  const { user, expires_at, guest = null } = answer.value
  return { status: 'known', user, guest, expiresAt: expires_at }
}

/** Exchanges session events with the shop's other open tabs. An event names no user. */
function openSessionChannel(receive: (event: SessionEvent) => void): { publish(event: SessionEvent): void } {
  const receiveText = (text: unknown) => {
    const event = EVENTS.find((name) => name === text)
    if (event) receive(event)
  }
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel('session')
    channel.onmessage = ({ data }) => receiveText(data)
    return { publish: (event) => channel.postMessage(event) }
  }
  // Without BroadcastChannel a storage event reaches the other tabs. The time makes each value differ.
  onStoredElsewhere('session', (value) => receiveText(value?.split(' ')[0]))
  return { publish: (event) => writeStored('session', `${event} ${Date.now()}`) }
}

/** True once this tab knows that nobody is signed in. */
export function isSignedOut(): boolean {
  return current.status === 'known' && current.user === null
}

type SessionListener = (event: SessionEvent, session: Session) => void

/** Pause between two checks of the session, and the age at which it is read again, ms. */
const TICK_MS = 30_000
const STALE_AFTER_MS = 10 * 60_000

let current: Session = UNKNOWN_SESSION
let readAt = 0
/** Counts the session reads that finished, so that an answer to an earlier read is dropped. */
let settled = 0
let reading: Promise<void> | null = null
let channel: ReturnType<typeof openSessionChannel> | null = null
const watchers = new Set<() => void>()
const listeners = new Set<SessionListener>()

/** The session as this tab knows it: `unknown` while rendering on the server and until /api/me has answered. */
export function useSession(): Session {
  return useSyncExternalStore(
    watch,
    () => current,
    () => UNKNOWN_SESSION,
  )
}

/** Calls back on each session event; at once with INITIAL_SESSION when the session is already known. */
export function onSessionEvent(listener: SessionListener): () => void {
  start()
  listeners.add(listener)
  if (current.status === 'known') listener('INITIAL_SESSION', current)
  return () => listeners.delete(listener)
}

/** The events that a call can cause. */
type SessionChange = Exclude<SessionEvent, 'INITIAL_SESSION' | 'SIGNED_OUT' | 'TOKEN_REFRESHED'>

/** Reads the session again and publishes the event. Call it after signing in or changing the user. */
export async function sessionChanged(event: SessionChange): Promise<void> {
  start()
  const session = await readSession()
  if (!session) return
  const happened = session.user ? event : eventBetween(current, session)
  settle(session, happened)
  if (happened) channel?.publish(happened)
}

/**
 * Ends the session and deletes drafts, the ordering form with its code and the last order, in every open tab. The session ends in
 * this browser even if the server cannot be reached; then it returns false.
 */
export async function signOut(): Promise<boolean> {
  start()
  // Set before the call: a call that is answered meanwhile must not ask somebody who signs out for the password.
  settle(NO_SESSION, null)
  const answer = await callApi('post', '/api/auth/sign-out', { json: {} })
  const reached = answer.ok || (answer.failure.reason === 'refused' && answer.failure.status < 500)
  settleSignedOut()
  channel?.publish('SIGNED_OUT')
  return reached
}

/** Ends the session of a buyer without an account, in every open tab. Typed text stays. */
export async function endGuestSession(): Promise<void> {
  start()
  await callApi('post', '/api/auth/sign-out', { json: {} })
  settle(NO_SESSION, 'USER_UPDATED')
  channel?.publish('USER_UPDATED')
}

/** After the deletion of the account: every tab ends the session and deletes drafts and orders. */
export function accountDeleted(): void {
  start()
  settleSignedOut()
  channel?.publish('SIGNED_OUT')
}

/** After the server has ended the session: drafts stay for the next login. */
export function sessionEnded(): void {
  settle(NO_SESSION, 'SIGNED_OUT')
}

function settleSignedOut(): void {
  writeStored('checkout_form', null)
  writeStored('discount_code', null)
  writeStored('review_draft', null)
  writeStored('contact_message', null)
  writeStored('statement_draft', null)
  writeStored('parcel_locker', null)
  writeStored('unpaid_orders', null)
  writeStored('placed_order', null)
  settle(NO_SESSION, 'SIGNED_OUT')
}

function watch(watcher: () => void): () => void {
  start()
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Starts with the first component that reads the session, after hydration. Later calls do nothing. */
function start(): void {
  if (channel) return
  channel = openSessionChannel((event) => {
    if (event === 'SIGNED_OUT') settleSignedOut()
    else void refresh(event)
  })
  void refresh()
  setInterval(refreshWhenStale, TICK_MS)
  document.addEventListener('visibilitychange', refreshWhenStale)
}

function refreshWhenStale(): void {
  if (document.visibilityState === 'visible' && Date.now() - readAt > STALE_AFTER_MS) void refresh()
}

function refresh(received?: SessionEvent): Promise<void> {
  const before = settled
  reading ??= readSession().then((session) => {
    reading = null
    if (session && settled === before) settle(session, received ?? eventBetween(current, session))
  })
  return reading
}

function settle(session: Session, event: SessionEvent | null): void {
  settled += 1
  readAt = Date.now()
  current = session
  if (event === null) return
  for (const watcher of watchers) watcher()
  for (const listener of listeners) listener(event, session)
}
