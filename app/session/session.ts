/** Who is signed in, as GET /api/me says. */
export type SessionUser = {
  id: string
  email: string
  role: 'customer' | 'admin'
  first_name: string | null
  last_name: string | null
}

/** `unknown` on the server and until the first answer: public pages carry no session (law 8). */
export type Session =
  | { status: 'unknown'; user: null; expiresAt: null }
  | { status: 'known'; user: SessionUser | null; expiresAt: string | null }

/** What the interface can react to (spec 1 §4). */
export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'MFA_CHALLENGE_VERIFIED'

export const UNKNOWN_SESSION: Session = { status: 'unknown', user: null, expiresAt: null }
export const NO_SESSION: Session = { status: 'known', user: null, expiresAt: null }

/** What happened between two readings of the session; null when nothing did. */
export function eventBetween(before: Session, after: Session): SessionEvent | null {
  if (after.status === 'unknown') return null
  if (before.status === 'unknown') return 'INITIAL_SESSION'
  if (before.user?.id !== after.user?.id) return after.user ? 'SIGNED_IN' : 'SIGNED_OUT'
  if (JSON.stringify(before.user) !== JSON.stringify(after.user)) return 'USER_UPDATED'
  return (after.expiresAt ?? '') > (before.expiresAt ?? '') ? 'TOKEN_REFRESHED' : null
}
