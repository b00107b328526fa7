import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type CsvColumns, toCsvFile } from '#domain/kernel/text/csv.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { Services } from '#domain/services.ts'
import { describeConsent, type Subscription, UNSUBSCRIBE_PAGE } from './subscriber.ts'
import { listSubscribers } from './subscriber-queries.server.ts'
import { confirmSubscriber, endSubscriber, upsertSubscriber } from './subscriber-store.server.ts'

/**
 * Stores a consent to the newsletter, and mails the link that confirms it, at most once a day. The answer is the same
 * for an address that is confirmed already.
 */
export async function subscribe(
  services: LimitServices & Pick<Services, 'profile'>,
  { email }: Subscription,
  { clientAddress }: { clientAddress: string },
): Promise<Result<null, TooManyAttempts | Busy>> {
  const limited = await limitAttempts(services, 'address_confirmation', { account: email, clientAddress })
  if (!limited.ok) return limited
  const now = services.now()
  return transact<null, never>(services.db, async (trx) => {
    const consent = describeConsent(services.profile.shopName)
    const subscriber = await upsertSubscriber(trx, { email, consent, asked_at: now })
    if (subscriber.confirmed_at !== null) return ok(null)
    await queueMail(trx, {
      key: `newsletter-confirmation:${subscriber.id}:${now.toISOString().slice(0, 10)}`,
      to: email,
      template: 'newsletter-confirmation',
      ids: { subscriberId: subscriber.id },
    })
    return ok(null)
  })
}

type LinkServices = Pick<Services, 'db' | 'linkTokens' | 'now'>
type Unknown = { reason: 'subscription_over' }

/** Confirms a consent by the link of its mail, however often it is used. */
export async function confirmSubscription(
  { db, linkTokens, now }: LinkServices,
  token: string,
): Promise<Result<null, Unknown>> {
  const id = linkTokens.read('newsletter', token)
  return id !== null && (await confirmSubscriber(db, id, now())) ? ok(null) : fail({ reason: 'subscription_over' })
}

/** Ends a consent by a link that the mails of the newsletter carry. */
export async function endSubscription(
  { db, linkTokens, now }: LinkServices,
  token: string,
): Promise<Result<null, Unknown>> {
  const id = linkTokens.read('newsletter', token)
  if (id === null) return fail({ reason: 'subscription_over' })
  await endSubscriber(db, id, now())
  return ok(null)
}

/** All valid consents as a file for a mailing service: address, consent, and the link that ends it. */
export async function exportSubscribers(
  { db, linkTokens, profile }: Pick<Services, 'db' | 'linkTokens' | 'profile'>,
  userId: string,
): Promise<string> {
  const subscribers = await listSubscribers(db)
  await recordAudit(db, { userId, action: 'newsletter.exported', details: { count: subscribers.length } })
  const columns: CsvColumns<(typeof subscribers)[number]> = [
    ['E-mail', ({ email }) => email],
    ['Zgoda od', ({ confirmed_at }) => confirmed_at && formatDateTime(confirmed_at)],
    ['Treść zgody', ({ consent }) => consent],
    ['Link do wypisania', ({ id }) => `${profile.shopUrl}${UNSUBSCRIBE_PAGE}${linkTokens.create('newsletter', id)}`],
  ]
  return toCsvFile(columns, subscribers)
}
