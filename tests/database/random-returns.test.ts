// Random lives of a parcel: whatever goes back on its pages and by cases, in any order, each item goes back once.
import fc from 'fast-check'
import type { NotNull } from 'kysely'
import { readOrderStates } from '#domain/money/allocation-queries.server.ts'
import { listOrderSums, listReturnedBeside } from '#domain/money/order-money-queries.server.ts'
import { answerCase } from '#domain/returns/decide-case.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { settled } from '#tests/support/settled.ts'
import { sell } from '#tests/support/sold-parcel.ts'
import { atStrength } from '#tests/torture/strength.ts'

const DELIVERY = 1_599
/** The cheapest delivery of the demo, which goes back with the last piece. */
const CHEAPEST = 1_299
const GOODS = [
  { name: 'Oud', priceGrosze: 10_000, quantity: 2, discountGrosze: 0 },
  { name: 'Książka', priceGrosze: 4_999, quantity: 1, rate: '5', discountGrosze: 0 },
  { name: 'Róża', priceGrosze: 17_333, quantity: 2, discountGrosze: 1_001 },
] as const
type Name = (typeof GOODS)[number]['name']

type Purpose = 'goodwill' | 'returned' | 'delivery'
type Returned = { product_id: string; quantity: number }[]
const sum = (of: readonly { grosze: number }[]) => of.reduce((total, { grosze }) => total + grosze, 0)

const name = fc.constantFrom(...GOODS.map((item) => item.name))
const small = fc.integer({ min: 1, max: 900 })
const act = fc.oneof(
  fc.record({ kind: fc.constant('goodwill' as const), order: fc.nat(1), grosze: fc.oneof(small, fc.nat(12_000)) }),
  fc.record({ kind: fc.constant('delivery' as const), grosze: fc.integer({ min: 1, max: DELIVERY }) }),
  fc.record({ kind: fc.constant('piece back' as const), name, keptGrosze: fc.oneof(fc.constant(0), small) }),
  fc.record({ kind: fc.constant('withdrawal' as const), name, deductionGrosze: fc.oneof(fc.constant(0), small) }),
  fc.record({ kind: fc.constant('complaint' as const), name, grosze: small }),
  fc.record({ kind: fc.constant('settle' as const), last: fc.boolean() }),
)
const life = fc.record({
  goods: fc.subarray([...GOODS], { minLength: 1 }),
  isSplit: fc.boolean(),
  isPrepaid: fc.boolean(),
  acts: fc.array(act, { maxLength: 8 }),
})

type Life = Parameters<Parameters<typeof life.map>[0]>[0]
const COMPLAINT = { kind: 'complaint', name: 'Książka', grosze: 1 } as const
const WITHDRAWAL = { kind: 'withdrawal', name: 'Książka', deductionGrosze: 1 } as const

/** A complaint and the page give the whole price back, so that nothing is left that a deduction could keep. */
const GIVEN_IN_WHOLE: Life = {
  goods: [GOODS[1]],
  isSplit: false,
  isPrepaid: false,
  acts: [COMPLAINT, { kind: 'settle', last: false }, WITHDRAWAL, { kind: 'goodwill', order: 0, grosze: 4_998 }],
}
/** The money of an accepted complaint goes back after its piece did; the other goods keep their price. */
const PAID_AFTER_THE_RETURN: Life = {
  goods: [GOODS[1], GOODS[2]],
  isSplit: false,
  isPrepaid: false,
  acts: [COMPLAINT, WITHDRAWAL, { kind: 'settle', last: true }],
}

