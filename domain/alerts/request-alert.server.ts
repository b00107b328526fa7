import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { AlertRequest, ProductAlert } from './alert.ts'
import { findLearntDays } from './alert-queries.server.ts'
import { confirmAlertRow, deleteAlert, upsertAlert } from './alert-store.server.ts'
import { findRefillDays } from './refill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Refused = { reason: 'product_not_found' | 'product_in_stock' }

/**
 * Stores that somebody waits for a product, and mails the link that confirms the address, at most once a day. An
 * address that is already confirmed for this product gets no mail. The answer is the same either way.
 */
export async function requestAlert(
  services: LimitServices & Pick<Services, 'catalog'>,
  { product_id, kind, email }: AlertRequest,
  { clientAddress }: { clientAddress: string },
): Promise<Result<null, Refused | TooManyAttempts | Busy>> {
  const { products } = await services.catalog.read()
  const product = products.find((entry) => entry.product.id === product_id)?.product
  if (product === undefined) return fail({ reason: 'product_not_found' })
  if (kind === 'stock' && !product.out_of_stock) return fail({ reason: 'product_in_stock' })
  const limited = await limitAttempts(services, 'address_confirmation', { account: email, clientAddress })
  if (!limited.ok) return limited
  const now = services.now()
  const days = findRefillDays(product.volume_ml, await findLearntDays(services.db, product.volume_ml))
  return transact<null, never>(services.db, async (trx) => {
    const price_grosze = kind === 'price' ? product.current_price_cents : null
    const due_at = kind === 'refill' ? new Date(now.getTime() + days * DAY_MS) : null
    const alert = await upsertAlert(trx, { product_id, kind, email, price_grosze, due_at, asked_at: now })
    if (alert.confirmed_at !== null) return ok(null)
    await queueMail(trx, {
      key: `alert-confirmation:${alert.id}:${now.toISOString().slice(0, 10)}`,
      to: email,
      template: 'alert-confirmation',
      ids: { alertId: alert.id, productId: product_id, kind },
    })
    return ok(null)
  })
}

type LinkServices = Pick<Services, 'db' | 'linkTokens' | 'now'>

/** Confirms the address of an alert by the link of its mail, however often it is used. */
export async function confirmAlert(
  { db, linkTokens, now }: LinkServices,
  token: string,
): Promise<Result<ProductAlert, { reason: 'alert_over' }>> {
  const id = linkTokens.read('product-alert', token)
  const alert = id === null ? undefined : await confirmAlertRow(db, id, now())
  return alert === undefined ? fail({ reason: 'alert_over' }) : ok(alert)
}

/** Ends an alert by the link of its mail; one that is over stays so. */
export async function endAlert(
  { db, linkTokens }: LinkServices,
  token: string,
): Promise<Result<null, { reason: 'alert_over' }>> {
  const id = linkTokens.read('product-alert', token)
  if (id === null) return fail({ reason: 'alert_over' })
  await deleteAlert(db, id)
  return ok(null)
}
