import type { Collection } from '#sandbox/collection.ts'
import type { FaultBoard } from '#sandbox/faults.ts'
import { showCharge, showDispute, showRefund, showSession, sumRefunds } from './objects.ts'
import { createId, type Method, type Money, type RefundRecord, type SessionRecord } from './stripe-records.ts'
import type { Webhooks } from './stripe-webhooks.ts'

/** Time for the buyer to confirm a BLIK payment in the bank's app. */
export const CONFIRM_WITHIN_MS = 60_000

/** The event of each state of a dispute. */
const DISPUTE_EVENTS = { needs_response: 'created', under_review: 'updated', won: 'closed', lost: 'closed' } as const

type NewSession = Omit<SessionRecord, 'id' | 'created' | 'aheadMs' | 'status' | 'confirmingSince' | 'money'>

export type Payments = ReturnType<typeof createPayments>

/**
 * Changes checkout sessions and their money. A change that the session's state does not allow returns null and does
 * nothing. Every change is stored before its event is published.
 */
export function createPayments(options: {
  sessions: Collection<SessionRecord>
  webhooks: Webhooks
  faults: FaultBoard
  now(): Date
  pageUrl(id: string): string
}) {
  const { sessions, webhooks, faults, pageUrl } = options
  const now = () => options.now().getTime()
  const timeOf = (session: SessionRecord) => now() + session.aheadMs

  async function change(session: SessionRecord, changes: Partial<SessionRecord>, eventType?: string) {
    const changed: SessionRecord = { ...session, ...changes }
    await sessions.put(session.id, changed)
    if (eventType !== undefined) {
      await webhooks.publish(eventType, session.livemode, showSession(changed, pageUrl(session.id)))
    }
    return changed
  }

  function newMoney(method: Method, status: Money['status'], arrivesAt: number | null): Money {
    const [intentId, chargeId] = [createId('pi_'), createId('ch_')]
    return { intentId, chargeId, method, status, arrivesAt, created: now(), refunds: [], dispute: null }
  }

  const pay = (session: SessionRecord, method: Method) =>
    change(
      session,
      { status: 'complete', confirmingSince: null, money: newMoney(method, 'succeeded', null) },
      'checkout.session.completed',
    )

  const settle = (session: SessionRecord, money: Money, succeeded: boolean) =>
    change(
      session,
      { money: { ...money, status: succeeded ? 'succeeded' : 'failed', arrivesAt: null } },
      `checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`,
    )

  const expire = (session: SessionRecord) =>
    change(session, { status: 'expired', confirmingSince: null }, 'checkout.session.expired')

  /** Makes the change that is due by the session's clock, at most one. */
  async function catchUp(session: SessionRecord): Promise<SessionRecord> {
    const time = timeOf(session)
    if (session.status === 'open' && time >= session.expiresAt) return expire(session)
    if (session.confirmingSince !== null && time >= session.confirmingSince + CONFIRM_WITHIN_MS) {
      return change(session, { confirmingSince: null })
    }
    const arrivesAt = session.money?.status === 'processing' ? session.money.arrivesAt : null
    return session.money && arrivesAt !== null && time >= arrivesAt ? settle(session, session.money, true) : session
  }

  async function find(id: string): Promise<SessionRecord | null> {
    const session = sessions.get(id)
    return session ? catchUp(session) : null
  }

  /** Restricts a change to sessions in a certain state. */
  const when =
    <Args extends unknown[]>(
      fits: (session: SessionRecord) => boolean,
      work: (session: SessionRecord, ...args: Args) => Promise<SessionRecord>,
    ) =>
    async (id: string, ...args: Args): Promise<SessionRecord | null> => {
      await find(id)
      const session = sessions.get(id)
      return session && fits(session) ? work(session, ...args) : null
    }
  const isOpen = (session: SessionRecord) => session.status === 'open'

  async function changeRefund(session: SessionRecord, money: Money, refund: RefundRecord) {
    const others = money.refunds.filter(({ id }) => id !== refund.id)
    const changed = { ...money, refunds: [...others, refund] }
    await change(session, { money: changed })
    return changed
  }

  const findByRefund = (refundId: string) => {
    for (const session of sessions.all()) {
      const refund = session.money?.refunds.find(({ id }) => id === refundId)
      if (session.money && refund) return { session, money: session.money, refund }
    }
    return null
  }

  return {
    all: () => sessions.all(),
    find,
    findByIntent: (intentId: string) => sessions.all().find(({ money }) => money?.intentId === intentId) ?? null,
    timeOf,

    async open(request: NewSession): Promise<SessionRecord> {
      const session: SessionRecord = {
        ...request,
        id: createId(`cs_${request.livemode ? 'live' : 'test'}_`, 58),
        created: now(),
        aheadMs: 0,
        status: 'open',
        confirmingSince: null,
        money: null,
      }
      await sessions.put(session.id, session)
      return session
    },

    expire: when(isOpen, expire),
    pay: when(isOpen, pay),
    /** The bank asks the buyer to confirm a BLIK payment. */
    askToConfirm: when(isOpen, (session) => change(session, { confirmingSince: timeOf(session) })),
    stopAsking: when(isOpen, (session) => change(session, { confirmingSince: null })),
    /** The buyer orders a transfer; the money arrives after `arrivesInMs`, or by `endTransfer`. */
    startTransfer: when(isOpen, (session, arrivesInMs: number | null, method: Method) =>
      change(
        session,
        {
          status: 'complete',
          confirmingSince: null,
          money: newMoney(method, 'processing', arrivesInMs === null ? null : timeOf(session) + arrivesInMs),
        },
        'checkout.session.completed',
      ),
    ),
    endTransfer: when(
      ({ money }) => money?.status === 'processing',
      (session, succeeded: boolean) =>
        session.money ? settle(session, session.money, succeeded) : Promise.resolve(session),
    ),
    /**
     * Money arrives for a session that has expired, or whose transfer failed. Stripe prevents most of these, not all.
     */
    payLate: when(
      ({ status, money }) => money?.status !== 'succeeded' && status !== 'open',
      (session) =>
        change(
          session,
          {
            status: 'complete',
            money: { ...(session.money ?? newMoney('p24', 'succeeded', null)), status: 'succeeded' },
          },
          'checkout.session.async_payment_succeeded',
        ),
    ),
    advance: when(
      () => true,
      async (session, ms: number) => catchUp(await change(session, { aheadMs: session.aheadMs + ms })),
    ),

    /** Null when less than the amount is left. */
    async refund(session: SessionRecord, amount: number, metadata: Record<string, string>) {
      const { money } = session
      if (money?.status !== 'succeeded' || amount > session.amountTotal - sumRefunds(money)) return null
      const planned = faults.take('stripe-refunds')?.mode
      const status = planned === undefined ? 'succeeded' : 'pending'
      const refund: RefundRecord = { id: createId('re_'), amount, status, created: now(), metadata }
      const changed = await changeRefund(session, money, refund)
      await webhooks.publish('charge.refunded', session.livemode, showCharge(session, changed))
      if (planned === 'fail') await this.endRefund(refund.id, false)
      return showRefund(money, refund)
    },

    /** Ends a refund; one that succeeded can still fail. False for an unknown one. */
    async endRefund(refundId: string, succeeded: boolean): Promise<boolean> {
      const found = findByRefund(refundId)
      if (found === null) return false
      const refund: RefundRecord = { ...found.refund, status: succeeded ? 'succeeded' : 'failed' }
      const money = await changeRefund(found.session, found.money, refund)
      const types = succeeded ? ['refund.updated'] : ['refund.updated', 'refund.failed']
      for (const type of types) await webhooks.publish(type, found.session.livemode, showRefund(money, refund))
      return true
    },

    /** Opens a dispute of the payment, answers or decides it; null without money. */
    async dispute(id: string, status: keyof typeof DISPUTE_EVENTS): Promise<SessionRecord | null> {
      const session = sessions.get(id)
      if (session?.money?.status !== 'succeeded') return null
      const { id: disputeId, created } = session.money.dispute ?? { id: createId('dp_'), created: now() }
      const money = { ...session.money, dispute: { id: disputeId, created, status } }
      const changed = await change(session, { money })
      await webhooks.publish(`charge.dispute.${DISPUTE_EVENTS[status]}`, session.livemode, showDispute(changed, money))
      return changed
    },

    /** Makes the changes that are due in all sessions. */
    async catchUpAll(): Promise<void> {
      for (const { id, status, money } of sessions.all()) {
        if (status === 'open' || money?.status === 'processing') await find(id)
      }
    },
  }
}
