import { fail, type Result } from '#domain/kernel/result.ts'

/** Money that moves in `test` is play money; what was begun in one mode is never settled by the other. */
export type PaymentMode = 'test' | 'live'

/** One line of the hosted payment page; `unitGrosze` is read from the database, never from a browser. */
export type PaymentLine = { name: string; quantity: number; unitGrosze: number; imageUrl?: string }

/**
 * What one attempt to pay for an order is. The same `idempotencyKey` again answers with the same session, so everything
 * else must be the same again too.
 */
export type SessionRequest = {
  idempotencyKey: string
  /** Our ids: the session carries them as its reference and metadata. */
  paymentId: string
  orderId: string
  customerEmail: string
  lines: readonly PaymentLine[]
  /** Delivery stands as a line of its own; 0 leaves it out. */
  delivery: { name: string; grosze: number }
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the provider. */
  successUrl: string
  cancelUrl: string
  /** The provider may give more time than this: to be sure that nobody pays any more, end the session. */
  expiresAt: Date
}

/** A payment session as the provider holds it now; amounts in grosze. */
export type PaymentSession = {
  id: string
  mode: PaymentMode
  /** Where the buyer pays; null once the session has ended. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** `complete`, not paid, and a transfer may still bring the money; false once it is known that none comes. */
  underWay: boolean
  amountGrosze: number
  currency: string
  /** The payment id it was made for, as the provider gives it back; null for a session that is not ours. */
  paymentId: string | null
  orderId: string | null
  /** The provider's id of the money itself, by which it is refunded; null until it is paid. */
  providerPaymentId: string | null
  /** What it was paid with, in the provider's word, e.g. 'blik'; null until it is paid, or where the provider does not say. */
  paidWith: string | null
  /** Sum of what was given back. */
  refundedGrosze: number
}

export type ProviderRefund = {
  id: string
  providerPaymentId: string | null
  amountGrosze: number
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * `provider_unavailable`: nothing is known about what happened, or our key is not accepted; the same request may be tried
 * again. `provider_refused`: it did not happen, and the same request will not be accepted later. `why`: for the log, no secrets.
 */
export type ProviderFailure =
  | { reason: 'provider_unavailable'; why: string }
  | { reason: 'provider_refused'; why: string }
  | { reason: 'provider_unknown_id'; why: string }

/** What a signed webhook told, as far as the shop acts on it. State is re-read at the provider, never taken from here. */
export type ProviderEvent = {
  id: string
  type: string
  mode: PaymentMode
  about:
    | { kind: 'session'; sessionId: string }
    | { kind: 'refund'; providerPaymentId: string | null; refundId: string | null }
    | { kind: 'dispute'; providerPaymentId: string | null; disputeId: string; status: string; amountGrosze: number }
    | { kind: 'other' }
}

export type SyncedProduct = { providerProductId: string; providerPriceId: string }
export type ProductToSync = {
  idempotencyKey: string
  productId: string
  name: string
  description: string | null
  unitGrosze: number
  imageUrl?: string
}

/** Port to the card, BLIK and transfer provider, in one mode. No method throws for what the provider answers. */
export type PaymentProvider = {
  /** Name stored beside its payments, e.g. 'stripe'. */
  name: string
  mode: PaymentMode
  createSession(request: SessionRequest): Promise<Result<PaymentSession, ProviderFailure>>
  findSession(sessionId: string): Promise<Result<PaymentSession, ProviderFailure>>
  /** Ends an open session, so that nobody can pay it any more; one that has ended already is answered as it is. */
  expireSession(sessionId: string): Promise<Result<PaymentSession, ProviderFailure>>
  refund(request: {
    idempotencyKey: string
    providerPaymentId: string
    amountGrosze: number
  }): Promise<Result<ProviderRefund, ProviderFailure>>
  /** The provider's own page about a payment, for the admin; null as long as there is none. */
  buildDashboardUrl(payment: { sessionId: string | null; providerPaymentId: string | null }): string | null
  findRefunds(providerPaymentId: string): Promise<Result<ProviderRefund[], ProviderFailure>>
  createProduct(product: ProductToSync): Promise<Result<SyncedProduct, ProviderFailure>>
  /** Updates what is shown, makes a new price where it differs and archives the old one. */
  updateProduct(product: ProductToSync & SyncedProduct): Promise<Result<SyncedProduct, ProviderFailure>>
  deactivateProduct(synced: SyncedProduct): Promise<Result<void, ProviderFailure>>
  /**
   * Checks the signature over the bytes as they came (several signatures, 300 s both ways) and reads the event.
   * `forged`: not from the provider, stale, or of the other mode; `unreadable`: signed, but no event.
   */
  readEvent(
    body: Uint8Array,
    signature: string | null,
    now: Date,
  ): Result<ProviderEvent, { reason: 'forged' | 'unreadable'; why: string }>
}

/**
 * The provider in each mode that has keys. New payments begin in the mode of `readPaymentMode`; what was begun in one mode
 * is read, ended and refunded in that mode.
 */
export type PaymentProviders = Readonly<Record<PaymentMode, PaymentProvider | null>>

/** Reads a webhook with the secret of each mode; forged when none of them signed it. */
export function readProviderEvent(
  providers: PaymentProviders,
  ...webhook: Parameters<PaymentProvider['readEvent']>
): ReturnType<PaymentProvider['readEvent']> {
  const reads = [providers.live, providers.test].flatMap((provider) => provider?.readEvent(...webhook) ?? [])
  const notForged = reads.find((read) => read.ok || read.failure.reason !== 'forged')
  return notForged ?? reads.at(-1) ?? fail({ reason: 'forged', why: 'no mode has keys' })
}
