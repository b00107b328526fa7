import type { SignedInUser } from './account-gateway.ts'

/** The back office opens for role admin AND the fixed address; either alone is not enough (0-decisions, People). */
export function isOwner(user: SignedInUser, adminEmail: string): boolean {
  return user.role === 'admin' && user.email === adminEmail
}
