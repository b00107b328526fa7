import type { Session, SessionUser } from './session.ts'

/** Pauses before the next try, ms: 200, doubling (spec 1 §9). */
const RETRY_AFTER_MS = [200, 400, 800, 1600]

/** Asks who is signed in; null when the shop cannot be reached, so that a lost connection signs nobody out. */
export async function readSession(): Promise<Session | null> {
  for (const pause of [...RETRY_AFTER_MS, null]) {
    const session = await tryToRead()
    if (session || pause === null) return session
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return null
}

async function tryToRead(): Promise<Session | null> {
  try {
    const response = await fetch('/api/me', { cache: 'no-store' })
    if (!response.ok) return null
    const { user, expires_at } = (await response.json()) as { user: SessionUser | null; expires_at: string | null }
    return { status: 'known', user, expiresAt: expires_at }
  } catch (error) {
    console.warn('/api/me: no answer', error)
    return null
  }
}
