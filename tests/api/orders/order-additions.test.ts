// A change that makes a paid order dearer is proposed to its buyer and made once the difference is paid; until then the
// order stays as it was. Money that comes when the change cannot be made any more goes back by itself.
import { settlePayment } from '#domain/flows/payments/settle-payment.server.ts'
import type { ChangeableParcel } from '#domain/orders/changes/parcel-change.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import { refundOf } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { openCodes } from '#tests/support/codes.ts'
import { discounted, tenth } from '#tests/support/discounts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { openAdditions } from '#tests/support/order-additions.ts'
import { type CartItem, errorOf } from '#tests/support/orders.ts'
import { testShop } from '#tests/support/shop-profile.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let additions: Awaited<ReturnType<typeof openAdditions>>
let orders: typeof additions.orders
let mailbox: ReturnType<typeof openMailbox>
let one: CartItem
let other: CartItem
test.beforeAll(async ({ api: started }) => {
  api = started
  additions = await openAdditions(api)
  orders = additions.orders
  mailbox = openMailbox(api.sandbox)
})
test.beforeEach(async () => {
  const [first, second] = await additions.products(2, 10)
  if (!first || !second) throw new Error('too few products')
  one = first
  other = second
})

const grosze = ({ price }: CartItem) => Math.round(price * 100)
const stocks = () => Promise.all([one, other].map(additions.stockOf))
const propose = (orderId: string, items: CartItem[], more: object = {}) => additions.setPieces(orderId, items, more)

/** A paid order of one piece whose owner proposed to add one of the same and one of another product. */
async function proposed() {
  const placed = await additions.grownFrom([one])
  expect((await propose(placed.orderId, [{ ...one, quantity: 2 }, other])).status).toBe(200)
  const { change } = await orders.read(placed.orderId)
  if (!change.addition) throw new Error('nothing was proposed')
  return { ...placed, addition: change.addition, differenceGrosze: grosze(one) + grosze(other) }
}

test('a proposed change holds its pieces and changes nothing else, until its difference is paid', async () => {
  const { orderId, checkoutId, buyer, before, addition, differenceGrosze } = await proposed()
  expect(addition).toMatchObject({
    amount_grosze: differenceGrosze,
    total_grosze: before.total_grosze + differenceGrosze,
    lines: [expect.stringMatching(/: 2 szt\. zamiast 1\.$/), expect.stringMatching(/^Dochodzi 1 × „/)],
  })
  const now = await orders.read(orderId)
  expect(now).toMatchObject({ items: before.items, total_grosze: before.total_grosze, status: 'paid' })
  expect(await stocks()).toEqual([8, 9])
  expect(await additions.amendmentsOf(orderId)).toEqual([])
  expect(await additions.mailsTo('order-addition', buyer.email)).toHaveLength(1)
  expect((await additions.linked({ checkoutId })).change.addition).toEqual(addition)
  const own = await api.get(`/api/me/orders/${orderId}/change`, { Cookie: buyer.cookie })
  expect(((await own.json()) as ChangeableParcel).addition).toEqual(addition)

  const page = await additions.open({ checkoutId })
  const [session] = (await orders.sessionsOf(orderId)).filter(({ id }) => id === page.sessionId)
  expect(session).toMatchObject({ amountTotal: differenceGrosze })
  await additions.settle(orderId, page.sessionId)
  const grown = await orders.read(orderId)
  expect(grown.total_grosze).toBe(before.total_grosze + differenceGrosze)
  expect(grown.items.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2])
  expect(grown.change.addition).toBeNull()
  expect(await stocks()).toEqual([8, 9])
  expect(await additions.amendmentsOf(orderId)).toEqual([differenceGrosze])
  expect(await additions.mailsTo('order-changed', buyer.email)).toHaveLength(1)
  expect(orders.sentencesOf(grown)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Dopłacono .*\.$/),
      expect.stringMatching(/Zamówienie kosztuje o .* więcej\.$/),
    ]),
  )
  const status = await api.get(`/api/payment-status?session_id=${page.sessionId}`)
  expect(await status.json()).toMatchObject({ state: 'paid', isAddition: true, totalGrosze: differenceGrosze })
  // Nothing is due any more.
  expect(await errorOf(await orders.pay(buyer, orderId))).toMatchObject({ code: 'order_already_paid' })
})

