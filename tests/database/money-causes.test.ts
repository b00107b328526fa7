// Corrections and the register of returns say what money was for, as it was decided.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recordTransfer } from '#domain/flows/refunds/record-transfer.server.ts'
import { settleReturn } from '#domain/flows/returns/settle-return.server.ts'
import { listPapers } from '#domain/papers/invoices/invoice-queries.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { answerCase } from '#domain/returns/decide-case.server.ts'
import { findCase } from '#domain/returns/return-case-queries.server.ts'
import { readCaseMoney } from '#domain/returns/return-money-queries.server.ts'
import { submitLinkedStatement } from '#domain/returns/submit-statement.server.ts'
import { insertShipment } from '#domain/shipping/shipment-store.server.ts'
import { markReceipt } from '#domain/till/mark-receipt.server.ts'
import { findOpenReceipts, findReturnedReceipts } from '#domain/till/receipt-queries.server.ts'
import { listReturns } from '#domain/till/return-register.ts'
import { expect } from '#tests/support/fixtures.ts'
import { STORED_COMPANY } from '#tests/support/orders.ts'
import type { Scene } from '#tests/support/provider-acts.ts'
import { settled } from '#tests/support/settled.ts'
import { storeCheckout, TO_LOCKER } from '#tests/support/stored-checkout.ts'
import { drawFreeOrderIds } from '#tests/support/stored-payment.ts'

type Item = { name: string; priceGrosze: number; quantity?: number; discountGrosze?: number; rate?: '23' | '8' | '5' }

/** The order in which lines are compared. */
const SHOWN = ['Dom Książka', 'Dom Oud', 'Dom Róża', 'Zatrzymana część ceny: Dom Oud', 'Dostawa']

