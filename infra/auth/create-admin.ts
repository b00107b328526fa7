import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Role } from '#domain/accounts/account.ts'
import { normalizeEmail } from '#domain/accounts/account.ts'
import { findRole, insertAdmin, replaceAdminPassword } from '#domain/accounts/account-store.server.ts'
import type { Database } from '#domain/database.ts'
import { hashPassword } from './password.ts'

/** Without 0/O, 1/l/I: the password is read off a terminal. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20

/**
 * Creates the owner's account with a random password when nobody has the address; the password is returned once and
 * kept nowhere. `role` tells who has the address already: a 'customer' is not raised to owner, since anybody could
 * have registered it before ADMIN_EMAIL was set.
 */
export async function ensureAdmin(
  db: Kysely<Database>,
  email: string,
): Promise<{ created: true; password: string } | { created: false; role: Role }> {
  const address = normalizeEmail(email)
  const present = await findRole(db, address)
  if (present) return { created: false, role: present }
  const password = randomPassword()
  const result = await insertAdmin(db, { email: address, passwordHash: await hashPassword(password) })
  return result.inserted ? { created: true, password } : { created: false, role: result.role }
}

/** Gives the owner a new random password and ends every session of the old one; null when there is no owner yet. */
export async function resetAdminPassword(db: Kysely<Database>, email: string): Promise<string | null> {
  const password = randomPassword()
  const owner = { email: normalizeEmail(email), passwordHash: await hashPassword(password) }
  return (await replaceAdminPassword(db, owner)) ? password : null
}

function randomPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
