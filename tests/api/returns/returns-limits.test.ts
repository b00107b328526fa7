// Each statement sends two mails. Ways to cause many: by one order's link, by its number and the buyer's address,
// withdrawals of already withdrawn pieces, different texts, complaints, all at once.
import { randomUUID } from 'node:crypto'
import { matchStatement } from '#domain/returns/match-statement.job.server.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

const clock = { now: new Date('2026-11-24T09:15:27Z') }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock, trustedProxy: ['127.0.0.1'] }))

let api: Api
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  returns = openReturns(api, cookieOf(await api.post('/api/admin-sign-in', api.admin)))
})

async function order() {
  const buyer = await api.customer()
  const items = (await productsOnSale(api, 6)).map((item) => ({ ...item, quantity: 2 }))
  const placed = (await (await buyer.order(cart(items))).json()) as { checkoutId: string; orderIds: [string] }
  const declared = items.map(({ id }) => ({ product_id: id, quantity: 1 }))
  return { email: buyer.email, declared, checkoutId: placed.checkoutId, number: placed.orderIds[0].slice(0, 8) }
}

async function receipt(path: string, body: object): Promise<string> {
  clock.now = new Date(clock.now.getTime() + 1000)
  const answer = await returns.send(path, body)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { number: string }).number
}

const countLetters = async (email: string) => (await returns.mailsTo(email)).length

test('by the link: a piece has one open withdrawal, and further statements are added to it', async () => {
  const { checkoutId, declared, email } = await order()
  const token = returns.tokenOf(checkoutId)
  const items = declared.map((item) => ({ ...item, quantity: 2 }))
  const words = Array.from({ length: 24 }, (_, n) => `Powód numer ${n}.`)
  const numbers = await Promise.all(
    words.map((reason) => receipt('/api/order-link/withdraw', { token, items, reason })),
  )
  expect(new Set(numbers).size).toBe(1)
  expect(await countLetters(email)).toBe(1)
  const { reason } = await api.db
    .selectFrom('return_cases')
    .select('reason')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  for (const word of words) expect(reason).toContain(word)
})

test('by the link: five statements a day; the sixth is added to the fifth, the next day counts anew', async () => {
  const { checkoutId, declared, email } = await order()
  const token = returns.tokenOf(checkoutId)
  const numbers: string[] = []
  for (const item of declared) numbers.push(await receipt('/api/order-link/withdraw', { token, items: [item] }))
  expect(new Set(numbers).size).toBe(5)
  expect(numbers[5]).toBe(numbers[4])
  expect(await countLetters(email)).toBe(5)
  const { pieces } = await returns.read(await returns.caseOf(numbers[5] ?? ''))
  expect(pieces.map(({ quantity }) => quantity).filter((quantity) => quantity > 0)).toEqual([1, 1])

  clock.now = new Date(clock.now.getTime() + 25 * 60 * 60 * 1000)
  expect(numbers).not.toContain(await receipt('/api/order-link/withdraw', { token, items: declared.slice(0, 1) }))
})

test.for(['link', 'number and address'] as const)(
  'withdrawals by %s: beyond five a day a second piece of the same product is added, a repeated press adds nothing',
  async (way) => {
    const { checkoutId, declared, email, number } = await order()
    const withdraw = (items: typeof declared, key: string = randomUUID()) => {
      clock.now = new Date(clock.now.getTime() + 1000)
      return way === 'link'
        ? returns.send('/api/order-link/withdraw', { token: returns.tokenOf(checkoutId), items }, { key })
        : returns.send('/api/withdrawals', { name: 'Anna Kowalska', order_number: number, email, items }, { key })
    }
    for (const item of declared.slice(0, 4)) await withdraw([item])
    const fifth = declared.slice(4, 5)
    const key = randomUUID()
    const answers = [await withdraw(fifth), await withdraw(fifth, key), await withdraw(fifth, key)]
    const numbers = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { number: string }).number),
    )
    expect(new Set(numbers).size).toBe(1)
    const { declared_items } = await api.db
      .selectFrom('return_cases')
      .select('declared_items')
      .where('number', '=', numbers[0] ?? '')
      .executeTakeFirstOrThrow()
    expect(declared_items).toEqual([...fifth, ...fifth])
    if (way !== 'link') return
    const { pieces } = await returns.read(await returns.caseOf(numbers[0] ?? ''))
    expect(pieces.map(({ quantity }) => quantity).filter((quantity) => quantity > 0)).toEqual([2])
  },
)

test.for(['link', 'number and address'] as const)(
  'complaints by %s: five a day; further ones are added to the last',
  async (way) => {
    const { checkoutId, declared, email, number } = await order()
    const complain = (n: number) => {
      const said = { items: declared.slice(0, 1), reason: `Korek jest pęknięty, ${n}.`, demand: 'repair' }
      return way === 'link'
        ? receipt('/api/order-link/complain', { ...said, token: returns.tokenOf(checkoutId) })
        : receipt('/api/complaints', { ...said, name: 'Anna Kowalska', order_number: `nr ${number}`, email })
    }
    const numbers: string[] = []
    for (let n = 0; n < 9; n += 1) numbers.push(await complain(n))
    expect(new Set(numbers).size).toBe(5)
    expect(new Set(numbers.slice(4)).size).toBe(1)
    if (way === 'link') expect(await countLetters(email)).toBe(5)
  },
)

test('by number and address: the same pieces are one statement, whether the order exists or not', async () => {
  const { email, number } = await order()
  for (const order_number of [number, '10000000']) {
    const typed = { name: 'Anna Kowalska', order_number, email }
    const numbers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => receipt('/api/withdrawals', { ...typed, reason: `${n} ${randomUUID()}` })),
    )
    expect(new Set(numbers).size, order_number).toBe(1)
  }
})

test('typed statements of one network about no order are all stored, and the owner is mailed about five an hour', async () => {
  clock.now = new Date(clock.now.getTime() + 2 * 60 * 60 * 1000)
  const countOf = async (template: string) =>
    (await api.db.selectFrom('mail_outbox').select('key').where('template', '=', template).execute()).length
  const before = await countOf('case-opened')
  const numbers: string[] = []
  for (let n = 0; n < 9; n += 1) {
    const order_number = String(20_000_000 + n)
    const email = `nikt-${n}@example.test`
    numbers.push(await receipt('/api/withdrawals', { name: 'Anna Kowalska', order_number, email }))
    const { id } = await api.db
      .selectFrom('return_cases')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await matchStatement(api.services, { caseId: id, mayMail: n < 5 })
  }
  expect(new Set(numbers).size).toBe(9)
  expect((await countOf('case-opened')) - before).toBe(5)
})

test('by the link: a statement that is added to again and again stays small', async () => {
  const { checkoutId, declared } = await order()
  const token = returns.tokenOf(checkoutId)
  const complain = (items: object[], n: number) =>
    receipt('/api/order-link/complain', { token, items, reason: `Wada numer ${n}.`, demand: 'repair' })
  for (let n = 0; n < 5; n += 1) await complain(declared.slice(n, n + 1), n)
  for (let n = 5; n < 125; n += 1) {
    const items = Array.from({ length: 50 }, () => ({ product_id: randomUUID(), quantity: 1 }))
    await complain([...declared.slice(0, 1), ...items.slice(1)], n)
  }
  const last = await api.db
    .selectFrom('return_cases')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .orderBy('received_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(last.declared_items?.length).toBeLessThanOrEqual(100)
  expect(last.amended_keys.length).toBeLessThanOrEqual(50)
  expect(last.reason).toContain('Wada numer 124.')
})
