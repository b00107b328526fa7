// The till agent as a separate program between the shop and the sandbox's printer.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TillDesk } from '#domain/till/read-till.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { askSandbox } from '#tests/support/mailbox.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let key: string
let folder: string
let agent: ChildProcess | undefined
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
})
test.beforeEach(async () => {
  await api.db.deleteFrom('receipts').execute()
  await api.mailbox.clearFaults()
  const made = await api.post('/api/admin/till-agent', {}, { Cookie: orders.admin })
  key = ((await made.json()) as { key: string }).key
  folder = mkdtempSync(join(tmpdir(), 'perfumeria-till-'))
})
test.afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

const journal = () => join(folder, 'journal.json')

function start(more: Record<string, string> = {}): void {
  const env = {
    PATH: process.env.PATH,
    TILL_SHOP_URL: api.base,
    TILL_TOKEN: key,
    TILL_PRINTER_URL: api.sandbox.printerUrl,
    TILL_JOURNAL: journal(),
    TILL_PAUSE_MS: '50',
    ...more,
  }
  agent = spawn(process.execPath, ['scripts/till-agent.mjs'], { env, stdio: 'ignore' })
}

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const running = agent
  agent = undefined
  if (!running || running.exitCode !== null) return
  const ended = once(running, 'exit')
  running.kill(signal)
  await ended
}

const desk = async () => (await (await api.get('/api/admin/till', { Cookie: orders.admin })).json()) as TillDesk
const statesOf = async () =>
  Object.fromEntries((await desk()).items.map(({ checkout_id, state }) => [checkout_id, state]))
const stored = (id: string) =>
  api.db.selectFrom('receipts').select(['state', 'number', 'by_agent']).where('checkout_id', '=', id).executeTakeFirst()

type Paper = {
  hn: number
  summary: { to: number }
  lines: { na: string; il: number; pr: number; vtp: string }[]
  footer: { systemnumber: string }
}
const paperOf = async (orderId: string): Promise<Paper[]> => {
  const all = (await (await askSandbox(api.sandbox, '/_control/till/receipts')).json()) as Paper[]
  return all.filter(({ footer }) => footer.systemnumber === orderId.slice(0, 8))
}

test('the agent prints waiting receipts with lines that add up, and reports their numbers', async () => {
  const sales = [await orders.paidAhead(), await orders.paidAhead()]
  start()
  for (const { checkoutId, orderId, totalGrosze } of sales) {
    await expect.poll(() => stored(checkoutId)).toMatchObject({ state: 'printed', by_agent: true })
    const [paper, ...more] = await paperOf(orderId)
    expect(more).toEqual([])
    expect(paper?.summary.to).toBe(totalGrosze)
    expect(paper?.lines.every(({ vtp }) => vtp === '23,00')).toBe(true)
    expect((await stored(checkoutId))?.number).toBe(String(paper?.hn))
  }
})

test('after paper out a receipt is printed once; after a power cut the printed one is unclear', async () => {
  await api.mailbox.planFault({ service: 'till', mode: 'paper_out', times: 100_000 })
  const jammed = await orders.paidAhead()
  start()
  await expect.poll(async () => (await desk()).agent.problem).toBe('Drukarka odmówiła: Brak papieru')
  expect(await paperOf(jammed.orderId)).toEqual([])
  await api.mailbox.clearFaults()
  await expect.poll(() => stored(jammed.checkoutId)).toMatchObject({ state: 'printed' })
  expect(await paperOf(jammed.orderId)).toHaveLength(1)

  await api.mailbox.planFault({ service: 'till', mode: 'power_cut' })
  const cut = await orders.paidAhead()
  await expect.poll(statesOf).toEqual({ [cut.checkoutId]: 'unclear' })
  // The next sale is printed, and the unclear one is not printed again.
  const next = await orders.paidAhead()
  await expect.poll(() => stored(next.checkoutId)).toMatchObject({ state: 'printed' })
  const paper = await paperOf(cut.orderId)
  expect(paper).toHaveLength(1)
  expect(await statesOf()).toEqual({ [cut.checkoutId]: 'unclear' })
  // The owner found it on the roll.
  const pressed = { number: String(paper[0]?.hn), gross_grosze: cut.totalGrosze }
  expect((await api.post(`/api/admin/till/${cut.checkoutId}/printed`, pressed, { Cookie: orders.admin })).status).toBe(
    200,
  )
  expect((await desk()).items).toEqual([])
})