/** A parcel on delivery that was delivered, each list of items an order of it. */
async function sell({ db, services }: Scene, orders: readonly (readonly Item[])[], { company = true } = {}) {
  const ids = await drawFreeOrderIds(db, orders.length)
  const checkoutId = await storeCheckout(
    db,
    orders.map((items, at) => ({
      id: ids[at] ?? '',
      items: items.map(({ quantity = 1, ...item }) => ({ ...item, brand: 'Dom', quantity })),
      shippingGrosze: at === 0 ? 1_599 : 0,
    })),
    TO_LOCKER,
  )
  if (company) {
    await sql`update checkouts set company = ${JSON.stringify(STORED_COMPANY)}::jsonb where id = ${checkoutId}`.execute(
      db,
    )
  }
  for (const { name, rate = '23' } of orders.flat()) {
    await sql`update order_items set vat_rate = ${rate} where product_name = ${name} and order_id = any(${ids}::uuid[])`.execute(
      db,
    )
  }
  await db.transaction().execute(async (trx) => {
    for (const id of ids) await insertShipment(trx, id, { actor: 'system', reason: null })
  })
  for (const [from, to] of [
    ['created', 'shipped'],
    ['shipped', 'delivered'],
  ] as const) {
    await db.updateTable('shipments').set({ status: to }).where('order_id', 'in', ids).execute()
    const event = { subject: 'shipment', from_status: from, to_status: to, actor: 'admin' } as const
    for (const order_id of ids)
      await db
        .insertInto('order_events')
        .values({ order_id, ...event })
        .execute()
  }
  const { user_id: userId } = await db
    .selectFrom('checkouts')
    .select('user_id')
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  const admin = userId ?? ''

  /** The newest paper after what has changed. */
  async function issue() {
    const issued = await issueInvoice(services, checkoutId)
    if (!issued.ok) throw new Error(issued.failure.reason)
    const papers = await listPapers(db, checkoutId)
    const content = papers.at(-1)?.content
    return {
      reason: content?.corrected?.reason,
      lines: (content?.lines ?? [])
        .map(({ name, quantity, gross_grosze }) => [name, quantity, gross_grosze] as const)
        .toSorted(([one], [other]) => SHOWN.indexOf(one) - SHOWN.indexOf(other)),
      sums: Object.fromEntries((content?.sums ?? []).map(({ rate, gross_grosze }) => [rate, gross_grosze])),
    }
  }
  async function state(items: readonly { name: string; quantity?: number }[], complaint = false): Promise<string> {
    const stored = await db.selectFrom('order_items').selectAll().where('order_id', 'in', ids).execute()
    const chosen = items.map(({ name, quantity = 1 }) => ({
      product_id: stored.find(({ product_name }) => product_name === name)?.product_id ?? '',
      quantity,
    }))
    const declared = { items: chosen, reason: 'Flakon przeciekał.', pictures: [] }
    const stated = await submitLinkedStatement(
      services,
      complaint ? { ...declared, demand: 'lower_price' } : declared,
      { kind: complaint ? 'complaint' : 'withdrawal', key: randomUUID(), checkoutId },
    )
    if (!stated.ok) throw new Error(stated.failure.reason)
    const { id } = await db
      .updateTable('return_cases')
      .set({ account_number: 'PL61109010140000071219812874' })
      .where('number', '=', stated.value.number)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  async function settle(caseId: string): Promise<number> {
    const found = await findCase(db, caseId)
    const money = found && (await readCaseMoney(db, found))
    const owed_grosze = money?.owedGrosze ?? 0
    const given = await settleReturn(services, { caseId, adminId: admin, owed_grosze, given_otherwise: false })
    expect(given).toEqual({ ok: true, value: null })
    return owed_grosze
  }
  /** Money given back on the page of the first order, or of the one named. */
  async function transfer(amount_grosze: number, more: Partial<Parameters<typeof recordTransfer>[2]> = {}) {
    const orderId = more.orderId ?? ids[0] ?? ''
    const { returned_seen } = await db
      .selectFrom('transfers')
      .select(sql<number>`coalesce(sum(amount_grosze), 0)::int`.as('returned_seen'))
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const asked = { transfer_id: randomUUID(), amount_grosze, reason: 'przeprosiny', returned_seen, returned: [] }
    const wanted = { purpose: 'goodwill' as const, end_code: true, ...asked, ...more, orderId }
    expect(await recordTransfer(services, admin, wanted)).toEqual({
      ok: true,
      value: null,
    })
  }
  const print = async () => {
    const now = services.now()
    const [open] = await findOpenReceipts(db, { now, where: sql`receipts.checkout_id = ${checkoutId}`, most: 1 })
    const { gross_grosze = 0 } = open ?? {}
    const marked = await markReceipt(services, { userId: admin, checkoutId }, { number: '1', gross_grosze })
    expect(marked).toEqual({ ok: true, value: null })
    return (open?.lines ?? []).map(({ rate, gross_grosze: grosze }) => [rate, grosze])
  }
  const register = async () =>
    (await findReturnedReceipts(db, { from: '2020-01-01', to: '2100-01-01' }))
      .filter(({ checkout_id }) => checkout_id === checkoutId)
      .flatMap(({ events, ...receipt }) => listReturns(receipt, events))
      .map(({ reason, sums }) => ({
        reason,
        sums: Object.fromEntries(sums.map(({ rate, gross_grosze, vat_grosze }) => [rate, [gross_grosze, vat_grosze]])),
      }))
  const itemOf = async (name: string) =>
    (
      await db
        .selectFrom('order_items')
        .select('product_id')
        .where('order_id', 'in', ids)
        .where('product_name', '=', name)
        .executeTakeFirstOrThrow()
    ).product_id
  return { checkoutId, ids, admin, issue, state, settle, transfer, print, register, itemOf }
}

/** The cheapest delivery of the demo, which goes back with the last piece. */
const CHEAPEST = 1_299

settled(
  'a piece of a discounted pair comes back: one piece is left at its share, and the cause is the return',
  async ({ scene }) => {
    const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 5_005, quantity: 2, discountGrosze: 1_301 }]])
    await sale.issue()
    const owed = await sale.settle(await sale.state([{ name: 'Oud' }]))
    expect(await sale.issue()).toEqual({
      reason: 'Zwrot towaru',
      lines: [
        ['Dom Oud', 1, 8_709 - owed],
        ['Dostawa', 1, 1_599],
      ],
      sums: { 23: -owed },
    })
  },
)

settled(
  'goodwill lowers the goods that are left; a later return takes its piece, and nothing rises',
  async ({ scene }) => {
    for (const goodwill of [500, 3_000]) {
      const goods = [
        { name: 'Oud', priceGrosze: 10_000 },
        { name: 'Róża', priceGrosze: 20_000 },
      ]
      const sale = await sell(scene, [goods])
      await sale.issue()
      await sale.transfer(goodwill)
      const lowered = await sale.issue()
      expect(lowered.reason).toBe('Obniżenie ceny')
      expect(lowered.lines.at(-1)).toEqual(['Dostawa', 1, 1_599])
      const owed = await sale.settle(await sale.state([{ name: 'Oud' }]))
      const after = await sale.issue()
      expect(after).toMatchObject({
        reason: 'Zwrot towaru',
        lines: [
          ['Dom Róża', 1, 30_000 - goodwill - owed],
          ['Dostawa', 1, 1_599],
        ],
      })
      expect(after.lines[0]?.[2]).toBeLessThanOrEqual(Number(lowered.lines[1]?.[2]))
    }
  },
)

