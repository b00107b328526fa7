import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { LinkPurpose } from '#domain/kernel/link-tokens.ts'
import type { Role } from './account.ts'

/** Tables of accounts, their credentials, and links mailed to them. */
export type AccountTables = {
  two_factors: {
    id: string
    user_id: string
    /** Secret of the authenticator app, encrypted by Better Auth. */
    secret: string
    /** Whether a code has confirmed the second factor. */
    verified: boolean
    /** Step of the last accepted code. */
    last_step: Generated<number | null>
  }
  users: {
    id: Generated<string>
    name: Generated<string>
    email: string
    email_verified: Generated<boolean>
    image: string | null
    role: Generated<Role>
    first_name: string | null
    last_name: string | null
    two_factor_enabled: Generated<boolean>
    /** Version of the accepted terms (the date they took effect), and when they were accepted. */
    terms_version: Generated<string | null>
    terms_accepted_at: Generated<Date | null>
    /** When the account was deleted. The row remains because orders refer to it. */
    deleted_at: Generated<Date | null>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  /** Buyers without an account. Their row of `users` has an address that cannot exist. */
  guests: {
    user_id: string
    /** The address they gave. */
    email: string
    created_at: CreatedAt
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token: string
    /** The previous token. Accepted until the browser has used the new one, or until this moment. */
    previous_token: Generated<string | null>
    previous_token_until: Generated<Date | null>
    /** When the user last gave a password or a code in this session, or signed in by a link or Google. */
    proven_at: Generated<Date | null>
    last_seen_at: CreatedAt
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  identities: {
    id: Generated<string>
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Date
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  /** Links mailed to the address of an account. Their tokens are not stored (link-tokens.ts). */
  account_links: {
    id: Generated<string>
    purpose: LinkPurpose
    email: string
    user_id: Generated<string | null>
    /** The order whose payment caused the mail. */
    order_id: Generated<string | null>
    used_at: Generated<Date | null>
    replaced_at: Generated<Date | null>
    expires_at: Date
    created_at: CreatedAt
  }
}