test('a receipt that the printer refuses for what it says is put aside, and those after it are printed', async () => {
  const said = {
    name_refused: 'Błąd nazwy',
    rate_unknown: 'Stawka nieaktywna',
    price_limit: 'Błąd pola cena',
    name_conflict: 'Błąd przypisania stawki',
  } as const
  start()
  for (const mode of ['name_refused', 'rate_unknown', 'price_limit', 'name_conflict'] as const) {
    await api.mailbox.planFault({ service: 'till', mode })
    const refused = await orders.paidAhead()
    await expect.poll(async () => (await statesOf())[refused.checkoutId]).toBe('refused')
    const next = await orders.paidAhead()
    await expect.poll(() => stored(next.checkoutId)).toMatchObject({ state: 'printed' })
    const shown = (await desk()).items.find(({ checkout_id }) => checkout_id === refused.checkoutId)
    expect(shown).toMatchObject({ refusal: said[mode] })
    expect(await paperOf(refused.orderId)).toEqual([])
  }
  expect((await desk()).agent.problem).toBeNull()
})

test('a jam stops all receipts and refuses none; cleared, each is printed once', async () => {
  await api.mailbox.planFault({ service: 'till', mode: 'jam', times: 100_000 })
  const sales = [await orders.paidAhead(), await orders.paidAhead()]
  start()
  await expect.poll(async () => (await desk()).agent.problem).toMatch(/^Drukarka odmówiła: Zacięty papier/)
  expect(new Set(Object.values(await statesOf()))).not.toContain('refused')
  await api.mailbox.clearFaults()
  for (const { checkoutId, orderId } of sales) {
    await expect.poll(() => stored(checkoutId)).toMatchObject({ state: 'printed' })
    expect(await paperOf(orderId)).toHaveLength(1)
  }
})

test('names that no online till prints are printed in its letters', async () => {
  const renamed = await orders.paidAhead()
  await api.db
    .updateTable('order_items')
    .set({ product_name: 'Œillet & l’Été 💕 عطر' })
    .where('order_id', '=', renamed.orderId)
    .execute()
  start()
  await expect.poll(() => stored(renamed.checkoutId)).toMatchObject({ state: 'printed' })
  expect((await paperOf(renamed.orderId))[0]?.lines[0]?.na).toContain('OEillet i l Ete')
})

test('what the owner took for unprinted, but the printer has, is unclear again and not printed twice', async () => {
  await api.mailbox.planFault({ service: 'till', mode: 'power_cut' })
  const cut = await orders.paidAhead()
  start()
  await expect.poll(statesOf).toEqual({ [cut.checkoutId]: 'unclear' })
  await api.post(`/api/admin/till/${cut.checkoutId}/reopen`, {}, { Cookie: orders.admin })
  await expect.poll(async () => (await desk()).agent.problem).toMatch(/już wydrukowano.*Sprawdź rolkę/)
  await expect
    .poll(async () => (await desk()).items)
    .toMatchObject([{ state: 'unclear', refusal: expect.stringContaining('już wydrukowano') }])
  expect(await paperOf(cut.orderId)).toHaveLength(1)
})

test('an agent killed before sending prints the same receipt; killed after it, reports it as unclear', async () => {
  const [early, late] = [await orders.paidAhead(), await orders.paidAhead()]
  const take = async () => {
    const claim = randomUUID()
    await api.post('/api/till/next', { claim, problem: null }, { Authorization: `Bearer ${key}` })
    return claim
  }
  writeFileSync(journal(), JSON.stringify({ claim: await take() }))
  start()
  await expect.poll(() => stored(early.checkoutId)).toMatchObject({ state: 'printed' })
  await expect.poll(() => stored(late.checkoutId)).toMatchObject({ state: 'printed' })
  expect(await paperOf(early.orderId)).toHaveLength(1)
  await stop('SIGKILL')

  const sent = await orders.paidAhead()
  writeFileSync(journal(), JSON.stringify({ claim: await take(), sent: true }))
  start()
  await expect.poll(statesOf).toEqual({ [sent.checkoutId]: 'unclear' })
  await expect.poll(() => existsSync(journal())).toBe(false)
  expect(await paperOf(sent.orderId)).toEqual([])
})

test('while the printer is away no receipt is taken, and the panel says so', async () => {
  const { checkoutId } = await orders.paidAhead()
  start({ TILL_PRINTER_URL: 'http://127.0.0.1:9' })
  await expect.poll(async () => (await desk()).agent.problem).toMatch(/^Drukarka nie odpowiada/)
  expect(await statesOf()).toEqual({ [checkoutId]: 'waiting' })
})

test('an outcome that could not be reported to the shop is reported after a restart', async () => {
  const { checkoutId } = await orders.paidAhead()
  const claim = randomUUID()
  await api.post('/api/till/next', { claim, problem: null }, { Authorization: `Bearer ${key}` })
  writeFileSync(journal(), JSON.stringify({ claim, sent: true, outcome: 'printed', number: '4711' }))
  start({ TILL_SHOP_URL: 'http://127.0.0.1:9' })
  await expect.poll(() => agent?.pid).toBeDefined()
  await stop()
  expect(readFileSync(journal(), 'utf8')).toContain('4711')
  start()
  await expect.poll(() => stored(checkoutId)).toMatchObject({ state: 'printed', number: '4711', by_agent: true })
})
