import { useSyncExternalStore } from 'react'
import { readSession } from './read-session.ts'
import { eventBetween, NO_SESSION, type Session, type SessionEvent, UNKNOWN_SESSION } from './session.ts'
import { openSessionChannel, type SessionChannel } from './session-channel.ts'

export type SessionListener = (event: SessionEvent, session: Session) => void

/** How often the session is looked after, and how old a reading may get before it is asked for again, ms. */
const TICK_MS = 30_000
const STALE_AFTER_MS = 10 * 60_000

let current: Session = UNKNOWN_SESSION
let readAt = 0
/** Counts what settled, so that an answer that was on its way when something newer happened is dropped. */
let settled = 0
let reading: Promise<void> | null = null
let channel: SessionChannel | null = null
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

/** Calls back on each of the six session events; at once with INITIAL_SESSION when the session is already known. */
export function onSessionEvent(listener: SessionListener): () => void {
  start()
  listeners.add(listener)
  if (current.status === 'known') listener('INITIAL_SESSION', current)
  return () => listeners.delete(listener)
}

/** To be called after a sign-in, a verified second factor or a changed profile: reads the session anew and tells everyone. */
export async function sessionChanged(event: 'SIGNED_IN' | 'USER_UPDATED' | 'MFA_CHALLENGE_VERIFIED'): Promise<void> {
  start()
  const session = await readSession()
  if (!session) return
  const happened = session.user ? event : eventBetween(current, session)
  settle(session, happened)
  if (happened) channel?.tell(happened)
}

/** Ends the session. This tab forgets it whatever the server answers; false when the server could not be told. */
export async function signOut(): Promise<boolean> {
  start()
  let told = false
  try {
    const response = await fetch('/api/auth/sign-out', { method: 'POST' })
    told = response.ok || [401, 403, 404].includes(response.status)
  } catch (error) {
    console.warn('/api/auth/sign-out: no answer', error)
  }
  settle(NO_SESSION, 'SIGNED_OUT')
  channel?.tell('SIGNED_OUT')
  return told
}

function watch(watcher: () => void): () => void {
  start()
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Begins with the first component that wants to know, after hydration; later calls do nothing. */
function start(): void {
  if (channel) return
  channel = openSessionChannel((event) => {
    if (event === 'SIGNED_OUT') settle(NO_SESSION, event)
    else void refresh(event)
  })
  void refresh()
  setInterval(refreshWhenStale, TICK_MS)
  document.addEventListener('visibilitychange', refreshWhenStale)
}

function refreshWhenStale(): void {
  if (document.visibilityState === 'visible' && Date.now() - readAt > STALE_AFTER_MS) void refresh()
}

function refresh(told?: SessionEvent): Promise<void> {
  const before = settled
  reading ??= readSession().then((session) => {
    reading = null
    if (session && settled === before) settle(session, told ?? eventBetween(current, session))
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