test('the money of a grown order: one order, its delivery once, sold for what was paid', async () => {
  const { orderId, checkoutId, before, differenceGrosze } = await proposed()
  const page = await additions.open({ checkoutId })
  await additions.settle(orderId, page.sessionId)
  const movements = await api.db.selectFrom('money_movements').selectAll().where('order_id', '=', orderId).execute()
  expect(
    movements.map(({ kind, cause, grosze: sum, shipping_grosze }) => [kind, cause, Number(sum), shipping_grosze]),
  ).toEqual([
    ['sold', 'paid', before.total_grosze, before.shipping_grosze],
    ['sold', 'amended', differenceGrosze, 0],
  ])
  const sale = await api.db.selectFrom('sales').select('kept_grosze').where('checkout_id', '=', checkoutId).execute()
  expect(sale.map(({ kept_grosze }) => Number(kept_grosze))).toEqual([before.total_grosze + differenceGrosze])
})

test('the same payment told twice at once makes the change once', async () => {
  const { orderId, checkoutId, differenceGrosze } = await proposed()
  const page = await additions.open({ checkoutId })
  await additions.payAtProvider(page.sessionId)
  const found = await api.services.payments.test?.findSession(page.sessionId)
  if (!found?.ok) throw new Error('no session')
  const settled = await Promise.all([1, 2, 3].map(() => settlePayment(api.services, found.value)))
  expect(settled.map((each) => each.ok && each.value).toSorted()).toEqual(['paid', 'unchanged', 'unchanged'])
  expect(await additions.amendmentsOf(orderId)).toEqual([differenceGrosze])
  expect(await stocks()).toEqual([8, 9])
})

test('a double press proposes once; another proposal from an old window is refused, from a new one it replaces', async () => {
  const placed = await additions.grownFrom([one])
  const { change } = placed.before
  const wish = { version: change.version, items: [{ product_id: one.id, quantity: 3 }] }
  const body = { ...wish, total_grosze: placed.before.total_grosze + 2 * grosze(one) }
  const presses = await Promise.all([1, 2].map(() => orders.change(placed.orderId, 'pieces', body)))
  expect(await orders.codesOf(presses)).toEqual(['ok', 'ok'])
  expect(await additions.additionsOf(placed.orderId)).toEqual(['open'])
  expect(await stocks()).toEqual([7, 10])
  const page = await additions.open(placed)
  const old = await propose(placed.orderId, [one, other], { version: change.version })
  expect(await orders.codeOf(old)).toBe('changed_meanwhile')
  expect((await propose(placed.orderId, [one, other])).status).toBe(200)
  expect(await additions.additionsOf(placed.orderId)).toEqual(['given_up', 'open'])
  expect(await stocks()).toEqual([9, 9])
  // The former page has ended; what it would have paid is not paid twice.
  expect((await orders.sessionsOf(placed.orderId)).find(({ id }) => id === page.sessionId)?.status).toBe('expired')
})

test('a proposal that was paid meanwhile is made, not replaced', async () => {
  const { orderId, checkoutId, differenceGrosze } = await proposed()
  const page = await additions.open({ checkoutId })
  await additions.payAtProvider(page.sessionId)
  expect(await orders.codeOf(await propose(orderId, [{ ...one, quantity: 5 }]))).toBe('changed_meanwhile')
  expect(await additions.amendmentsOf(orderId)).toEqual([differenceGrosze])
  expect(await additions.additionsOf(orderId)).toEqual(['applied'])
})

