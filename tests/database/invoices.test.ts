// Invoices follow the money of a sale, whatever happens to it, and their numbers have no gaps.
import fc from 'fast-check'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { startOfDay } from '#domain/kernel/calendar-day.ts'
import { log } from '#domain/kernel/log.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { listPapers, listUninvoiced } from '#domain/papers/invoices/invoice-queries.server.ts'
import { insertInvoice, takeNumber } from '#domain/papers/invoices/invoice-store.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { beginLife } from '#tests/support/money-life.ts'
import { life, STORIES } from '#tests/support/money-lives.ts'
import { settled } from '#tests/support/settled.ts'
import { atStrength } from '#tests/torture/strength.ts'

const COMPANY = { nip: '7740001454', name: 'Gabinet', street: 'Długa 1', postal_code: '90-001', city: 'Łódź' }
const gross = (lines: readonly { gross_grosze: number }[]) => lines.reduce((sum, line) => sum + line.gross_grosze, 0)

settled(
  'after each event of a sale its invoice and corrections add up to what the shop keeps, and none of them changes',
  { timeout: atStrength({ short: 240_000, full: 4 * 3_600_000 }) },
  async ({ scene }) => {
    vi.spyOn(log, 'error').mockReturnValue()
    vi.spyOn(log, 'warn').mockReturnValue()
    const { db } = scene
    await fc.assert(
      fc.asyncProperty(life, async ({ way, hasCode, begin: [day, laterMs], deeds }) => {
        const lived = await beginLife(scene, { way, hasCode }, new Date(startOfDay(day).getTime() + laterMs))
        const { checkoutId } = lived
        await sql`update checkouts set company = ${JSON.stringify(COMPANY)}::jsonb where id = ${checkoutId}`.execute(db)
        let before: Awaited<ReturnType<typeof listPapers>> = []
        for (const deed of deeds) {
          await lived.live(deed)
          const issued = await issueInvoice(scene.services, checkoutId)
          expect(issued.ok).toBe(true)
          // One press is enough, and a second one issues nothing.
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
      { numRuns: atStrength({ short: 60, full: 10_000 }), endOnFailure: true, examples: STORIES },
    )
    const numbers = await db.selectFrom('invoices').select('number').orderBy('number').execute()
    const inSeries = (series: string) =>
      numbers.map(({ number }) => number).filter((number) => number.startsWith(series))
    for (const series of ['FV', 'FK']) {
      const taken = inSeries(series).map((number) => Number(number.slice(-6)))
      expect(taken).toEqual(taken.map((_, at) => at + 1))
      expect(taken.length).toBeGreaterThan(10)
    }
    expect(await listUninvoiced(db, 100_000, 10)).toEqual([])
  },
)

settled('an issued invoice does not change', async ({ scene: { db } }) => {
  await expect(sql`update invoices set gross_grosze = 1`.execute(db)).rejects.toThrow(
    'an issued invoice does not change',
  )
})

settled('1,000 numbers taken at once, of which every third is given back, have no gap', async ({ scene: { db } }) => {
  const { id: checkoutId } = await db.selectFrom('checkouts').select('id').executeTakeFirstOrThrow()
  const taken: string[] = []
  const take = async (index: number) =>
    db.transaction().execute(async (trx) => {
      const number = await takeNumber(trx, 'FK', 2030)
      const content = { number, lines: [], sums: [] } as unknown as Invoice
      const first = await trx.selectFrom('invoices').select('id').where('corrects_id', 'is', null).executeTakeFirst()
      await insertInvoice(trx, { checkoutId, correctsId: first?.id ?? null, content, grossGrosze: 0 })
      if (index % 3 === 0) throw new Error('stopped')
      taken.push(number)
    })
  const all = await Promise.allSettled(Array.from({ length: 1_500 }, (_, index) => take(index)))
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(500)
  expect(taken.toSorted()).toEqual(
    Array.from({ length: 1_000 }, (_, at) => `FK/2030/${String(at + 1).padStart(6, '0')}`),
  )
})
