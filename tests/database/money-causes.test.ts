// Corrections and the register of returns say what money was for, as it was decided.
import { answerCase } from '#domain/returns/decide-case.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { settled } from '#tests/support/settled.ts'
import { type SoldItem, sell } from '#tests/support/sold-parcel.ts'

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
] satisfies [string, SoldItem[][]][])(
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

settled(
  'the last return settled first takes the delivery alone, whichever order of the parcel bears it',
  async ({ scene }) => {
    const orders = [
      [{ name: 'Oud', priceGrosze: 10_000 }],
      [{ name: 'Książka', priceGrosze: 20_000, rate: '5' as const }],
    ]
    const sale = await sell(scene, orders)
    await sale.issue()
    const [first, last] = [await sale.state([{ name: 'Oud' }]), await sale.state([{ name: 'Książka' }])]
    expect(await sale.settle(last ?? '')).toBe(20_000 + CHEAPEST)
    expect(await sale.issue()).toMatchObject({
      lines: [
        ['Dom Oud', 1, 10_000],
        ['Dostawa', 1, 1_599 - CHEAPEST],
      ],
      sums: { 5: -20_000, 23: -CHEAPEST },
    })
    expect(await sale.settle(first ?? '')).toBe(10_000)
  },
)

settled('a delivery given back before goes back with no case again', async ({ scene }) => {
  const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000 }], [{ name: 'Róża', priceGrosze: 20_000 }]])
  await sale.transfer(1_599, { purpose: 'delivery' })
  const [first, last] = [await sale.state([{ name: 'Oud' }]), await sale.state([{ name: 'Róża' }])]
  expect(await sale.settle(last ?? '')).toBe(20_000)
  expect(await sale.settle(first ?? '')).toBe(10_000)
})

settled(
  'goodwill given while returns are open is off the first of them, a delivery off the one that gives it back',
  async ({ scene }) => {
    for (const purpose of ['goodwill', 'delivery'] as const) {
      const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000, quantity: 2 }]])
      await sale.issue()
      const [first, last] = [await sale.state([{ name: 'Oud' }]), await sale.state([{ name: 'Oud' }])]
      await sale.transfer(500, { purpose })
      const given = [await sale.settle(last ?? ''), await sale.settle(first ?? '')]
      expect(given).toEqual(
        purpose === 'goodwill' ? [10_000 + CHEAPEST, 10_000 - 500] : [10_000 + CHEAPEST - 500, 10_000],
      )
      expect((await sale.issue()).lines).toEqual([['Dostawa', 1, 1_599 - CHEAPEST]])
    }
  },
)

settled(
  'money from the page that exceeds the first of two open returns is off the second, and never given back again',
  async ({ scene }) => {
    for (const isReversed of [false, true]) {
      const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000, quantity: 2 }]])
      await sale.issue()
      const cases = [await sale.state([{ name: 'Oud' }]), await sale.state([{ name: 'Oud' }])]
      await sale.transfer(10_000 + CHEAPEST)
      let given = 0
      for (const id of isReversed ? cases.toReversed() : cases) given += await sale.settle(id)
      expect(given).toBe(10_000)
      expect((await sale.issue()).lines).toEqual([['Dostawa', 1, 1_599 - CHEAPEST]])
    }
  },
)

settled(
  'money from the page beyond what the open case owes lowers other goods, and a later return gives back the rest',
  async ({ scene }) => {
    const goods = [
      { name: 'Oud', priceGrosze: 10_000 },
      { name: 'Róża', priceGrosze: 20_000 },
    ]
    for (const orders of [[goods], goods.map((item) => [item])]) {
      const sale = await sell(scene, orders)
      await sale.issue()
      const first = await sale.state([{ name: 'Oud' }])
      const isOne = orders.length === 1
      await sale.transfer(isOne ? 13_000 : 10_000)
      if (!isOne) await sale.transfer(3_000, { orderId: sale.ids[1] })
      expect(await sale.settle(first)).toBe(0)
      expect((await sale.issue()).lines).toEqual([
        ['Dom Róża', 1, 17_000],
        ['Dostawa', 1, 1_599],
      ])
      expect(await sale.settle(await sale.state([{ name: 'Róża' }]))).toBe(17_000 + CHEAPEST)
      expect((await sale.issue()).lines).toEqual([['Dostawa', 1, 1_599 - CHEAPEST]])
    }
  },
)

settled(
  'a piece that the owner takes back on the page of its order is the one of the open return, whatever was kept of it',
  async ({ scene }) => {
    for (const keptGrosze of [0, 700]) {
      const sale = await sell(scene, [[{ name: 'Oud', priceGrosze: 10_000, quantity: 2 }]])
      await sale.issue()
      const caseId = await sale.state([{ name: 'Oud' }])
      const returned = [{ product_id: await sale.itemOf('Oud'), quantity: 1 }]
      await sale.transfer(10_000 - keptGrosze, { purpose: 'returned', returned })
      const { lines } = await sale.issue()
      expect(lines[0]).toEqual(['Dom Oud', 1, 10_000])
      expect(await sale.settle(caseId)).toBe(0)
      expect((await sale.issue()).lines).toEqual(lines)
      expect(await sale.settle(await sale.state([{ name: 'Oud' }]))).toBe(10_000 + CHEAPEST)
    }
  },
)

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