test('a change that costs the same or less is made at once and ends the proposal', async () => {
  const { orderId, differenceGrosze } = await proposed()
  expect(differenceGrosze).toBeGreaterThan(0)
  const placed = await additions.grownFrom([{ ...one, quantity: 2 }])
  expect((await propose(placed.orderId, [{ ...one, quantity: 3 }])).status).toBe(200)
  expect((await propose(placed.orderId, [one])).status).toBe(200)
  expect(await additions.additionsOf(placed.orderId)).toEqual(['given_up'])
  expect((await additions.paymentsOf(placed.orderId)).map(({ status }) => status)).toEqual(['paid', 'expired'])
  expect(await additions.amendmentsOf(placed.orderId)).toEqual([-grosze(one)])
  expect(orderId).not.toBe(placed.orderId)
})

test.for(['admin', 'link', 'panel'] as const)(
  'given up by the %s: pieces return, a repeat changes nothing',
  async (by) => {
    const { orderId, checkoutId, buyer, before, addition } = await proposed()
    await additions.open({ checkoutId })
    const giveUp = () =>
      by === 'admin'
        ? additions.giveUpByAdmin(orderId, addition.id)
        : by === 'link'
          ? additions.giveUpByLink({ checkoutId }, addition.id)
          : api.post(
              `/api/me/orders/${orderId}/addition/give-up`,
              { addition_id: addition.id },
              { Cookie: buyer.cookie },
            )
    expect((await giveUp()).status).toBe(200)
    expect((await giveUp()).status).toBe(200)
    expect(await additions.additionsOf(orderId)).toEqual(['given_up'])
    expect(await stocks()).toEqual([9, 10])
    expect(await orders.read(orderId)).toMatchObject({ total_grosze: before.total_grosze, change: { addition: null } })
    expect(await additions.mailsTo('order-addition', buyer.email)).toHaveLength(2)
    expect(await errorOf(await orders.pay(buyer, orderId))).toMatchObject({ code: 'order_already_paid' })
  },
)

test('nobody gives up the addition of another order, nor one that was paid', async () => {
  const { orderId, checkoutId, addition } = await proposed()
  const stranger = await additions.grownFrom([other])
  expect(await orders.codeOf(await additions.giveUpByLink(stranger, addition.id))).toBe('order_not_found')
  expect(await orders.codeOf(await additions.giveUpByAdmin(stranger.orderId, addition.id))).toBe('order_not_found')
  const page = await additions.open({ checkoutId })
  await additions.payAtProvider(page.sessionId)
  expect(await orders.codeOf(await additions.giveUpByAdmin(orderId, addition.id))).toBe('changed_meanwhile')
  expect(await additions.additionsOf(orderId)).toEqual(['applied'])
})

test('nobody paid: the pieces return, the buyer and the owner are told, the order stays', async () => {
  const { orderId, checkoutId, buyer, before } = await proposed()
  await additions.open({ checkoutId })
  await orders.runOut(orderId)
  expect(await additions.additionsOf(orderId)).toEqual(['lapsed'])
  expect(await stocks()).toEqual([9, 10])
  expect(await orders.read(orderId)).toMatchObject({ total_grosze: before.total_grosze, status: 'paid' })
  expect(await additions.mailsTo('order-addition', buyer.email)).toHaveLength(2)
  expect(await additions.mailsTo('payment-not-received', buyer.email)).toEqual([])
})

test('late money of a lapsed addition takes no piece of a product that was marked as sold out meanwhile', async () => {
  const { checkoutId } = await proposed()
  const { sessionId } = await additions.open({ checkoutId })
  const read = async () => {
    const found = await api.services.payments.test?.findSession(sessionId)
    if (!found?.ok) throw new Error('no session')
    return found.value
  }
  expect(await settlePayment(api.services, { ...(await read()), status: 'expired' })).toMatchObject({
    value: 'expired',
  })
  const soldOut = await api.post(
    `/api/admin/products/${other.id}/sold-out`,
    { out_of_stock: true },
    { Cookie: orders.admin },
  )
  expect(soldOut.status).toBe(200)
  await additions.payAtProvider(sessionId)
  expect(await settlePayment(api.services, await read())).toMatchObject({ value: 'refunding' })
  expect(await stocks()).toEqual([9, 10])
})

