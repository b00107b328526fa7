import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { findInvitedRole, isStaff } from './account.ts'
import { findPasswordAccount } from './account-queries.server.ts'
import {
  addressLink,
  deleteLink,
  isReplacedAlready,
  lockAccountOf,
  lockRequestedLink,
  replaceLinks,
} from './link-store.server.ts'
import { endOf } from './request-link.server.ts'

const payload = z.object({ linkId: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'mail-link': z.output<typeof payload>
  }
}

/**
 * Mails a requested link if the address belongs to an account. Only the newest request is mailed, and it ends earlier
 * links. Whoever opens the panel gets no login link, because access to a mailbox alone must not open it. An invited
 * person sets the first password by the invitation alone, whose link the owner can replace and take back.
 */
export default defineJob({
  name: 'mail-link',
  payload,
  concurrency: 1,
  timeoutSeconds: 60,
  async run(services, { linkId }) {
    await services.db.transaction().execute(async (trx) => {
      const link = await lockRequestedLink(trx, linkId)
      if (!link) return
      const { purpose, email } = link
      const account = await lockAccountOf(trx, email)
      const unwanted =
        !account ||
        (purpose === 'login-link' && isStaff(account)) ||
        (findInvitedRole(account) !== null && (await findPasswordAccount(trx, { userId: account.id })) === null)
      if (unwanted || (await isReplacedAlready(trx, linkId))) return deleteLink(trx, linkId)
      const userId = account.id
      await addressLink(trx, linkId, { userId, expiresAt: endOf(services, purpose) })
      await replaceLinks(trx, { userId, purpose, except: linkId, moment: services.now() })
      await queueMail(trx, { key: `${purpose}:${linkId}`, to: email, template: purpose, ids: { tokenId: linkId } })
    })
    return ok(undefined)
  },
})
