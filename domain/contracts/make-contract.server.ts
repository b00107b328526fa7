import type { MailAttachment } from '#domain/kernel/mail.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findMailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { isConcluded } from '#domain/orders/order.ts'
import type { Services } from '#domain/services.ts'
import { readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import { nameContract } from './contract.ts'
import { findCheckoutOfOrders, findContract, isOrderedBy } from './contract-queries.server.ts'
import { insertContract } from './contract-store.server.ts'
import { writeContract } from './write-contract.server.ts'

export type ContractServices = Pick<Services, 'db' | 'now' | 'pdf' | 'profile'>

/** Nobody has paid yet, so there is no contract. */
export type NotConcluded = { reason: 'contract_not_concluded' }

/**
 * The contract of a checkout, the same bytes each time. It is made when it is first needed: after the order's
 * transaction, when the mail that confirms the order is sent. A failure is retried with that mail.
 */
export async function findOrMakeContract(
  services: ContractServices,
  checkoutId: string,
): Promise<Result<MailAttachment, NotConcluded>> {
  const { db, now, pdf, profile } = services
  const known = await findContract(db, checkoutId)
  if (known) return ok(toFile(known))
  const checkout = await findMailedCheckout(db, checkoutId)
  if (!isConcluded(checkout.first)) return fail({ reason: 'contract_not_concluded' })
  const terms = checkout.terms ?? (await readTermsInForce(db, now())).full_text
  await insertContract(db, checkoutId, await pdf.write(writeContract({ ...checkout, terms }, profile)))
  const stored = await findContract(db, checkoutId)
  if (!stored) throw new Error(`checkout ${checkoutId} has no contract`)
  return ok(toFile(stored))
}

const toFile = ({ pdf, firstOrderId }: { pdf: Buffer; firstOrderId: string }): MailAttachment => ({
  filename: nameContract(firstOrderId),
  contentType: 'application/pdf',
  content: pdf,
})

/** The contract of an order, for the customer who owns it; null: the admin, who may read any. */
export async function readContractOf(
  services: ContractServices,
  { orderId, userId }: { orderId: string; userId: string | null },
): Promise<Result<MailAttachment, NotConcluded | { reason: 'order_not_found' }>> {
  const checkoutId = isUuid(orderId) ? await findCheckoutOfOrders(services.db, orderId, userId) : undefined
  return checkoutId === undefined ? fail({ reason: 'order_not_found' }) : findOrMakeContract(services, checkoutId)
}

/** The contract for a holder of an order's link who knows the buyer's address, because it names the buyer. */
export async function readLinkedContract(
  services: ContractServices,
  { checkoutId, email }: { checkoutId: string; email: string },
): Promise<Result<MailAttachment, NotConcluded | { reason: 'contract_other_email' }>> {
  const isBuyer = await isOrderedBy(services.db, checkoutId, email)
  return isBuyer ? findOrMakeContract(services, checkoutId) : fail({ reason: 'contract_other_email' })
}
