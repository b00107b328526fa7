// The register of returns follows the money of a sale forward, whatever happens to it.
import fc from 'fast-check'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { startOfDay } from '#domain/kernel/calendar-day.ts'
import { log } from '#domain/kernel/log.ts'
import { markReceipt } from '#domain/till/mark-receipt.server.ts'
import { readReturnRegister } from '#domain/till/read-till.server.ts'
import { findOpenReceipts, findReturnedReceipts } from '#domain/till/receipt-queries.server.ts'
import { listReturns } from '#domain/till/return-register.ts'
import { expect } from '#tests/support/fixtures.ts'
import { beginSequence } from '#tests/support/money-sequence.ts'
import { anySequence, RARE_SEQUENCES, type Sequence } from '#tests/support/money-sequences.ts'
import { settled } from '#tests/support/settled.ts'
import { TOTAL_GROSZE } from '#tests/support/stored-payment.ts'
import { atStrength } from '#tests/torture/strength.ts'

const EVER = { from: '2020-01-01', to: '2021-12-31' }
const MONTHS = ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2020-${month}`)
const MINUTE = 60_000
/** A parcel comes back at the end of a month, and is sent again in the next one. */
const SENT_AGAIN: Sequence = {
  way: 'cash_on_delivery',
  hasCode: false,
  begin: ['2020-10-23', 180 * MINUTE],
  acts: (['ship', 'come back', 'ship'] as const).map((act) => ({ act, part: 1, waitMs: 3 * 24 * 60 * MINUTE })),
}
const gross = (rows: readonly { gross_grosze: number }[]) => rows.reduce((sum, row) => sum + row.gross_grosze, 0)

settled(
  'after each act on a sale its receipt less the register is what the shop keeps, and no row changes',
  { timeout: atStrength({ short: 900_000, full: 4 * 3_600_000 }) },
  async ({ scene: { db, ...scene } }) => {
    vi.spyOn(log, 'error').mockReturnValue()
    vi.spyOn(log, 'warn').mockReturnValue()
    let returned = 0
    await fc.assert(
      fc.asyncProperty(anySequence, fc.nat(2), async ({ way, hasCode, begin: [day, laterMs], acts }, patience) => {
        let clock = new Date(startOfDay(day).getTime() + laterMs)
        const { checkoutId, perform } = await beginSequence({ db, ...scene }, { way, hasCode }, clock)
        const sale = () =>
          db.selectFrom('sales').select('kept_grosze').where('checkout_id', '=', checkoutId).executeTakeFirstOrThrow()
        const { user_id: userId } = await db
          .selectFrom('checkouts')
          .select('user_id')
          .where('id', '=', checkoutId)
          .executeTakeFirstOrThrow()

        /** Marks the receipt as printed once it has waited for some acts. Returns its sum, or null. */
        let patient = patience
        let printed: number | null = null
        async function print(): Promise<void> {
          const where = sql`receipts.checkout_id = ${checkoutId}`
          const [open] = await findOpenReceipts(db, { now: clock, where, most: 1 })
          if (!open || patient-- > 0) return
          const { gross_grosze } = open
          const of = { userId: userId ?? '', checkoutId }
          const marked = await markReceipt({ db, now: () => clock }, of, { number: '1', gross_grosze })
          expect(marked).toEqual({ ok: true, value: null })
          printed = gross_grosze
        }
        const readRows = async () =>
          (await findReturnedReceipts(db, EVER))
            .filter(({ checkout_id }) => checkout_id === checkoutId)
            .flatMap(({ events, ...receipt }) => listReturns(receipt, events))

        let before: Awaited<ReturnType<typeof readRows>> = []
        for (const act of acts) {
          // A receipt and what comes after it do not have the same moment.
          const waitMs = Math.max(act.waitMs, MINUTE)
          clock = new Date(clock.getTime() + waitMs)
          await perform({ ...act, waitMs })
          if (printed === null) await print()
          if (printed === null) continue
          const rows = await readRows()
          expect(rows.slice(0, before.length)).toEqual(before)
          expect(printed - gross(rows)).toBe(Math.min(printed, (await sale()).kept_grosze))
          before = rows
        }
        returned += gross(before)
        return true
      }),
      {
        numRuns: atStrength({ short: 26, full: 10_000 }),
        endOnFailure: true,
        examples: [SENT_AGAIN, ...RARE_SEQUENCES.flat()].map((sequence) => [sequence, 0]),
      },
    )
    // The months together have every row once.
    const months = await Promise.all(MONTHS.map((month) => readReturnRegister({ db, now: () => new Date() }, month)))
    expect(gross(months.flatMap(({ items }) => items))).toBe(returned)
    expect(returned).toBeGreaterThan(0)
  },
)

settled(
  'money that was paid twice and given back is no return, and the first payment given back is one',
  async ({ scene }) => {
    const { db } = scene
    const { orderId, checkoutId, sessionId, userId } = await scene.begin()
    scene.memory.pay(sessionId)
    expect(await scene.settle(sessionId)).toBe('paid')
    const read = async () =>
      (await findReturnedReceipts(db, { from: '2020-01-01', to: '2100-01-01' }))
        .filter(({ checkout_id }) => checkout_id === checkoutId)
        .flatMap(({ events, ...receipt }) => listReturns(receipt, events))
    const now = () => new Date(Date.now() + MINUTE)
    const of = { userId, checkoutId }
    expect(await markReceipt({ db, now }, of, { number: '1', gross_grosze: TOTAL_GROSZE })).toMatchObject({ ok: true })
    const later = new Date(Date.now() + 2 * MINUTE)
    const { id: second } = await db
      .insertInto('payments')
      .values({
        order_id: orderId,
        attempt: 2,
        provider: 'stripe',
        mode: 'test',
        status: 'paid',
        amount_grosze: TOTAL_GROSZE,
        expires_at: later,
        paid_at: later,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const giveBack = (payment_id: string, cause: 'overpayment' | 'goodwill', lines: object[]) =>
      db
        .insertInto('refunds')
        .values({
          payment_id,
          amount_grosze: TOTAL_GROSZE,
          status: 'succeeded',
          reason: cause,
          cause,
          lines: JSON.stringify(lines),
          idempotency_key: crypto.randomUUID(),
          succeeded_at: new Date(later.getTime() + MINUTE),
        })
        .execute()
    await giveBack(second, 'overpayment', [])
    expect(await read()).toEqual([])
    const first = await db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .where('attempt', '=', 1)
      .executeTakeFirstOrThrow()
    await giveBack(first.id, 'goodwill', [
      { rate: '23', grosze: TOTAL_GROSZE, pieces: 0, item_id: null, kept_grosze: 0 },
    ])
    expect(gross(await read())).toBe(TOTAL_GROSZE)
  },
)
