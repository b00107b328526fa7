// Invoices follow the money of a sale, whatever happens to it, and their numbers have no gaps.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { startOfDay } from '#domain/kernel/calendar-day.ts'
import { log } from '#domain/kernel/log.ts'
import { listPapers, listUninvoiced } from '#domain/papers/invoices/invoice-queries.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { beginSequence } from '#tests/support/money-sequence.ts'
import { anySequence, RARE_SEQUENCES } from '#tests/support/money-sequences.ts'
import { STORED_COMPANY } from '#tests/support/orders.ts'
import { settled } from '#tests/support/settled.ts'
import { atStrength } from '#tests/torture/strength.ts'

const PROGRAM = new URL('../support/number-invoices.ts', import.meta.url).pathname
const gross = (lines: readonly { gross_grosze: number }[]) => lines.reduce((sum, line) => sum + line.gross_grosze, 0)

settled(
  'after each act on a sale its invoice and corrections add up to what the shop keeps, and none changes',
  { timeout: atStrength({ short: 240_000, full: 4 * 3_600_000 }) },
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
            .selectAll()
            .where('checkout_id', '=', checkoutId)
            .executeTakeFirstOrThrow()
          if (papers.length > 0) {
            expect(gross(papers)).toBe(sale.kept_grosze)
            expect(gross(papers.at(-1)?.content.lines ?? [])).toBe(sale.kept_grosze)
          } else expect(sale.sold_at === null || sale.is_cancelled || sale.kept_grosze === 0).toBe(true)
          for (const { content } of papers) expect(gross(content.sums)).toBe(content.gross_grosze)
          before = papers
        }
        return true
      }),
      { numRuns: atStrength({ short: 60, full: 10_000 }), endOnFailure: true, examples: RARE_SEQUENCES },
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
  'three processes, one of them killed, take 1,000 numbers without a gap or a duplicate',
  {
    timeout: 180_000,
  },
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
      spawn(process.execPath, [PROGRAM, database.url, checkout_id, invoiceId, '1000'], { stdio: 'inherit' })
    const [victim, ...others] = [begin(), begin(), begin()]
    await expect
      .poll(async () => (await numbersOf2030()).length, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(200)
    victim?.kill('SIGKILL')
    await Promise.all(others.map((other) => once(other, 'exit')))
    expect(others.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(await numbersOf2030()).toEqual(
      Array.from({ length: 1_000 }, (_, at) => `FK/2030/${String(at + 1).padStart(6, '0')}`),
    )
  },
)
