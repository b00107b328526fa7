import type { Kysely } from 'kysely'
import { findGuestOf } from '#domain/accounts/account-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { readGuaranteeNotice } from '#domain/labels/label-queries.server.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { listFacts } from '#domain/orders/order-facts.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { ContractTerms } from './contract-terms.tsx'
import { GuestMailNote } from './guest-note.tsx'
import { MailButton } from './mail-parts.tsx'
import { DestinationLines, FactLines, OrderAmounts, WithdrawalLink } from './order-parts.tsx'

/** What both confirmations of a contract read: of an order paid on delivery, and of a paid one. */
export async function loadConfirmed(db: Kysely<Database>, checkout: MailedCheckout) {
  const calendar = await readDispatchCalendar(db)
  return { checkout, calendar, guest: await findGuestOf(db, checkout.id), notice: await readGuaranteeNotice(db) }
}

type ConfirmedContractProps = {
  confirmed: Omit<Awaited<ReturnType<typeof loadConfirmed>>, 'calendar'>
  profile: ShopProfile
  orderLink: string
}

/** The end of both confirmations: products, link to the order, destination, and what the law requires. */
export function ConfirmedContract({ confirmed, profile, orderLink }: ConfirmedContractProps) {
  const { checkout, guest, notice } = confirmed
  return (
    <>
      <OrderAmounts orders={checkout.orders} />
      <MailButton href={orderLink}>Zobacz zamówienie</MailButton>
      <GuestMailNote guest={guest} />
      <WithdrawalLink orders={checkout.orders} profile={profile} orderLink={orderLink} />
      <DestinationLines order={checkout.first} />
      <FactLines of={listFacts(checkout.first, 'mail')} />
      <ContractTerms checkout={checkout} profile={profile} notice={notice} />
    </>
  )
}