settled(
  'after any goodwill, complaints, deductions and returns an item has gone back once, and papers say what was kept',
  { timeout: atStrength({ short: 300_000, full: 4 * 3_600_000 }) },
  async ({ scene }) => {
    await fc.assert(
      fc.asyncProperty(life, async ({ goods, isSplit, isPrepaid, acts }) => {
        const orders = isSplit && !isPrepaid ? goods.map((item) => [item]) : [goods]
        const sale = await sell(scene, orders, { isPrepaid })
        const left = new Map<Name, number>(goods.map((item) => [item.name, item.quantity]))
        const deducted = new Map<Name, number>()
        /** Items of which a piece came back on the page: a case may be about the same piece. */
        const takenBack = new Set<Name>()
        const open: string[] = []
        // The shop adds what is stated more often in a day to the last statement.
        let statements = 0
        let before = (await sale.issue()).lines

        const findState = async (orderId: string) => {
          const [state] = await readOrderStates(scene.db, { orderId }, 'decided')
          return state?.lines ?? []
        }
        /** Gives at most what is left back on the page of an order. */
        async function give(orderId: string, wanted: number, asked: { purpose: Purpose; returned?: Returned }) {
          const [sums] = await listOrderSums(scene.db, { orderId })
          const grosze = Math.min(wanted, (sums?.paidGrosze ?? 0) - (sums?.returnedGrosze ?? 0))
          if (grosze <= 0) return
          if (isPrepaid) {
            await sale.refund(grosze, { returned: [], ...asked })
            await scene.makeRefunds()
          } else await sale.transfer(grosze, { ...asked, orderId })
        }
        async function takeBack(of: Name, keptGrosze: number) {
          const productId = await sale.itemOf(of)
          const { id, order_id: orderId } = await scene.db
            .selectFrom('order_items')
            .select(['id', 'order_id'])
            .where('order_id', 'in', sale.ids)
            .where('product_id', '=', productId)
            .executeTakeFirstOrThrow()
          const line = (await findState(orderId)).find(({ item_id }) => item_id === id)
          if (!line || line.pieces === 0) return
          const worth = Math.round(line.grosze / line.pieces)
          if (worth <= keptGrosze) return
          takenBack.add(of)
          deducted.set(of, (deducted.get(of) ?? 0) + keptGrosze)
          const returned = [{ product_id: productId, quantity: 1 }]
          await give(orderId, worth - keptGrosze, { purpose: 'returned', returned })
        }
        async function withdraw(of: Name, deductionGrosze: number) {
          const caseId = await sale.state([{ name: of }])
          left.set(of, (left.get(of) ?? 0) - 1)
          if (deductionGrosze > 0) {
            deducted.set(of, (deducted.get(of) ?? 0) + deductionGrosze)
            await scene.db
              .updateTable('return_cases')
              .set({ deduction_grosze: deductionGrosze, deduction_reason: 'Używane.' })
              .where('id', '=', caseId)
              .execute()
          }
          open.push(caseId)
        }
        async function settleNext(last: boolean) {
          const caseId = last ? open.pop() : open.shift()
          if (caseId === undefined) return
          await sale.settle(caseId)
          if (isPrepaid) await scene.makeRefunds()
        }
        async function complain(of: Name, grosze: number) {
          const caseId = await sale.state([{ name: of }], true)
          const by = { caseId, adminId: sale.admin, answer: 'Tak.' }
          const accepted = await answerCase(scene.services, { ...by, decision: 'accepted', amount_grosze: grosze })
          if (accepted.ok) open.push(caseId)
          else {
            const rejected = await answerCase(scene.services, { ...by, decision: 'rejected', amount_grosze: 0 })
            expect(rejected).toEqual({ ok: true, value: null })
          }
        }

        for (const each of acts) {
          if (each.kind === 'withdrawal' || each.kind === 'complaint') statements += 1
          if (statements > 4) break
          switch (each.kind) {
            case 'goodwill': {
              const orderId = sale.ids[each.order % sale.ids.length] ?? ''
              // What exceeds the goods would take off what was kept of others, which is another matter.
              const ofGoods = sum((await findState(orderId)).filter(({ item_id }) => item_id !== null))
              await give(orderId, Math.min(each.grosze, ofGoods), { purpose: 'goodwill' })
              break
            }
            case 'delivery': {
              const [orderId = ''] = sale.ids
              const ofDelivery = sum((await findState(orderId)).filter(({ item_id }) => item_id === null))
              await give(orderId, Math.min(each.grosze, ofDelivery), { purpose: 'delivery' })
              break
            }
            case 'piece back': {
              if (left.has(each.name)) await takeBack(each.name, each.keptGrosze)
              break
            }
            case 'withdrawal': {
              if ((left.get(each.name) ?? 0) > 0) await withdraw(each.name, each.deductionGrosze)
              break
            }
            case 'complaint': {
              if (left.has(each.name)) await complain(each.name, each.grosze)
              break
            }
            case 'settle':
              await settleNext(each.last)
          }
          const { lines } = await sale.issue()
          for (const [what, , grosze] of lines) {
            const earlier = before.find(([named]) => named === what)
            if (earlier && !what.startsWith('Zatrzymana')) expect(grosze).toBeLessThanOrEqual(earlier[2])
          }
          before = lines
        }
        const rest = [...left]
          .filter(([, quantity]) => quantity > 0)
          .map(([named, quantity]) => ({ name: named, quantity }))
        if (rest.length > 0) open.push(await sale.state(rest))
        while (open.length > 0) await settleNext(false)

        // What pages and complaints gave for an item beyond its price less the deductions, the deductions cannot keep.
        const given = await listReturnedBeside(scene.db, sale.checkoutId)
        const complained = await scene.db
          .selectFrom('return_cases')
          .innerJoin('return_items', 'return_items.case_id', 'return_cases.id')
          .select(['order_item_id as itemId', 'settled_grosze as grosze'])
          .where('checkout_id', '=', sale.checkoutId)
          .where('kind', '=', 'complaint')
          .$narrowType<{ grosze: NotNull }>()
          .where('settled_grosze', 'is not', null)
          .execute()
        const items = await scene.db
          .selectFrom('order_items')
          .select(['id', 'product_name', 'quantity', 'unit_price_grosze', 'discount_grosze'])
          .where('order_id', 'in', sale.ids)
          .execute()
        const bounds = items.map((item) => {
          const of = item.product_name as Name
          const most = deducted.get(of) ?? 0
          const price = item.quantity * item.unit_price_grosze - item.discount_grosze
          const gone = sum([...given, ...complained].filter(({ itemId }) => itemId === item.id))
          const missing = Math.min(most, Math.max(0, gone - (price - most)))
          return { least: takenBack.has(of) ? 0 : most - missing, most, missing }
        })
        const missing = bounds.reduce((total, each) => total + each.missing, 0)
        const { lines } = await sale.issue()
        const kept = lines.filter(([what]) => what !== 'Dostawa')
        expect(kept.filter(([what]) => !what.startsWith('Zatrzymana część ceny'))).toEqual([])
        const keptGrosze = kept.reduce((total, [, , grosze]) => total + grosze, 0)
        expect(keptGrosze).toBeGreaterThanOrEqual(bounds.reduce((total, { least }) => total + least, 0))
        expect(keptGrosze).toBeLessThanOrEqual(bounds.reduce((total, { most }) => total + most, 0))
        const deliveryGiven = sum(given.filter(({ isDelivery }) => isDelivery))
        const delivery = lines.find(([what]) => what === 'Dostawa')?.[2] ?? 0
        // Once a case has given the delivery back, what a page gives for it is more.
        expect(delivery).toBeLessThanOrEqual(DELIVERY - Math.max(CHEAPEST, deliveryGiven) + missing)
        expect(delivery).toBeGreaterThanOrEqual(DELIVERY - CHEAPEST - deliveryGiven)
        const sums = await listOrderSums(scene.db, { checkoutId: sale.checkoutId })
        const money = sums.reduce((total, each) => total + each.paidGrosze - each.returnedGrosze, 0)
        expect(keptGrosze + delivery).toBe(money)
      }),
      { numRuns: atStrength({ short: 36, full: 400 }), examples: [[GIVEN_IN_WHOLE], [PAID_AFTER_THE_RETURN]] },
    )
  },
)