async function readRefundMail(refundId: string): Promise<string> {
  const render = createMailRenderer({ db: api.db, ...testShop })
  const { text } = await render({ template: 'payment-refunded', data: { refundId }, created_at: new Date() })
  return text.replaceAll(/\s+/g, ' ')
}

async function pack(orderId: string) {
  const shipment = await api.db
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return api.post('/api/admin/packing', { ids: [shipment.id], packed: true }, { Cookie: orders.admin })
}

const TOO_LATE: Record<string, (placed: Awaited<ReturnType<typeof proposed>>) => Promise<unknown>> = {
  packed: async ({ orderId }) => expect((await pack(orderId)).status).toBe(200),
  sent: async ({ orderId }) => expect((await orders.setShipment(orderId, { status: 'shipped' })).status).toBe(200),
  'given up while the provider is away': async ({ orderId, addition }) => {
    await mailbox.planFault({ service: 'stripe', mode: 'error', times: 20 })
    expect((await additions.giveUpByAdmin(orderId, addition.id)).status).toBe(200)
    await mailbox.clearFaults()
  },
  'withdrawn from': async ({ checkoutId }) => {
    const withdrawn = await api.post('/api/order-link/withdraw', {
      token: additions.tokenOf(checkoutId),
      items: [{ product_id: one.id, quantity: 1 }],
    })
    expect(withdrawn.status).toBe(200)
  },
}

test.for(Object.keys(TOO_LATE))(
  'paid after the order was %s: the money goes back by itself, and says why',
  async (how) => {
    const placed = await proposed()
    const { orderId, checkoutId, buyer, before, differenceGrosze } = placed
    const page = await additions.open({ checkoutId })
    await TOO_LATE[how]?.(placed)
    await additions.settle(orderId, page.sessionId)
    expect(await additions.additionsOf(orderId)).toEqual(['refused'])
    expect(await stocks()).toEqual([9, 10])
    const [, addition] = await additions.paymentsOf(orderId)
    const refund = await api.db
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', '=', addition?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(refund).toMatchObject({ cause: 'change', lines: [], amount_grosze: differenceGrosze })
    await orders.makeRefunds(addition?.id ?? '')
    const after = await orders.read(orderId)
    expect(after).toMatchObject({ total_grosze: before.total_grosze, items: before.items, status: 'paid' })
    expect(orders.sentencesOf(after)).toContainEqual(expect.stringMatching(/gdy zamówienia nie dało się już zmienić/))
    expect((await additions.linked({ checkoutId })).refunded_grosze).toBe(0)
    expect(await additions.mailsTo('payment-refunded', buyer.email)).toHaveLength(1)
    expect(await readRefundMail(refund.id)).toContain(
      'Zwracamy całą dopłatę, bo zmiana nie doszła do skutku. Zamówienie zostaje takie, jak było.',
    )
    const mails = await additions.mailsTo('order-addition', buyer.email)
    expect(mails.map(({ key }) => key.split(':').at(-1)).toSorted()).toEqual(['closed', 'open'])
  },
)

test('cancelled while the addition is being paid: both payments go back in whole', async () => {
  const { orderId, checkoutId, differenceGrosze, before } = await proposed()
  const page = await additions.open({ checkoutId })
  await additions.payAtProvider(page.sessionId)
  const { version, status } = await orders.read(orderId)
  const cancelled = orders.change(orderId, 'cancel-and-refund', { seen: status, version, reason: 'na prośbę' })
  await Promise.all([cancelled, additions.check(orderId)])
  await additions.check(orderId)
  if ((await orders.read(orderId)).status !== 'cancelled') {
    const now = await orders.read(orderId)
    const again = { seen: now.status, version: now.version, reason: 'na prośbę' }
    expect((await orders.change(orderId, 'cancel-and-refund', again)).status).toBe(200)
  }
  for (const { id } of await additions.paymentsOf(orderId)) await orders.makeRefunds(id)
  const payments = await additions.paymentsOf(orderId)
  expect(payments.map(({ status: each }) => each)).toEqual(['refunded', 'refunded'])
  expect(payments.reduce((sum, { amount_grosze }) => sum + amount_grosze, 0)).toBe(
    before.total_grosze + differenceGrosze,
  )
  expect(await stocks()).toEqual([10, 10])
})

