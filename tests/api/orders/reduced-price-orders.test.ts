import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import type { Api } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf } from '#tests/support/orders.ts'
import { clockIn, openPriceDesk, type PriceDesk, RUNNING } from '#tests/support/reduced-product.ts'

let api: Api
let desk: PriceDesk
test.beforeAll(async ({ api: started }) => {
  api = started
  desk = await openPriceDesk(api)
})
beforeEach(() => desk.addProduct())

const order = (buyer: Awaited<ReturnType<Api['customer']>>, zl: number) =>
  buyer.order(cart([{ ...desk.product, price: zl, quantity: 1 }]))

test('POST order: charges the price valid at that moment, even before the job has stored it', async () => {
  const buyer = await api.customer()
  // Without the trigger, as if the row had been written before the reduction began.
  const unwritten = async (grosze: number) => {
    await sql`alter table products disable trigger products_current_price`.execute(api.db)
    await sql`update products set current_price_grosze = ${grosze} where id = ${desk.product.id}`.execute(api.db)
    await sql`alter table products enable trigger products_current_price`.execute(api.db)
  }
  await desk.edit({ reduced_price_grosze: 8_000, ...RUNNING() })
  await unwritten(10_000)
  const early = await errorOf(await order(buyer, 100))
  expect(early).toMatchObject({ code: 'price_changed', details: { items: [{ newPriceGrosze: 8_000 }] } })
  expect((await order(buyer, 80)).status).toBe(200)

  await desk.edit({ reduced_to: clockIn(-0.5) })
  await unwritten(8_000)
  const late = await errorOf(await order(buyer, 80))
  expect(late).toMatchObject({ code: 'price_changed', details: { items: [{ newPriceGrosze: 10_000 }] } })
})

test('POST order: the confirmation names the lowest price of the 30 days before, even after the reduction', async () => {
  api.startMail()
  const lowest = 'Najniższa cena z 30 dni przed obniżką: 100,00 zł'
  const mailTo = async (email: string) => {
    const [mail] = await api.mailbox.messagesTo(email)
    return mail?.text.replaceAll('\u00a0', ' ') ?? ''
  }
  const [early, late] = [await api.customer(), await api.customer()]
  await desk.edit({ reduced_price_grosze: 8_000, ...RUNNING() })
  expect((await order(early, 80)).status).toBe(200)
  await desk.edit({ reduced_to: clockIn(-0.5) })
  expect((await order(late, 100)).status).toBe(200)
  await eventually(async () => expect(await mailTo(early.email)).toContain(lowest))
  await eventually(async () => expect(await mailTo(late.email)).toContain(desk.product.name))
  expect(await mailTo(late.email)).not.toContain('Najniższa cena')
})

test('POST order: 20 buyers who order while a reduction ends pay the price they saw, or are refused', async () => {
  const buyers = await Promise.all(Array.from({ length: 20 }, () => api.customer()))
  await desk.edit({ reduced_price_grosze: 8_000, ...RUNNING() })
  const [ended, ...orders] = await Promise.all([
    desk.edit({ reduced_to: clockIn(-0.5) }),
    ...buyers.map((buyer) => order(buyer, 80)),
  ])
  expect(ended.status).toBe(200)
  const answers = orders.map(({ status }) => status)
  const sold = await api.db
    .selectFrom('order_items')
    .select('unit_price_grosze')
    .where('product_id', '=', desk.product.id)
    .execute()
  expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(sold).toEqual(answers.filter((status) => status === 200).map(() => ({ unit_price_grosze: 8_000 })))
  expect((await order(await api.customer(), 80)).status).toBe(409)
})
