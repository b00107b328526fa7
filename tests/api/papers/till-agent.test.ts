// Till receipts by the agent that prints: each printed once, or shown as unclear.
import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { CLAIM_MS } from '#domain/till/receipt.ts'
import type { Api } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'
import { openTill } from '#tests/support/till.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let till: Awaited<ReturnType<typeof openTill>>
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  till = await openTill(api)
})
test.beforeEach(async () => {
  vi.spyOn(log, 'warn').mockReturnValue()
  // Each test has the till to itself.
  await till.empty()
})

test('the agent takes each sale once, in sequence, prints it, and a repeated report changes nothing', async () => {
  const { take, report } = await till.openAgent()
  const [first, second] = [await till.sell(), await till.sell()]
  const one = await take()
  expect(one.receipt).toMatchObject({ gross_grosze: first.totalGrosze, order_number: first.orderId.slice(0, 8) })
  // The answer was lost: the same claim is the same receipt, with its full time to print.
  await api.db
    .updateTable('receipts')
    .set({ claimed_at: new Date(Date.now() - CLAIM_MS + 20_000) })
    .execute()
  expect(await take(one.claim)).toEqual(one)
  const { claimed_at } = await api.db
    .selectFrom('receipts')
    .select('claimed_at')
    .where('claim', '=', one.claim)
    .executeTakeFirstOrThrow()
  expect(claimed_at?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  const two = await take()
  expect(two.receipt?.order_number).toBe(second.orderId.slice(0, 8))
  expect((await take()).receipt).toBeNull()
  expect((await till.desk()).items.map(({ state }) => state)).toEqual(['printing', 'printing'])
  expect((await errorOf(await till.press(first.id, first.totalGrosze))).code).toBe('receipt_printing')
  for (const _ of [1, 2]) expect((await report(one.claim, 'printed', '101')).status).toBe(200)
  expect(await till.printed()).toMatchObject([{ checkout_id: first.id, number: '101', by_agent: true }])
  expect((await errorOf(await till.act(first.id, 'reopen', {}))).code).toBe('receipt_by_agent')
  expect((await errorOf(await report(randomUUID(), 'printed'))).code).toBe('till_claim_unknown')
})

test('paper out puts the sale back, and the panel says why', async () => {
  const { take, report, send } = await till.openAgent()
  const { id } = await till.sell()
  const { claim } = await take()
  expect((await report(claim, 'not_printed')).status).toBe(200)
  await send('next', { claim: null, problem: 'Drukarka nie wydrukowała: brak papieru' })
  const { items, agent } = await till.desk()
  expect(items).toMatchObject([{ checkout_id: id, state: 'waiting' }])
  expect(agent).toMatchObject({ problem: 'Drukarka nie wydrukowała: brak papieru', seen_at: expect.any(String) })
  expect((await take()).receipt).not.toBeNull()
  expect((await till.desk()).agent.problem).toBeNull()
})

test('a refused receipt is put aside with the printer’s words, the next are printed, and it is not taken again', async () => {
  const { take, refuse, report } = await till.openAgent()
  const [bad, next, last] = [await till.sell(), await till.sell(), await till.sell()]
  const first = await take()
  for (const _ of [1, 2]) expect((await refuse(first.claim, 'Błąd nazwy')).status).toBe(200)
  for (const sale of [next, last]) {
    const { claim, receipt } = await take()
    expect(receipt?.order_number).toBe(sale.orderId.slice(0, 8))
    await report(claim, 'printed', '1')
  }
  expect((await take()).receipt).toBeNull()
  expect((await take(first.claim)).receipt).toBeNull()
  expect((await till.desk()).items).toMatchObject([
    { checkout_id: bad.id, state: 'refused', refusal: 'Błąd nazwy', gross_grosze: bad.totalGrosze },
  ])
  expect((await countPendingWork(api.db)).receipts).toBe(1)
  const gaps = await findGapsOf(api.services, 'receipts')
  expect(gaps.map(({ todo }) => todo).join()).toContain('Paragony, których drukarka nie przyjęła: 1.')
  expect(await till.problemsOf(bad.orderId)).toMatchObject([{ problem: 'no_receipt', grosze: bad.totalGrosze }])
  expect((await till.press(bad.id, bad.totalGrosze, '7')).status).toBe(200)
  expect((await till.desk()).items).toEqual([])
  expect((await take()).receipt).toBeNull()
})

test('a refused receipt is tried again, or under a new name that later receipts keep and no other thing has', async () => {
  const { take, refuse, report } = await till.openAgent()
  const sale = await till.sell()
  const first = await take()
  await refuse(first.claim, 'Błąd nazwy')
  expect((await till.act(sale.id, 'reopen', {})).status).toBe(200)
  const again = await take()
  expect(again.receipt).toEqual(first.receipt)
  await refuse(again.claim, 'Błąd nazwy')
  const [perfume, delivery] = again.receipt?.lines ?? []
  const rename = (name = '', change_to = '') => till.act(sale.id, 'names', { names: [{ name, change_to }] })
  expect((await errorOf(await rename(perfume?.name, delivery?.name.toUpperCase()))).code).toBe('till_name_taken')
  expect((await errorOf(await rename(perfume?.name, 'Róża ❤'))).code).toBe('invalid_request')
  expect((await rename(perfume?.name, 'Inna nazwa')).status).toBe(200)
  const renamed = await take()
  expect(renamed.receipt?.lines[0]).toEqual({ ...perfume, name: 'Inna nazwa' })
  expect((await errorOf(await rename('Inna nazwa', 'Za późno'))).code).toBe('receipt_not_refused')
  // The printer had printed it, and said so late.
  await refuse(renamed.claim, 'Błąd')
  await report(renamed.claim, 'printed', '8')
  expect(await till.numberOfReceipt()).toBe('8')
  await till.sell()
  expect((await take()).receipt?.lines[0]?.name).toBe('Inna nazwa')
  expect(await till.auditOf(sale.id)).toEqual(['receipt.tried_again', 'receipt.renamed'])
})

test('an agent that knows no refusals: the next sale comes first, and what it alone cannot print is refused', async () => {
  const { take, report } = await till.openAgent()
  const [bad, good] = [await till.sell(), await till.sell()]
  const one = await take()
  await report(one.claim, 'not_printed')
  const two = await take()
  expect(two.receipt?.order_number).toBe(good.orderId.slice(0, 8))
  await report(two.claim, 'printed', '1')
  await report((await take()).claim, 'not_printed')
  expect((await till.desk()).items).toMatchObject([{ checkout_id: bad.id, state: 'refused' }])
  expect((await take()).receipt).toBeNull()
})

test('without paper receipts wait in turn, however often they are tried, and none is refused', async () => {
  const { take, send, report } = await till.openAgent()
  const sales = [await till.sell(), await till.sell()]
  const jam = (claim: string) => send('result', { claim, outcome: 'not_printed', number: '', message: 'Brak papieru' })
  const tried: (string | undefined)[] = []
  for (let n = 0; n < 4; n += 1) {
    const { claim, receipt } = await take()
    tried.push(receipt?.order_number)
    await jam(claim)
  }
  const numbers = sales.map(({ orderId }) => orderId.slice(0, 8))
  expect(tried).toEqual([...numbers, ...numbers])
  const { claim } = await take()
  await report(claim, 'printed', '1')
  await jam((await take()).claim)
  expect((await till.desk()).items.map(({ state }) => state)).toEqual(['waiting'])
})

test('a refused receipt of a sale that is cancelled since then is due no more', async () => {
  const { take, refuse } = await till.openAgent()
  const sale = await till.sell()
  await refuse((await take()).claim, 'Błąd nazwy')
  await till.orders.change(sale.orderId, 'cancel-and-refund', { seen: 'paid', reason: 'test' })
  expect((await till.desk()).items).toEqual([])
  expect((await errorOf(await till.act(sale.id, 'reopen', {}))).code).toBe('receipt_not_due')
})

test('a lost answer is unclear until the owner looks at the roll, and is not printed by itself', async () => {
  const { take, report } = await till.openAgent()
  const [onRoll, missing] = [await till.sell(), await till.sell()]
  const lost = await take()
  await report(lost.claim, 'unclear')
  // This one never reported at all.
  await take()
  await till.ageClaims()
  expect((await till.desk()).items.map(({ state }) => state)).toEqual(['unclear', 'unclear'])
  expect((await take()).receipt).toBeNull()
  expect((await take(lost.claim)).receipt).toBeNull()

  expect((await till.press(onRoll.id, onRoll.totalGrosze, '77')).status).toBe(200)
  expect((await till.act(missing.id, 'reopen', {})).status).toBe(200)
  expect(await till.auditOf(missing.id)).toEqual(['receipt.not_printed'])
  expect((await take()).receipt?.order_number).toBe(missing.orderId.slice(0, 8))
  // The report of the first one comes after all: the same paper.
  expect((await report(lost.claim, 'printed', '77')).status).toBe(200)
  expect(await till.printed()).toMatchObject([{ checkout_id: onRoll.id, number: '77', by_agent: true }])
})

test('what the printer said of an unclear receipt is told until somebody decides', async () => {
  const { take, send } = await till.openAgent()
  const { id, totalGrosze } = await till.sell()
  const { claim } = await take()
  const said = { outcome: 'unclear', number: '', message: 'Paragon już wydrukowano' }
  expect((await send('result', { claim, ...said })).status).toBe(200)
  expect((await till.desk()).items).toMatchObject([{ state: 'unclear', refusal: said.message, for_agent: false }])
  expect((await till.press(id, totalGrosze, '7')).status).toBe(200)
  await till.act(id, 'reopen', {})
  expect((await till.desk()).items).toMatchObject([{ state: 'unclear', refusal: null }])
})

test('a late report resolves an unclear receipt; a receipt printed twice is logged', async () => {
  const { take, report } = await till.openAgent()
  const { id, totalGrosze } = await till.sell()
  const { claim } = await take()
  await till.ageClaims()
  expect((await till.desk()).items).toMatchObject([{ state: 'unclear' }])
  expect((await report(claim, 'printed', '9')).status).toBe(200)
  expect(await till.numberOfReceipt()).toBe('9')

  const other = await till.sell()
  const twice = await take()
  await report(twice.claim, 'unclear')
  await till.act(other.id, 'reopen', {})
  await till.press(other.id, totalGrosze, '10')
  expect((await report(twice.claim, 'printed', '11')).status).toBe(200)
  expect(await till.auditOf(other.id)).toEqual(['receipt.not_printed', 'receipt.printed', 'receipt.printed_twice'])
  expect((await till.printed()).map((each) => [each.checkout_id, each.number])).toEqual([
    [id, '9'],
    [other.id, '10'],
  ])
})

test('a sale marked as printed and reopened is unclear, and the agent does not print it', async () => {
  const { id, totalGrosze } = await till.sell()
  const { take } = await till.openAgent()
  await till.press(id, totalGrosze, '1')
  await till.act(id, 'reopen', {})
  expect((await till.desk()).items).toMatchObject([{ state: 'unclear' }])
  expect((await take()).receipt).toBeNull()
})

test('the agent prints only sales since its key was made', async () => {
  const old = await till.sell()
  const { take } = await till.openAgent()
  expect((await take()).receipt).toBeNull()
  const since = await till.sell()
  expect((await till.desk()).items).toMatchObject([
    { checkout_id: old.id, for_agent: false },
    { checkout_id: since.id, for_agent: true },
  ])
  expect((await take()).receipt?.order_number).toBe(since.orderId.slice(0, 8))
  expect((await till.press(old.id, old.totalGrosze)).status).toBe(200)
})

test('by hand and by agent at once: each of many sales is printed by one of them', async () => {
  const { take, report } = await till.openAgent()
  const sales: Awaited<ReturnType<typeof till.sell>>[] = []
  for (let n = 0; n < 6; n += 1) sales.push(await till.sell())
  const byHand = sales.map(({ id, totalGrosze }) => till.press(id, totalGrosze, 'ręcznie'))
  const byAgent = Array.from({ length: 6 }, async () => {
    const { claim, receipt } = await take()
    if (receipt !== null) await report(claim, 'printed', 'drukarka')
    return receipt !== null
  })
  const pressed = (await till.orders.codesOf(await Promise.all(byHand))).filter((code) => code === 'ok').length
  const taken = (await Promise.all(byAgent)).filter(Boolean).length
  const left = (await till.desk()).items.length
  expect(pressed + taken + left).toBe(6)
  const all = await till.printed()
  expect(all.filter((each) => each.number === 'ręcznie')).toHaveLength(pressed)
  expect(all.filter((each) => each.number === 'drukarka')).toHaveLength(taken)
})

test('a receipt that the agent took days ago counts on that day, even if it is reported later', async () => {
  const { take, report } = await till.openAgent()
  const claimed_at = new Date(Date.now() - 3 * 24 * 60 * 60_000)
  const [found, reported] = [await till.sell(), await till.sell()]
  await take()
  const late = await take()
  await api.db.updateTable('receipts').set({ claimed_at }).where('state', '=', 'printing').execute()
  expect((await till.press(found.id, found.totalGrosze, '20')).status).toBe(200)
  expect((await report(late.claim, 'printed', '21')).status).toBe(200)
  expect(await till.printed()).toEqual([])
  const then = await till.printed(readWarsawClock(claimed_at).day)
  expect(new Set(then.map(({ checkout_id }) => checkout_id))).toEqual(new Set([found.id, reported.id]))
  expect(then.map(({ printed_at }) => printed_at)).toEqual([claimed_at, claimed_at].map((each) => each.toISOString()))
})

test('the agent’s key permits its two calls and nothing else, and ends with the next key', async () => {
  const { key, send } = await till.openAgent()
  for (const path of ['/api/admin/till', '/api/admin/orders', '/api/me/account']) {
    expect([401, 404]).toContain((await api.get(path, { Authorization: `Bearer ${key}` })).status)
  }
  const ask = { claim: null, problem: null }
  for (const wrong of ['', 'x', `${key}x`, key.slice(0, -1)]) {
    expect((await errorOf(await send('next', ask, wrong))).code).toBe('till_key_wrong')
  }
  expect((await errorOf(await api.post('/api/till/next', ask, { Cookie: till.orders.admin }))).code).toBe(
    'till_key_wrong',
  )
  expect((await send('next', ask)).status).toBe(200)
  const stored = await api.db.selectFrom('till_agent').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(key)
  await till.openAgent()
  expect((await errorOf(await send('next', ask))).code).toBe('till_key_wrong')
})
