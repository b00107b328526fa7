import { createHmac, randomUUID } from 'node:crypto'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { ALL_PAYMENT_MEANS } from '#domain/payments/payment-means.ts'
import type {
  PaymentMode,
  PaymentProvider,
  PaymentSession,
  ProductToSync,
  ProviderFailure,
  ProviderRefund,
  SyncedProduct,
} from '#domain/payments/payment-provider.ts'
import { createEventReader } from '#infra/payments/stripe-events.ts'

/** The value of a webhook's `data.object` in Stripe's spelling. */
type EventObject = Record<string, unknown>

type MemoryProduct = Pick<ProductToSync, 'productId' | 'name' | 'unitGrosze'> & { active: boolean }

export type MemoryProvider = ReturnType<typeof createMemoryProvider>

/**
 * A payment provider controlled by the test, including behaviour that a real one never shows: other amounts, modes and
 * orders. It reads webhooks as the shop does, and signs them as Stripe does.
 */
export function createMemoryProvider(mode: PaymentMode = 'test') {
  const sessions = new Map<string, PaymentSession>()
  const refunds = new Map<string, ProviderRefund>()
  const refundKeys = new Map<string, string>()
  /** By the provider's id. */
  const products = new Map<string, MemoryProduct>()
  const productAnswers = new Map<string, { request: string; answer: SyncedProduct }>()
  const calls: string[] = []
  /** The means of payment of each requested session. */
  const asked: string[][] = []
  const secret = `whsec_${randomUUID()}`
  const state = {
    /** What the account has; a session with anything else is refused. */
    means: [...ALL_PAYMENT_MEANS] as string[],
    /** Makes every call fail. */
    away: false,
    /** Products that the provider refuses, by the shop's id. */
    refusedProducts: new Set<string>(),
    /** Money that a bank holds or took because of a dispute, by the provider's id: its refunds are refused. */
    disputed: new Set<string>(),
    /** Initial status of refunds. */
    refundStatus: 'succeeded' as ProviderRefund['status'],
    /** Runs after the provider has done its work and before the shop has the answer. */
    beforeAnswer: async () => {},
  }

  const AWAY = { reason: 'provider_unavailable', why: 'away' } as const
  async function answer<Value>(
    call: string,
    work: () => Result<Value, ProviderFailure>,
  ): Promise<Result<Value, ProviderFailure>> {
    calls.push(call)
    if (state.away) return fail(AWAY)
    const result = work()
    await state.beforeAnswer()
    return result
  }
  const unknown = () => fail({ reason: 'provider_unknown_id', why: 'nothing has this id' } as const)
  const copyOf = (id: string): Result<PaymentSession, ProviderFailure> => {
    const session = sessions.get(id)
    return session ? ok({ ...session }) : unknown()
  }
  const change = (id: string, changed: Partial<PaymentSession>) => {
    const session = sessions.get(id)
    if (!session) throw new Error(`there is no session ${id}`)
    sessions.set(id, { ...session, ...changed })
  }
  const newRefund = (providerPaymentId: string, amountGrosze: number, status: ProviderRefund['status']) => {
    const refund = { id: `re_${randomUUID()}`, providerPaymentId, amountGrosze, status }
    refunds.set(refund.id, refund)
    for (const session of sessions.values()) {
      if (session.providerPaymentId === providerPaymentId) session.refundedGrosze += amountGrosze
    }
    return refund
  }

  const contentOf = ({ productId, name, unitGrosze }: ProductToSync) => ({ productId, name, unitGrosze })

  /** Idempotency keys as at Stripe: the first answer is repeated, and another request under the same key is refused. */
  function answerProduct(request: ProductToSync, work: () => Result<SyncedProduct, ProviderFailure>) {
    if (state.refusedProducts.has(request.productId))
      return fail({ reason: 'provider_refused', why: 'not taken' } as const)
    const before = productAnswers.get(request.idempotencyKey)
    const text = JSON.stringify(request)
    if (before) {
      return before.request === text
        ? ok(before.answer)
        : fail({ reason: 'provider_refused', why: 'the key was used for another request' } as const)
    }
    const made = work()
    if (made.ok) productAnswers.set(request.idempotencyKey, { request: text, answer: made.value })
    return made
  }

  const provider: PaymentProvider = {
    name: 'stripe',
    mode,
    createSession: (request) =>
      answer('createSession', () => {
        asked.push([...request.means])
        const means = request.means.filter((one) => state.means.includes(one))
        if (means.length === 0) return fail({ reason: 'provider_refused', why: 'not activated' } as const)
        const known = [...sessions.values()].find(({ paymentId }) => paymentId === request.paymentId)
        if (known) return ok({ ...known })
        const amountGrosze =
          request.lines.reduce((sum, line) => sum + line.quantity * line.unitGrosze, 0) + request.delivery.grosze
        const { paymentId, orderId } = request
        return ok({ ...open({ paymentId, orderId, amountGrosze, means }) })
      }),
    listMeans: () => answer('listMeans', () => ok([...state.means])),
    meansUrl: 'https://dashboard.example/means',
    buildDashboardUrl: ({ providerPaymentId }) => providerPaymentId && `https://dashboard.example/${providerPaymentId}`,
    findSession: (id) => answer('findSession', () => copyOf(id)),
    expireSession: (id) =>
      answer('expireSession', () => {
        if (sessions.get(id)?.status === 'open') change(id, { status: 'expired', url: null })
        return copyOf(id)
      }),
    refund: ({ idempotencyKey, providerPaymentId, amountGrosze }) =>
      answer('refund', () => {
        const before = refunds.get(refundKeys.get(idempotencyKey) ?? '')
        if (before) return ok({ ...before })
        if (state.disputed.has(providerPaymentId)) return fail({ reason: 'provider_refused', why: 'charge_disputed' })
        const back = [...refunds.values()].filter((refund) => refund.providerPaymentId === providerPaymentId)
        const paid = [...sessions.values()].find((session) => session.providerPaymentId === providerPaymentId)
        const left = (paid?.amountGrosze ?? 0) - back.reduce((sum, refund) => sum + refund.amountGrosze, 0)
        if (amountGrosze > left) return fail({ reason: 'provider_refused', why: 'more than there is' })
        const made = newRefund(providerPaymentId, amountGrosze, state.refundStatus)
        refundKeys.set(idempotencyKey, made.id)
        return ok({ ...made })
      }),
    findRefunds: (providerPaymentId) =>
      answer('findRefunds', () =>
        ok([...refunds.values()].filter((refund) => refund.providerPaymentId === providerPaymentId)),
      ),
    createProduct: (request) =>
      answer(`createProduct ${request.productId}`, () =>
        answerProduct(request, () => {
          const ids = { providerProductId: `prod_${randomUUID()}`, providerPriceId: `price_${randomUUID()}` }
          products.set(ids.providerProductId, { ...contentOf(request), active: true })
          return ok(ids)
        }),
      ),
    updateProduct: ({ providerProductId, providerPriceId, ...request }) =>
      answer(`updateProduct ${request.productId}`, () =>
        answerProduct(request, () => {
          const known = products.get(providerProductId)
          if (!known) return unknown()
          products.set(providerProductId, { ...contentOf(request), active: true })
          const isSamePrice = known.unitGrosze === request.unitGrosze
          return ok({ providerProductId, providerPriceId: isSamePrice ? providerPriceId : `price_${randomUUID()}` })
        }),
      ),
    deactivateProduct: ({ providerProductId }) =>
      answer('deactivateProduct', () => {
        const known = products.get(providerProductId)
        if (!known) return unknown()
        products.set(providerProductId, { ...known, active: false })
        return ok(undefined)
      }),
    readEvent: createEventReader(mode, secret),
  }

  function open(
    given: Pick<PaymentSession, 'paymentId' | 'orderId' | 'amountGrosze'> & { means?: string[] },
  ): PaymentSession {
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`
    const session: PaymentSession = {
      id,
      mode,
      url: `https://pay.example.test/${id}`,
      status: 'open',
      paid: false,
      underWay: false,
      currency: 'pln',
      means: state.means,
      providerPaymentId: null,
      paidWith: null,
      refundedGrosze: 0,
      ...given,
    }
    sessions.set(id, session)
    return session
  }

  /** A webhook as Stripe sends it: its body, and the header with its signature. */
  function event(type: string, object: EventObject, { livemode = mode === 'live', at = new Date() } = {}) {
    const id = `evt_${randomUUID()}`
    const body = JSON.stringify({ id, object: 'event', type, livemode, data: { object } })
    return { id, body, signature: sign(body, at) }
  }

  function sign(body: string, at: Date): string {
    const stamp = Math.floor(at.getTime() / 1000)
    return `t=${stamp},v1=${createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')}`
  }

  return {
    provider,
    state,
    calls,
    asked,
    sessions,
    refunds,
    products,
    /** Forgets all products. */
    forgetProducts() {
      products.clear()
      productAnswers.clear()
    },
    open,
    change,
    sign,
    event,
    /** The buyer pays, even after the session's end. Returns the provider's id of the money. */
    pay(sessionId: string, paidWith: string | null = null): string {
      const providerPaymentId = sessions.get(sessionId)?.providerPaymentId ?? `pi_${randomUUID()}`
      change(sessionId, { status: 'complete', paid: true, underWay: false, url: null, providerPaymentId, paidWith })
      return providerPaymentId
    },
    /** A refund made in the provider's own dashboard. */
    refundByHand: (providerPaymentId: string, amountGrosze: number) =>
      newRefund(providerPaymentId, amountGrosze, 'succeeded'),
    sessionEvent: (sessionId: string, type = 'checkout.session.completed') => event(type, { id: sessionId }),
  }
}
