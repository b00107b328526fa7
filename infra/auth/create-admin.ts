import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Role } from '#domain/accounts/account.ts'
import { findRole, insertAdmin, replaceAdminPassword } from '#domain/accounts/account-store.server.ts'
import type { Database } from '#domain/database.ts'
import { normalizeEmail } from '#domain/kernel/mail.ts'
import { hashPassword, type PasswordCost } from './password.ts'

/** Without 0/O and 1/l/I, because the password is read from a terminal. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20

/**
 * Creates the admin's account with a random password unless the address has an account. The password is returned once
 * and stored as a hash. `role` is the existing account's: a 'customer' does not become admin, because anybody could
 * have registered the address before ADMIN_EMAIL was set.
 */
export async function ensureAdmin(
  db: Kysely<Database>,
  email: string,
  cost: PasswordCost,
): Promise<{ created: true; password: string } | { created: false; role: Role }> {
  const address = normalizeEmail(email)
  const present = await findRole(db, address)
  if (present) return { created: false, role: present }
  const password = randomPassword()
  const result = await insertAdmin(db, { email: address, passwordHash: await hashPassword(password, cost) })
  return result.inserted ? { created: true, password } : { created: false, role: result.role }
}

/** Gives the admin a new random password and ends every session; null when there is no admin yet. */
export async function resetAdminPassword(
  db: Kysely<Database>,
  email: string,
  cost: PasswordCost,
): Promise<string | null> {
  const password = randomPassword()
  const admin = { email: normalizeEmail(email), passwordHash: await hashPassword(password, cost) }
  return (await replaceAdminPassword(db, admin)) ? password : null
}

function randomPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