test('paid after the order was cancelled: the mail does not say that the order stays', async () => {
  const { orderId, checkoutId, addition } = await proposed()
  const page = await additions.open({ checkoutId })
  await mailbox.planFault({ service: 'stripe', mode: 'error', times: 20 })
  const { version, status } = await orders.read(orderId)
  const cancelled = await orders.change(orderId, 'cancel-and-refund', { seen: status, version, reason: 'na prośbę' })
  expect(cancelled.status).toBe(200)
  await mailbox.clearFaults()
  await additions.settle(orderId, page.sessionId)
  const render = createMailRenderer({ db: api.db, ...testShop })
  const data = { paymentId: addition.id }
  const { text } = await render({ template: 'order-addition', data, created_at: new Date() })
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Dopłata dotarła, gdy zamówienie było już anulowane.')
  expect(text).not.toContain('bez zmian')
})

test('given back in whole: nothing can be added, and what was proposed and paid before that goes back as well', async () => {
  const { orderId, checkoutId, before } = await proposed()
  const page = await additions.open({ checkoutId })
  const [paid] = await additions.paymentsOf(orderId)
  const whole = refundOf(paid?.id ?? '', before.total_grosze)
  expect((await orders.change(orderId, 'refunds', whole)).status).toBe(200)
  expect((await additions.linked({ checkoutId })).change.addition).toBeNull()
  await additions.settle(orderId, page.sessionId)
  expect(await additions.additionsOf(orderId)).toEqual(['refused'])
  expect(await errorOf(await propose(orderId, [{ ...one, quantity: 2 }]))).toMatchObject({
    message: expect.stringMatching(/^Wszystkie pieniądze za to zamówienie już wracają do kupującego\./),
  })
  for (const { id } of await additions.paymentsOf(orderId)) await orders.makeRefunds(id)
  expect((await additions.paymentsOf(orderId)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
  expect(await stocks()).toEqual([10, 10])
})

test('what it cost at first is given back in whole, what was paid for more stays: the order stays, and its code is used', async () => {
  const codes = openCodes(api, orders.admin)
  const { code, id } = await codes.add({ most_uses: 1 })
  const placed = await additions.grownFrom([one], discounted(code, tenth([one])))
  const total_grosze = placed.before.total_grosze + grosze(other)
  expect((await propose(placed.orderId, [one, other], { total_grosze })).status).toBe(200)
  await additions.settle(placed.orderId, (await additions.open(placed)).sessionId)
  const [paid] = await additions.paymentsOf(placed.orderId)
  const whole = refundOf(paid?.id ?? '', placed.before.total_grosze)
  expect((await orders.change(placed.orderId, 'refunds', whole)).status).toBe(200)
  await orders.makeRefunds(paid?.id ?? '')
  expect((await additions.paymentsOf(placed.orderId)).map(({ status }) => status)).toEqual(['refunded', 'paid'])
  expect((await orders.read(placed.orderId)).status).toBe('paid')
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
})

test('packed in the moment of paying: either the change is made and packing refused, or the money goes back', async () => {
  const { orderId, checkoutId, before, differenceGrosze } = await proposed()
  const page = await additions.open({ checkoutId })
  await additions.payAtProvider(page.sessionId)
  const [packed] = await Promise.all([pack(orderId), additions.check(orderId)])
  const [status] = await additions.additionsOf(orderId)
  const { total_grosze: total } = await orders.read(orderId)
  if (packed.ok && status === 'refused') expect(total).toBe(before.total_grosze)
  else expect([status, total]).toEqual(['applied', before.total_grosze + differenceGrosze])
})

test('a grown order that becomes cheaper by more than one payment contains gives back from both', async () => {
  const { orderId, checkoutId, before, differenceGrosze } = await proposed()
  const page = await additions.open({ checkoutId })
  await additions.settle(orderId, page.sessionId)
  // One piece of the cheaper product is left: more goes back than the addition was.
  const total = before.total_grosze + differenceGrosze
  const left = grosze(one) < grosze(other) ? one : other
  expect((await propose(orderId, [left])).status).toBe(200)
  const now = await orders.read(orderId)
  const back = total - now.total_grosze
  const refunds = now.payment.attempts.flatMap((attempt) => attempt.refunds.map(({ amount_grosze }) => amount_grosze))
  expect(refunds.reduce((sum, each) => sum + each, 0)).toBe(back)
  const stored = await api.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.amount_grosze', 'refunds.lines', 'refunds.cause'])
    .where('order_id', '=', orderId)
    .execute()
  for (const { id, amount_grosze, lines, cause } of stored) {
    expect(await readRefundMail(id)).toContain('Zwracamy część kwoty, którą zapłacono za to zamówienie')
    expect(cause).toBe('change')
    expect((lines ?? []).reduce((sum, line) => sum + line.grosze, 0)).toBe(amount_grosze)
  }
  expect(now.payment.attempts.find(({ is_addition }) => !is_addition)?.status).toBe('paid')
  expect((await additions.linked({ checkoutId })).refunded_grosze).toBe(0)
})

test('a difference that the provider does not take, and pieces that are not there, are refused', async () => {
  const cheap = { ...other, price: 1 }
  await api.db.updateTable('products').set({ price_grosze: 100 }).where('id', '=', other.id).execute()
  const { orderId } = await additions.grownFrom([one])
  expect(await errorOf(await propose(orderId, [one, cheap]))).toMatchObject({
    code: 'addition_not_payable',
    message: expect.stringMatching(/^Dopłata wyniosłaby 1,00.zł, a online można zapłacić najmniej 2,00.zł\.$/),
  })
  await api.db
    .updateTable('products')
    .set({ price_grosze: grosze(other) })
    .where('id', '=', other.id)
    .execute()
  expect(await orders.codeOf(await propose(orderId, [{ ...one, quantity: 11 }]))).toBe('out_of_stock')
  expect(await additions.additionsOf(orderId)).toEqual([])
})

test('while paying online is switched off nothing is proposed, and an open proposal says that it is off', async () => {
  const { orderId, buyer, checkoutId, before } = await proposed()
  const switchTo = async (means: string[]) => {
    const { version } = await (await api.get('/api/admin/payment-means', { Cookie: orders.admin })).json()
    expect((await api.post('/api/admin/payment-means', { means, version }, { Cookie: orders.admin })).status).toBe(200)
  }
  await switchTo([])
  for (const answer of [
    await orders.pay(buyer, orderId),
    await api.post('/api/order-link/pay', { token: additions.tokenOf(checkoutId) }),
  ]) {
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'payments_off' })
  }
  expect(await errorOf(await propose(orderId, [{ ...one, quantity: 3 }]))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Płatność online jest wyłączona, więc kupujący nie ma jak dopłacić\./),
  })
  expect(await orders.read(orderId)).toMatchObject({ items: before.items, status: 'paid' })
  expect(await stocks()).toEqual([8, 9])
  await switchTo(['card', 'blik', 'p24'])
  expect((await orders.pay(buyer, orderId)).status).toBe(200)
})

test('while the provider is away nothing is lost: the buyer tries again, and a proposal is not replaced unseen', async () => {
  const { orderId, checkoutId } = await proposed()
  await mailbox.planFault({ service: 'stripe', mode: 'error', times: 20 })
  const away = await api.post('/api/order-link/pay', { token: additions.tokenOf(checkoutId) })
  expect(await orders.codeOf(away)).toBe('payment_session_failed')
  await mailbox.clearFaults()
  await additions.open({ checkoutId })
  await mailbox.planFault({ service: 'stripe', mode: 'error', times: 20 })
  expect(await orders.codeOf(await propose(orderId, [{ ...one, quantity: 4 }]))).toBe('payment_provider_away')
  await mailbox.clearFaults()
  expect(await additions.additionsOf(orderId)).toEqual(['open'])
})
