import { z } from 'zod'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { joinLines } from '#domain/kernel/text/dates-and-plurals.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import type { PaymentMode, PaymentProvider, ProviderFailure, SyncedProduct } from '#domain/payments/payment-provider.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { Services } from '#domain/services.ts'
import {
  findProductContent,
  listProviderModes,
  lockProviderProduct,
  storePendingRequest,
  storeRequestOutcome,
} from './provider-product-store.server.ts'

type SyncServices = Pick<Services, 'db' | 'payments' | 'profile' | 'now'>

/** Why the product at the provider differs from the shop's. */
export type SyncFailure = ProviderFailure | { reason: 'payment_keys_missing' }

const contentSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  unitGrosze: z.int(),
  imageUrl: z.string().optional(),
  active: z.boolean(),
})
type Content = z.output<typeof contentSchema>

/** A request as it is stored before it is sent. `ids`: null to create the product. */
const requestSchema = z.object({
  content: contentSchema,
  ids: z.object({ providerProductId: z.string(), providerPriceId: z.string() }).nullable(),
})
type NumberedRequest = z.output<typeof requestSchema> & { number: number }

/** An edit during a request needs one more request. */
const MOST_REQUESTS = 5

/**
 * Makes the product at the provider equal to the shop's, in one mode: creates it, updates it with a new price if that
 * differs, or deactivates it. Each request is stored before it is sent, and repeated unchanged until its outcome is
 * known. So a killed process, a simultaneous call or a lost answer makes no second product and no second price.
 * `again`: also when the provider is known to be up to date.
 */
export async function syncProviderProduct(
  services: SyncServices,
  { productId, mode, again = false }: { productId: string; mode: PaymentMode; again?: boolean },
): Promise<Result<null, SyncFailure>> {
  const provider = services.payments[mode]
  if (!provider) return fail({ reason: 'payment_keys_missing' })
  const key = { productId, mode }
  let unasked = again
  for (let sent = 0; sent < MOST_REQUESTS; sent += 1) {
    const request = await prepareRequest(services, key, unasked)
    if (!request) return ok(null)
    unasked = false
    const answer = await send(provider, key, request)
    const moment = services.now()
    if (answer.ok) {
      const outcome = { number: request.number, ids: answer.value, synced: JSON.stringify(request.content), moment }
      await storeRequestOutcome(services.db, key, outcome)
      continue
    }
    const { reason, why } = answer.failure
    if (reason === 'provider_unavailable') return answer
    log.warn('the payment provider did not accept a product', { productId, mode, reason, why })
    // A product that the provider no longer knows is created again if the shop still sells it.
    const isGone = reason === 'provider_unknown_id' && request.ids !== null
    const synced = isGone && !request.content.active ? JSON.stringify(request.content) : null
    const ids = isGone ? null : request.ids
    await storeRequestOutcome(services.db, key, { number: request.number, ids, synced, moment })
    if (!isGone) return answer
  }
  return fail({ reason: 'provider_unavailable', why: 'the product changes faster than it is sent' })
}

/** Sends an edited product to the provider, in the mode of new payments and in every other mode that knows it. */
export async function syncEditedProduct(services: SyncServices, productId: string): Promise<Result<null, SyncFailure>> {
  const modes = new Set([await readPaymentMode(services.db), ...(await listProviderModes(services.db, productId))])
  let result: Result<null, SyncFailure> = ok(null)
  for (const mode of modes) {
    const synced = await syncProviderProduct(services, { productId, mode })
    if (!synced.ok) result = synced
  }
  return result
}

/** The request in progress or the next due one, stored; null when the provider is up to date. */
function prepareRequest(
  { db, profile }: SyncServices,
  key: { productId: string; mode: PaymentMode },
  again: boolean,
): Promise<NumberedRequest | null> {
  return db.transaction().execute(async (trx) => {
    const found = await findProductContent(trx, key.productId)
    if (!found) return null
    const known = await lockProviderProduct(trx, key)
    if (known.pending !== null) {
      return { ...requestSchema.parse(JSON.parse(known.pending)), number: known.request_number }
    }
    // Read again while holding the lock, because its previous holder may have waited for an edit.
    const content = describeContent(profile.shopUrl, (await findProductContent(trx, key.productId)) ?? found)
    const { provider_product_id: providerProductId, provider_price_id: providerPriceId } = known
    const ids = providerProductId !== null && providerPriceId !== null ? { providerProductId, providerPriceId } : null
    if (ids === null && !content.active) return null
    if (known.synced === JSON.stringify(content) && !again) return null
    const number = known.request_number + 1
    await storePendingRequest(trx, key, { number, pending: JSON.stringify({ content, ids }) })
    return { content, ids, number }
  })
}

function describeContent(
  shopUrl: string,
  product: NonNullable<Awaited<ReturnType<typeof findProductContent>>>,
): Content {
  const { name, brand_name, description, current_price_grosze, image_key, active } = product
  return {
    name: `${name} · ${brand_name}`,
    description: description === '' ? null : joinLines(description),
    unitGrosze: current_price_grosze,
    ...(image_key && { imageUrl: `${shopUrl}${buildPictureUrl(image_key, 480, 'webp')}` }),
    active,
  }
}

/** Sends the request. Returns the ids by which the provider now knows the product. */
async function send(
  provider: PaymentProvider,
  { productId, mode }: { productId: string; mode: PaymentMode },
  { content, ids, number }: NumberedRequest,
): Promise<Result<SyncedProduct, ProviderFailure>> {
  const { active, ...shown } = content
  const product = { idempotencyKey: `product:${productId}:${mode}:${number}`, productId, ...shown }
  if (ids === null) return provider.createProduct(product)
  if (active) return provider.updateProduct({ ...product, ...ids })
  const deactivated = await provider.deactivateProduct(ids)
  return deactivated.ok ? ok(ids) : deactivated
}
