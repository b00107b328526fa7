import { fail, type Result } from '#domain/kernel/result.ts'

/** Money in mode `test` is not real. A payment that began in one mode is never settled in the other. */
export type PaymentMode = 'test' | 'live'

/** One line of the hosted payment page. `unitGrosze` is read from the database, never from a browser. */
export type PaymentLine = { name: string; quantity: number; unitGrosze: number; imageUrl?: string }

/**
 * One payment attempt. The same `idempotencyKey` returns the same session, so all other values must be the same as
 * well.
 */
export type SessionRequest = {
  idempotencyKey: string
  /** The shop's ids. The session carries them as its reference and metadata. */
  paymentId: string
  orderId: string
  customerEmail: string
  /** The means of payment to offer, in the provider's terms. The page leaves out those that the account does not have. */
  means: readonly string[]
  lines: readonly PaymentLine[]
  /** Delivery has a line of its own; 0 omits it. */
  delivery: { name: string; grosze: number }
  /** The provider replaces `{CHECKOUT_SESSION_ID}` in the address. */
  successUrl: string
  cancelUrl: string
  /** The provider may allow more time than this. Only ending the session prevents later payments. */
  expiresAt: Date
}

/** The provider's present state of a payment session; amounts in grosze. */
export type PaymentSession = {
  id: string
  mode: PaymentMode
  /** The buyer's payment page; null once the session has ended. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** `complete` but not paid: a transfer may still bring the money. False once it is known that no money comes. */
  underWay: boolean
  amountGrosze: number
  currency: string
  /** The means of payment that its page shows, in the provider's terms: those asked for that the account has. */
  means: readonly string[]
  /** The shop's payment id, as the provider returns it; null for a session that the shop did not make. */
  paymentId: string | null
  orderId: string | null
  /** The provider's id of the money itself, which refunds refer to; null until it is paid. */
  providerPaymentId: string | null
  /**
   * The means of payment in the provider's term, e.g. 'blik'; null until it is paid, or if the provider does not say.
   */
  paidWith: string | null
  /** Sum of the refunds. */
  refundedGrosze: number
}

export type ProviderRefund = {
  id: string
  providerPaymentId: string | null
  amountGrosze: number
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * `provider_unavailable`: the outcome is unknown, or the shop's key is not accepted; the same request may be tried
 * again. `provider_refused`: it did not happen, and the same request will not be accepted later. `why`: for the log,
 * without secrets.
 */
export type ProviderFailure =
  | { reason: 'provider_unavailable'; why: string }
  | { reason: 'provider_refused'; why: string }
  | { reason: 'provider_unknown_id'; why: string }

/**
 * The part of a signed webhook that the shop acts on. The state is always read at the provider, never taken from here.
 */
export type ProviderEvent = {
  id: string
  type: string
  mode: PaymentMode
  about:
    | { kind: 'session'; sessionId: string }
    | { kind: 'refund'; providerPaymentId: string | null; refundId: string | null }
    | {
        kind: 'dispute'
        providerPaymentId: string | null
        disputeId: string
        status: string
        amountGrosze: number
        /** The last moment to answer the bank, ISO 8601; null: the provider does not say. */
        respondBy: string | null
      }
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

/** Port to the card, BLIK and transfer provider in one mode. No method throws because of the provider's answers. */
export type PaymentProvider = {
  /** The name that is stored with its payments, e.g. 'stripe'. */
  name: string
  mode: PaymentMode
  createSession(request: SessionRequest): Promise<Result<PaymentSession, ProviderFailure>>
  findSession(sessionId: string): Promise<Result<PaymentSession, ProviderFailure>>
  /**
   * Ends an open session, so that nobody can pay it any more. A session that has already ended is returned as it is.
   */
  expireSession(sessionId: string): Promise<Result<PaymentSession, ProviderFailure>>
  refund(request: {
    idempotencyKey: string
    providerPaymentId: string
    amountGrosze: number
  }): Promise<Result<ProviderRefund, ProviderFailure>>
  /** The means of payment that the account has, in the provider's terms. */
  listMeans(): Promise<Result<string[], ProviderFailure>>
  /** Where the owner switches means of payment on; null in the sandbox. */
  meansUrl: string | null
  /** The provider's own page about a payment, for the admin; null when there is none. */
  buildDashboardUrl(payment: { sessionId: string | null; providerPaymentId: string | null }): string | null
  findRefunds(providerPaymentId: string): Promise<Result<ProviderRefund[], ProviderFailure>>
  createProduct(product: ProductToSync): Promise<Result<SyncedProduct, ProviderFailure>>
  /** Updates the shown data. Makes a new price if it differs and archives the old one. */
  updateProduct(product: ProductToSync & SyncedProduct): Promise<Result<SyncedProduct, ProviderFailure>>
  deactivateProduct(synced: SyncedProduct): Promise<Result<void, ProviderFailure>>
  /**
   * Verifies the signature over the received bytes (several signatures, 300 s of clock difference) and parses the
   * event. `forged`: not from the provider, too old, or of the other mode; `unreadable`: signed, but not an event.
   */
  readEvent(
    body: Uint8Array,
    signature: string | null,
    now: Date,
  ): Result<ProviderEvent, { reason: 'forged' | 'unreadable'; why: string }>
}

/**
 * The provider in each mode that has keys. New payments begin in the mode of `readPaymentMode`. A payment that began in
 * one mode is read, ended and refunded in that mode.
 */
export type PaymentProviders = Readonly<Record<PaymentMode, PaymentProvider | null>>

/** Reads a webhook with the secret of each mode. Forged when none of them signed it. */
export function readProviderEvent(
  providers: PaymentProviders,
  ...webhook: Parameters<PaymentProvider['readEvent']>
): ReturnType<PaymentProvider['readEvent']> {
  const reads = [providers.live, providers.test].flatMap((provider) => provider?.readEvent(...webhook) ?? [])
  const notForged = reads.find((read) => read.ok || read.failure.reason !== 'forged')
  return notForged ?? reads.at(-1) ?? fail({ reason: 'forged', why: 'no mode has keys' })
}