settled('goodwill for goods of one rate never moves to the rate of the delivery', async ({ scene }) => {
  const sale = await sell(scene, [[{ name: 'Książka', priceGrosze: 5_000, quantity: 2, rate: '5' }]])
  await sale.issue()
  await sale.transfer(1_000)
  expect((await sale.issue()).sums).toEqual({ 5: -1_000 })
  const owed = await sale.settle(await sale.state([{ name: 'Książka' }]))
  expect(await sale.issue()).toMatchObject({ reason: 'Zwrot towaru', sums: { 5: -owed } })
})

settled(
  'a deduction for a used bottle is named as what the shop keeps of it, and the bottle is gone',
  async ({ scene }) => {
    const sale = await sell(scene, [
      [
        { name: 'Oud', priceGrosze: 10_000 },
        { name: 'Róża', priceGrosze: 7_000 },
      ],
    ])
    await sale.issue()
    const caseId = await sale.state([{ name: 'Oud' }])
    await scene.db
      .updateTable('return_cases')
      .set({ deduction_grosze: 2_500, deduction_reason: 'Używane.' })
      .where('id', '=', caseId)
      .execute()
    expect(await sale.settle(caseId)).toBe(7_500)
    expect(await sale.issue()).toMatchObject({
      reason: 'Zwrot towaru',
      lines: [
        ['Dom Róża', 1, 7_000],
        ['Zatrzymana część ceny: Dom Oud', 1, 2_500],
        ['Dostawa', 1, 1_599],
      ],
    })
  },
)

settled(
  'after goodwill the last piece goes back at its lowered price, less the deduction and the dearer delivery',
  async ({ scene }) => {
    const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000 }]])
    await sale.issue()
    await sale.transfer(500)
    await sale.issue()
    const caseId = await sale.state([{ name: 'Oud' }])
    const deducted = { deduction_grosze: 700, deduction_reason: 'Używane.' }
    await scene.db.updateTable('return_cases').set(deducted).where('id', '=', caseId).execute()
    expect(await sale.settle(caseId)).toBe(10_000 - 500 - 700 + CHEAPEST)
    expect(await sale.issue()).toMatchObject({
      reason: 'Zwrot towaru',
      lines: [
        ['Zatrzymana część ceny: Dom Oud', 1, 700],
        ['Dostawa', 1, 1_599 - CHEAPEST],
      ],
    })
  },
)

settled(
  'two returns settled in either order after goodwill give back the price that is left, less the deduction, once',
  async ({ scene }) => {
    for (const isReversed of [false, true]) {
      const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000, quantity: 2 }]])
      await sale.transfer(500)
      const cases = [await sale.state([{ name: 'Oud' }]), await sale.state([{ name: 'Oud' }])]
      const deducted = { deduction_grosze: 700, deduction_reason: 'Używane.' }
      await scene.db
        .updateTable('return_cases')
        .set(deducted)
        .where('id', '=', cases[1] ?? '')
        .execute()
      let given = 0
      for (const id of isReversed ? cases.toReversed() : cases) given += await sale.settle(id)
      expect(given).toBe(20_000 - 500 - 700 + CHEAPEST)
    }
  },
)

