import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { removeAccount } from './account-removal-store.server.ts'
import { insertPerson, lockPerson, signAuditEvents } from './people-store.server.ts'
import type { Invitation } from './person.ts'
import { mailLink } from './request-link.server.ts'

type InviteFailure = { reason: 'person_address_taken' | 'people_full' }

/**
 * Invites a person, by a mail with a link that sets their password. An address of an account is refused, since its
 * orders and reviews would become those of a person who works here.
 */
export async function invitePerson(
  services: Pick<Services, 'db' | 'now'>,
  adminId: string,
  { email, role }: Invitation,
): Promise<Result<{ id: string }, InviteFailure | Busy>> {
  return transact<{ id: string }, InviteFailure>(services.db, async (trx) => {
    const person = await insertPerson(trx, { email, role, invitedBy: adminId })
    if (person === 'taken') return fail({ reason: 'person_address_taken' })
    if (person === 'full') return fail({ reason: 'people_full' })
    await mailLink(services, trx, { purpose: 'invitation', userId: person.id, email })
    const details = { name: email, role }
    await recordAudit(trx, { userId: adminId, action: 'person.invited', subjectId: person.id, details })
    return ok(person)
  })
}

type PersonFailure = { reason: 'person_not_found' }

/** Mails the invitation again. Earlier links end. */
export async function inviteAgain(
  services: Pick<Services, 'db' | 'now'>,
  adminId: string,
  id: string,
): Promise<Result<null, PersonFailure | Busy | { reason: 'person_accepted' }>> {
  if (!isUuid(id)) return fail({ reason: 'person_not_found' })
  return transact<null, PersonFailure | { reason: 'person_accepted' }>(services.db, async (trx) => {
    const person = await lockPerson(trx, id)
    if (!person) return fail({ reason: 'person_not_found' })
    if (person.accepted) return fail({ reason: 'person_accepted' })
    await mailLink(services, trx, { purpose: 'invitation', userId: id, email: person.email })
    const details = { name: person.email }
    await recordAudit(trx, { userId: adminId, action: 'person.invited_again', subjectId: id, details })
    return ok(null)
  })
}

/** Removes a person with every session and link. Their entries of the audit stay, under their address. */
export async function removePerson(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  id: string,
): Promise<Result<null, PersonFailure | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'person_not_found' })
  return transact<null, PersonFailure>(db, async (trx) => {
    const person = await lockPerson(trx, id)
    if (!person) return fail({ reason: 'person_not_found' })
    await signAuditEvents(trx, id, person.email)
    await removeAccount(trx, id)
    const details = { name: person.email }
    await recordAudit(trx, { userId: adminId, action: 'person.removed', subjectId: id, details })
    return ok(null)
  })
}
