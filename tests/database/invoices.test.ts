// Invoices follow the money of a sale, whatever happens to it, and their numbers have no gaps.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { vi } from 'vitest'
import type { Database } from '#domain/database.ts'
import { startOfDay } from '#domain/kernel/calendar-day.ts'
import { log } from '#domain/kernel/log.ts'
import { fitLines } from '#domain/money/allocate.ts'
import { readOrderStates } from '#domain/money/allocation-queries.server.ts'
import { labelCause, WON_BACK_LABEL } from '#domain/money/label-cause.ts'
import type { InvoiceLine } from '#domain/papers/invoice.ts'
import { listPapers, listSaleMovements, listUninvoiced } from '#domain/papers/invoices/invoice-queries.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { beginSequence } from '#tests/support/money-sequence.ts'
import { anySequence, RARE_SEQUENCES } from '#tests/support/money-sequences.ts'
import { STORED_COMPANY } from '#tests/support/orders.ts'
import { settled } from '#tests/support/settled.ts'
import { atStrength } from '#tests/torture/strength.ts'

const PROGRAM = new URL('../support/number-invoices.ts', import.meta.url).pathname
const NUMBERS = atStrength({ short: 400, full: 1_000 })
const gross = (lines: readonly { gross_grosze: number }[]) => lines.reduce((sum, line) => sum + line.gross_grosze, 0)

/** Reasons of corrections for what was undone since the last paper. */
const UNDONE = ['Ponowna wpłata', 'Przywrócenie zamówienia', 'Zwrot, który nie doszedł do kupującego', WON_BACK_LABEL]

type Counted = { name: string; count: number }
/** Both orders of a parcel may have items of one name. */
function sumByName(rows: readonly Counted[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { name, count } of rows) sums[name] = (sums[name] ?? 0) + count
  return sums
}
const countPieces = (lines: readonly InvoiceLine[]) =>
  sumByName(lines.filter(({ unit }) => unit === 'szt.').map(({ name, quantity }) => ({ name, count: quantity })))
const sumPrices = (lines: readonly InvoiceLine[]) =>
  sumByName(lines.map(({ name, gross_grosze }) => ({ name, count: gross_grosze })))

/** Names of lines that cost more than before. */
function listRaised(before: readonly InvoiceLine[], after: readonly InvoiceLine[]): string[] {
  const was = sumPrices(before)
  return Object.entries(sumPrices(after)).flatMap(([name, grosze]) => (grosze > (was[name] ?? grosze) ? [name] : []))
}

/**
 * The pieces of a sale that no settled case has taken back, by name; of an order of which no money is
 * kept, or that is cancelled, those that still cost something.
 */
async function listKeptPieces(db: Kysely<Database>, checkoutId: string): Promise<Record<string, number>> {
  const states = await readOrderStates(db, { checkoutId }, 'effective')
  const { rows } = await sql<{ item_id: string; name: string; is_with_buyer: boolean; left: number }>`
    select item_id, name, gross_grosze > 0 and orders.status <> 'cancelled'
      and (select kept_grosze > 0 from kept_orders where order_id = orders.id) as is_with_buyer, (sale_lines.quantity - coalesce((
      select sum(return_items.quantity) from return_items join return_cases on return_cases.id = case_id
      left join refunds on refunds.id = refund_id
      where order_item_id = item_id and lowered_grosze = 0 and settled_at is not null and not amended
        -- Of a cancelled order only what its money was for: the rest of it is still to go back.
        and (orders.status <> 'cancelled' and (settled_grosze > 0 or return_cases.lines is not null) or refund_id is not null
          or exists (select from transfers where transfers.case_id = return_cases.id and transfers.order_id = orders.id))
        and (refund_id is null or refunds.status = 'succeeded')), 0) - coalesce((
      -- An order may have grown after all that it had was to be refunded.
      select sum((line ->> 'pieces')::int) from sale_reductions cross join jsonb_array_elements(sale_reductions.lines) as line
      where sale_reductions.order_id = sale_lines.order_id and is_effective and cause = 'cancellation'
        and line ->> 'item_id' = sale_lines.item_id::text), 0))::int as left
    from sale_lines join orders on orders.id = sale_lines.order_id
    where sale_lines.checkout_id = ${checkoutId} and item_id is not null`.execute(db)
  const kept = await db.selectFrom('kept_orders').selectAll().where('checkout_id', '=', checkoutId).execute()
  const costs = states.flatMap(({ orderId, lines }) =>
    fitLines(lines, kept.find(({ order_id }) => order_id === orderId)?.kept_grosze ?? 0),
  )
  const isCharged = (id: string) => costs.some(({ item_id, grosze }) => item_id === id && grosze > 0)
  const listed = rows.filter(({ item_id, is_with_buyer, left }) => isCharged(item_id) || (is_with_buyer && left > 0))
  return sumByName(listed.map(({ name, left }) => ({ name, count: left })))
}