settled.for([
  [
    'of one order',
    [
      [
        { name: 'Oud', priceGrosze: 10_000 },
        { name: 'Róża', priceGrosze: 20_000 },
      ],
    ],
  ],
  ['of two orders', [[{ name: 'Oud', priceGrosze: 10_000 }], [{ name: 'Róża', priceGrosze: 20_000 }]]],
] satisfies [string, Item[][]][])(
  'after goodwill and a price cut of a complaint, a parcel %s goes back whole at what is left, less the deduction',
  async ([, orders], { scene }) => {
    for (const isGoodwillFirst of [true, false]) {
      const sale = await sell(scene, orders)
      await sale.issue()
      const lower = async () => {
        const caseId = await sale.state([{ name: 'Róża' }], true)
        const answer = { caseId, adminId: sale.admin, decision: 'accepted', answer: 'Tak.' } as const
        expect((await answerCase(scene.services, { ...answer, amount_grosze: 1_000 })).ok).toBe(true)
        expect(await sale.settle(caseId)).toBe(1_000)
      }
      if (isGoodwillFirst) await sale.transfer(500)
      await lower()
      if (!isGoodwillFirst) await sale.transfer(500)
      await sale.issue()
      const caseId = await sale.state([{ name: 'Oud' }, { name: 'Róża' }])
      const deducted = { deduction_grosze: 700, deduction_reason: 'Używane.' }
      await scene.db.updateTable('return_cases').set(deducted).where('id', '=', caseId).execute()
      expect(await sale.settle(caseId)).toBe(30_000 - 500 - 1_000 - 700 + CHEAPEST)
      const { reason, lines } = await sale.issue()
      expect(reason).toBe('Zwrot towaru')
      const kept = lines.filter(([name]) => name !== 'Dostawa')
      expect(kept.every(([name]) => name.startsWith('Zatrzymana część ceny'))).toBe(true)
      expect(kept.reduce((sum, [, , grosze]) => sum + grosze, 0)).toBe(700)
      expect(lines.at(-1)).toEqual(['Dostawa', 1, 1_599 - CHEAPEST])
    }
  },
)

settled('what went back for a piece before its case is not given back again', async ({ scene }) => {
  const goods = [
    { name: 'Oud', priceGrosze: 10_000 },
    { name: 'Róża', priceGrosze: 20_000 },
  ]
  for (const orders of [[goods], goods.map((item) => [item])]) {
    const sale = await sell(scene, orders)
    await sale.issue()
    const returned = [{ product_id: await sale.itemOf('Oud'), quantity: 1 }]
    await sale.transfer(9_000, { purpose: 'returned', returned })
    expect(await sale.settle(await sale.state([{ name: 'Oud' }]))).toBe(0)
  }
  const lowered = await sell(scene, [goods])
  await lowered.issue()
  await lowered.transfer(300)
  const before = await lowered.issue()
  expect(await lowered.settle(await lowered.state([{ name: 'Oud' }]))).toBe(9_900)
  expect((await lowered.issue()).lines).toEqual(before.lines.filter(([name]) => name !== 'Dom Oud'))
})

settled('goodwill for one order of a parcel pays nothing of an open case of the other', async ({ scene }) => {
  const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000 }], [{ name: 'Róża', priceGrosze: 20_000 }]])
  await sale.issue()
  const caseId = await sale.state([{ name: 'Oud' }])
  await sale.transfer(2_000, { orderId: sale.ids[1] })
  expect(await sale.settle(caseId)).toBe(10_000)
  expect((await sale.issue()).lines).toEqual([
    ['Dom Róża', 1, 18_000],
    ['Dostawa', 1, 1_599],
  ])
})

settled('a deduction lies on the order whose price has not gone back as goodwill before', async ({ scene }) => {
  const sale = await sell(scene, [
    [{ name: 'Oud', priceGrosze: 10_000 }],
    [{ name: 'Książka', priceGrosze: 20_000, rate: '5' }],
  ])
  await sale.issue()
  await sale.transfer(10_000)
  await sale.issue()
  const caseId = await sale.state([{ name: 'Oud' }, { name: 'Książka' }])
  const deducted = { deduction_grosze: 700, deduction_reason: 'Używane.' }
  await scene.db.updateTable('return_cases').set(deducted).where('id', '=', caseId).execute()
  expect(await sale.settle(caseId)).toBe(20_000 - 700 + CHEAPEST)
  expect(await sale.issue()).toMatchObject({
    reason: 'Zwrot towaru',
    lines: [
      ['Zatrzymana część ceny: Dom Książka', 1, 700],
      ['Dostawa', 1, 1_599 - CHEAPEST],
    ],
    sums: { 5: 700 - 20_000, 23: -CHEAPEST },
  })
})

settled(
  'a price cut of a complaint keeps all pieces and says so; two causes at once are both named',
  async ({ scene }) => {
    const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000, quantity: 2 }]])
    await sale.issue()
    const caseId = await sale.state([{ name: 'Oud' }], true)
    const answer = { caseId, adminId: sale.admin, decision: 'accepted', answer: 'Tak.', amount_grosze: 1_500 } as const
    expect((await answerCase(scene.services, answer)).ok).toBe(true)
    await sale.settle(caseId)
    expect(await sale.issue()).toMatchObject({
      reason: 'Obniżenie ceny po reklamacji',
      lines: [
        ['Dom Oud', 2, 18_500],
        ['Dostawa', 1, 1_599],
      ],
    })
    await sale.transfer(1_599, { purpose: 'delivery' })
    await sale.settle(await sale.state([{ name: 'Oud' }]))
    expect((await sale.issue()).reason).toBe('Obniżenie ceny; Zwrot towaru')
  },
)

