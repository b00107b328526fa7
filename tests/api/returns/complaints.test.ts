import { connect } from 'node:net'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

const clock = { now: new Date('2026-11-24T09:15:27Z') }
const test = base.extend('apiOptions', { scope: 'file' }, { clock, trustedProxy: ['127.0.0.1'] })

let api: Api
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  returns = openReturns(api, (await openAdminOrders(api)).admin)
})
test.beforeEach(async () => {
  await api.db.deleteFrom('rate_limits').execute()
})

test('POST complaints: stores demand and pictures; one answer is mailed and shown on the order’s page', async () => {
  const picture = await pngOf(7)
  const upload = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') =>
    api.call('/api/complaint-pictures', {
      method: 'POST',
      body: bytes,
      headers: { 'Content-Type': type, Origin: api.base },
    })
  const { image_key } = (await (await upload(picture)).json()) as { image_key: string }
  expect(await errorOf(await upload(new Uint8Array([1, 2, 3])))).toMatchObject({ code: 'picture_wrong_type' })

  const buyer = await api.customer()
  const placed = await buyer.order(cart(await productsOnSale(api, 2)))
  const { checkoutId, orderIds } = (await placed.json()) as { checkoutId: string; orderIds: [string, ...string[]] }
  const complaint = {
    name: 'Łucja Ćwik',
    order_number: orderIds[0].slice(0, 8),
    email: buyer.email,
    reason: 'Atomizer nie działa',
    demand: 'replacement',
    pictures: [image_key],
  }
  const unknown = await returns.send('/api/complaints', { ...complaint, pictures: ['0'.repeat(32)] })
  expect(await errorOf(unknown)).toMatchObject({ code: 'sent_picture_unavailable' })
  const answer = await returns.send('/api/complaints', complaint)
  const caseId = await returns.match(((await answer.json()) as { number: string }).number)
  expect(await returns.read(caseId)).toMatchObject({
    kind: 'complaint',
    stage: 'to_answer',
    demand: 'replacement',
    pictures: [image_key],
    due_day: '2026-12-08',
    overdue: false,
  })
  const decided = { decision: 'accepted', answer: 'Wyślemy nowy flakon.' }
  const answers = await Promise.all([1, 2, 3].map(() => returns.act(caseId, 'answer', decided)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await returns.mailsTo(buyer.email)).toEqual(['case-received', 'case-answered'])
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([{ stage: 'answered', ...decided }])
})

test('POST complaint-pictures: unfinished uploads do not block those of others', async () => {
  const { hostname, port } = new URL(api.base)
  const sockets = [1, 2, 3, 4].map((number) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/complaint-pictures HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${api.base}\r\n` +
        `X-Forwarded-For: 198.51.${number}.7\r\nContent-Type: image/png\r\nContent-Length: 2000000\r\n\r\nabc`,
    )
    return socket
  })
  try {
    const counted = () => api.db.selectFrom('rate_limits').selectAll().execute()
    await eventually(async () => expect((await counted()).length).toBeGreaterThanOrEqual(4))
    const answers = await Promise.all(
      [1, 2, 3].map(async (number) =>
        api.call('/api/complaint-pictures', {
          method: 'POST',
          body: new Uint8Array(await pngOf(40 + number)),
          headers: { 'Content-Type': 'image/png', Origin: api.base, 'X-Forwarded-For': `203.0.113.${number}` },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

/** A square picture of one colour. */
async function pngOf(blue: number): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const background = { r: 200, g: 120, b: blue }
  return new Uint8Array(
    await sharp({ create: { width: 64, height: 80, channels: 3, background } })
      .png()
      .toBuffer(),
  )
}