settled(
  'after each act on a sale its invoice and corrections add up to what the shop keeps, and none changes',
  { timeout: atStrength({ short: 900_000, full: 4 * 3_600_000 }) },
  async ({ scene }) => {
    vi.spyOn(log, 'error').mockReturnValue()
    vi.spyOn(log, 'warn').mockReturnValue()
    const { db } = scene
    await fc.assert(
      fc.asyncProperty(anySequence, async ({ way, hasCode, begin: [day, laterMs], acts }) => {
        const sequence = await beginSequence(scene, { way, hasCode }, new Date(startOfDay(day).getTime() + laterMs))
        const { checkoutId } = sequence
        await sql`update checkouts set company = ${JSON.stringify(STORED_COMPANY)}::jsonb where id = ${checkoutId}`.execute(
          db,
        )
        let before: Awaited<ReturnType<typeof listPapers>> = []
        for (const act of acts) {
          await sequence.perform(act)
          const issued = await issueInvoice(scene.services, checkoutId)
          expect(issued.ok).toBe(true)
          // A second call issues nothing.
          expect(await issueInvoice(scene.services, checkoutId)).toEqual({ ok: true, value: null })
          const papers = await listPapers(db, checkoutId)
          expect(papers.slice(0, before.length)).toEqual(before)
          const sale = await db
            .selectFrom('sales')
            .select(['kept_grosze', 'sold_at', 'is_cancelled'])
            .where('checkout_id', '=', checkoutId)
            .executeTakeFirstOrThrow()
          if (papers.length > 0) {
            expect(gross(papers)).toBe(sale.kept_grosze)
            expect(gross(papers.at(-1)?.content.lines ?? [])).toBe(sale.kept_grosze)
          } else expect(sale.sold_at === null || sale.is_cancelled || sale.kept_grosze === 0).toBe(true)
          for (const { content } of papers) expect(gross(content.sums)).toBe(content.gross_grosze)
          const [last, newest] = [before.at(-1), papers.at(-1)]
          if (newest && papers.length > before.length) {
            expect(countPieces(newest.content.lines)).toEqual(await listKeptPieces(db, checkoutId))
            if (last) {
              if (newest.gross_grosze < 0) expect(listRaised(last.content.lines, newest.content.lines)).toEqual([])
              const causes = await listSaleMovements(db, checkoutId)
              const isAmended = acts.some(({ act: name }) => name === 'amend')
              const known = [
                ...causes.map(({ cause }) => labelCause(cause)),
                ...UNDONE,
                ...(isAmended ? [labelCause(null)] : []),
              ]
              for (const reason of newest.content.corrected?.reason.split('; ') ?? []) expect(known).toContain(reason)
            }
          }
          before = papers
        }
        return true
      }),
      { numRuns: atStrength({ short: 36, full: 10_000 }), endOnFailure: true, examples: RARE_SEQUENCES },
    )
    const numbers = await db.selectFrom('invoices').select('number').orderBy('number').execute()
    const inSeries = (series: string) =>
      numbers.map(({ number }) => number).filter((number) => number.startsWith(series))
    for (const series of ['FV', 'FK']) {
      const taken = inSeries(series).map((number) => Number(number.slice(-6)))
      expect(taken).toEqual(taken.map((_, at) => at + 1))
      expect(taken.length).toBeGreaterThan(10)
    }
    expect(await listUninvoiced(db, 100_000)).toEqual([])
  },
)

settled('an issued invoice does not change', async ({ scene: { db } }) => {
  await expect(sql`update invoices set gross_grosze = 1`.execute(db)).rejects.toThrow(
    'an issued invoice does not change',
  )
})

settled(
  `three processes, one of them killed, take ${NUMBERS} numbers without a gap or a duplicate`,
  async ({ scene: { db }, database }) => {
    const { id: invoiceId, checkout_id } = await db
      .selectFrom('invoices')
      .select(['id', 'checkout_id'])
      .where('corrects_id', 'is', null)
      .executeTakeFirstOrThrow()
    const numbersOf2030 = async () =>
      (
        await db
          .selectFrom('invoices')
          .select('number')
          .where('number', 'like', 'FK/2030/%')
          .orderBy('number')
          .execute()
      ).map(({ number }) => number)
    const begin = () =>
      spawn(process.execPath, [PROGRAM, database.url, checkout_id, invoiceId, String(NUMBERS)], { stdio: 'inherit' })
    const [victim, ...others] = [begin(), begin(), begin()]
    await expect.poll(async () => (await numbersOf2030()).length, { interval: 20 }).toBeGreaterThan(NUMBERS / 5)
    victim?.kill('SIGKILL')
    await Promise.all(others.map((other) => once(other, 'exit')))
    expect(others.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(await numbersOf2030()).toEqual(
      Array.from({ length: NUMBERS }, (_, at) => `FK/2030/${String(at + 1).padStart(6, '0')}`),
    )
  },
)
