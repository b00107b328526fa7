import type { Kysely } from 'kysely'
import { isAdmin, mayEnterPanel, type SignedInUser } from '#domain/accounts/account.ts'
import type { StoredSession } from '#domain/accounts/account-queries.server.ts'
import { setProvenAt } from '#domain/accounts/account-store.server.ts'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'

/** The way in which a session was opened. */
export type OpenedBy = 'password' | 'code' | 'link' | 'google' | 'ticket' | 'new_password'
/** Ways that prove the person. For accounts of the panel a link proves only the address. */
const PROOFS_OF_CUSTOMERS: readonly OpenedBy[] = ['link', 'google', 'code']
const PROOFS_OF_STAFF: readonly OpenedBy[] = ['password', 'code', 'new_password']

type AdminSessionSettings = {
  db: Kysely<Database>
  adminEmail: string
  sessions: { read(headers: Headers): Promise<StoredSession | null> }
  now(): Date
}

/** Records when a session was last proven, and every login to the panel in the log of changes. */
export function createAdminSessions({ db, adminEmail, sessions, now }: AdminSessionSettings) {
  /** Records a correct password or code in the session of these headers, if any. */
  async function proved(headers: Headers): Promise<void> {
    const session = await sessions.read(headers)
    if (session) await setProvenAt(db, session.id, now())
  }

  return {
    proved,

    /** `headers` carry the new session. */
    async opened(user: SignedInUser, headers: Headers, by: OpenedBy): Promise<void> {
      const isOfPanel = mayEnterPanel(user, adminEmail)
      if ((isOfPanel ? PROOFS_OF_STAFF : PROOFS_OF_CUSTOMERS).includes(by)) await proved(headers)
      if (!isOfPanel) return
      const { id: userId, role } = user
      if (isAdmin(user, adminEmail)) await recordAudit(db, { userId, action: 'admin.signed_in', details: { by } })
      else await recordAudit(db, { userId, action: 'person.signed_in', details: { by, role } })
    },

    /** Records a refused login of the admin in the audit, ten per hour at most, so that guessing does not fill it. */
    async refused(email: string | null, by: 'password' | 'code'): Promise<void> {
      if (email !== adminEmail) return
      const who = { account: email, clientAddress: '' }
      const written = await limitAttempts({ db, now, limitFactor: 1 }, 'logged_refusal', who)
      if (written.ok) await recordAudit(db, { userId: null, action: 'admin.sign_in_refused', details: { by } })
    },
  }
}