settled('a transfer for one order of a parcel lowers the goods of that order alone', async ({ scene }) => {
  const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000 }], [{ name: 'Róża', priceGrosze: 20_000 }]])
  await sale.issue()
  await sale.transfer(2_000, { orderId: sale.ids[1] })
  expect((await sale.issue()).lines).toEqual([
    ['Dom Oud', 1, 10_000],
    ['Dom Róża', 1, 18_000],
    ['Dostawa', 1, 1_599],
  ])
})

settled(
  'on the order’s page the owner says what the money is for: pieces that came back, or the delivery',
  async ({ scene }) => {
    const sale = await sell(scene, [
      [
        { name: 'Oud', priceGrosze: 10_000 },
        { name: 'Róża', priceGrosze: 20_000 },
      ],
    ])
    await sale.issue()
    await sale.transfer(1_000, { purpose: 'delivery' })
    expect(await sale.issue()).toMatchObject({ reason: 'Obniżenie ceny', lines: [{}, {}, ['Dostawa', 1, 599]] })
    const returned = [{ product_id: await sale.itemOf('Oud'), quantity: 1 }]
    await sale.transfer(8_000, { purpose: 'returned', returned })
    expect(await sale.issue()).toMatchObject({
      reason: 'Zwrot towaru',
      lines: [
        ['Dom Róża', 1, 20_000],
        ['Zatrzymana część ceny: Dom Oud', 1, 2_000],
        ['Dostawa', 1, 599],
      ],
    })
  },
)

settled(
  'money given back on the page for an open case lowers its pieces; closing the case takes them off',
  async ({ scene }) => {
    const sale = await sell(scene, [
      [
        { name: 'Oud', priceGrosze: 10_000, quantity: 2 },
        { name: 'Róża', priceGrosze: 20_000 },
      ],
    ])
    await sale.issue()
    const caseId = await sale.state([{ name: 'Oud' }])
    await sale.transfer(10_000)
    expect((await sale.issue()).lines).toEqual([
      ['Dom Oud', 2, 10_000],
      ['Dom Róża', 1, 20_000],
      ['Dostawa', 1, 1_599],
    ])
    expect(await sale.settle(caseId)).toBe(0)
    expect(await sale.issue()).toEqual({
      reason: 'Zwrot towaru',
      lines: [
        ['Dom Oud', 1, 10_000],
        ['Dom Róża', 1, 20_000],
        ['Dostawa', 1, 1_599],
      ],
      sums: {},
    })
  },
)

const TWO_RATES = [
  { name: 'Oud', priceGrosze: 12_300 },
  { name: 'Książka', priceGrosze: 10_500, rate: '5' as const },
]

settled.for([['before'], ['after']])(
  'an item at 5 % that comes back %s the receipt is printed leaves the receipt as sold, and is in the register at 5 %',
  async ([when], { scene }) => {
    const sale = await sell(scene, [TWO_RATES], { company: false })
    const printed = [
      ['23', 12_300],
      ['5', 10_500],
      ['23', 1_599],
    ]
    if (when === 'after') expect((await sale.print()).toSorted()).toEqual(printed.toSorted())
    await sale.settle(await sale.state([{ name: 'Książka' }]))
    if (when === 'before') expect((await sale.print()).toSorted()).toEqual(printed.toSorted())
    expect(await sale.register()).toEqual([{ reason: 'Zwrot towaru', sums: { 5: [10_500, 500] } }])
  },
)

settled(
  'money whose cause an earlier version did not store is a lower price of an unknown cause',
  async ({ scene }) => {
    const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000 }]])
    await sale.issue()
    const [order_id = ''] = sale.ids
    await scene.db.insertInto('transfers').values({ order_id, amount_grosze: 1_000, reason: 'rabat' }).execute()
    expect(await sale.issue()).toMatchObject({
      reason: 'Obniżenie ceny, powód nieznany',
      lines: [
        ['Dom Oud', 1, 9_000],
        ['Dostawa', 1, 1_599],
      ],
    })
  },
)
