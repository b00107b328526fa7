import type { Result } from '#domain/result.ts'

/** Money that moves in `test` is play money; what was begun in one mode is never settled by the other. */
export type PaymentMode = 'test' | 'live'

/** One line of the hosted payment page; `unitGrosze` is read from the database, never from a browser. */
export type PaymentLine = { name: string; quantity: number; unitGrosze: number; imageUrl?: string }

/** What one attempt to pay for an order is. The same `idempotencyKey` again answers with the same session. */
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
  expiresAt: Date
}

/** A payment session as the provider holds it now; amounts in grosze. */
export type PaymentSession = {
  id: string
  mode: PaymentMode
  /** Where the buyer pays; null once the session has ended. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  /** `complete` and unpaid: the money of a transfer is still under way, or did not come. */
  paid: boolean
  amountGrosze: number
  currency: string
  /** The payment id it was made for, as the provider gives it back; null for a session that is not ours. */
  paymentId: string | null
  orderId: string | null
  /** The provider's id of the money itself, by which it is refunded; null until there is any. */
  providerPaymentId: string | null
  /** Sum of what was given back. */
  refundedGrosze: number
}

export type ProviderRefund = {
  id: string
  providerPaymentId: string | null
  amountGrosze: number
  status: 'pending' | 'succeeded' | 'failed'
}

/** `provider_unavailable`: nothing is known about what happened; the same key may be tried again. `why`: for the log, no secrets. */
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
  findRefunds(providerPaymentId: string): Promise<Result<ProviderRefund[], ProviderFailure>>
  createProduct(product: ProductToSync): Promise<Result<SyncedProduct, ProviderFailure>>
  /** Updates what is shown, makes a new price where it differs and archives the old one. */
  updateProduct(product: ProductToSync & SyncedProduct): Promise<Result<SyncedProduct, ProviderFailure>>
  deactivateProduct(synced: SyncedProduct): Promise<Result<void, ProviderFailure>>
  /**
   * Checks the signature over the bytes as they came (several signatures, 300 s both ways) and reads the event.
   * `forged`: not from the provider, or stale; `unreadable`: signed, but no event.
   */
  readEvent(
    body: Uint8Array,
    signature: string | null,
    now: Date,
  ): Result<ProviderEvent, { reason: 'forged' | 'unreadable'; why: string }>
}
