import type { Kysely } from 'kysely'
import { storeComparison } from '#domain/books/book-comparison-store.server.ts'
import type { Database } from '#domain/database.ts'
import type { LinkPurpose } from '#domain/kernel/link-tokens.ts'
import type { MailTemplates } from '#domain/kernel/mail.ts'
import { anInvoice, storeInvoice } from './invoices.ts'
import { PREPAID, renumber, storeCheckout, TO_LOCKER, TWO_ORDERS } from './stored-checkout.ts'

type Columns = Parameters<typeof storeCheckout>[2]

type Content = { [Template in keyof MailTemplates]: { template: Template; ids: MailTemplates[Template] } }
export type MailContent = Content[keyof MailTemplates]

/** The order number that `storeMailedRows` uses by default. */
export const MAILED_ORDER = '12345678'
export const LINK_ENDS_AT = new Date('2026-11-21T14:00:00Z')
export const PAID_AT = new Date('2026-11-21T13:30:00Z')

type Options = {
  number?: string
  /** Texts typed by strangers: names, street, message. */
  typed?: string
  productName?: string
  columns?: Columns
}

/** Stores the rows that every mail is rendered from. Returns each mail with its ids. */
export async function storeMailedRows(
  db: Kysely<Database>,
  { number = MAILED_ORDER, typed = 'Łucja', productName = 'Zażółć Gęślą Jaźń', columns }: Options = {},
): Promise<MailContent[]> {
  const names = { first_name: typed, last_name: typed }
  const orders = [
    {
      id: `${number}-0000-4000-8000-${crypto.randomUUID().slice(-12)}`,
      items: [{ name: productName, brand: 'Perfumy Arabskie', quantity: 2, priceGrosze: 11_900 }],
      shippingGrosze: 1_299,
    },
  ]
  const checkoutId = await storeCheckout(db, orders, { ...PREPAID, ...columns, ...names })
  const confirmedId = await storeCheckout(db, renumber(TWO_ORDERS), { ...TO_LOCKER, ...columns, ...names })
  const [order] = await db.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).execute()
  if (!order) throw new Error('no order was stored')
  await db
    .updateTable('checkouts')
    .set({ terms_version: '2026-01-01', terms_accepted_at: PAID_AT })
    .where('id', '=', checkoutId)
    .execute()
  const attempt = (number: number, paid: boolean) =>
    db
      .insertInto('payments')
      .values({
        order_id: order.id,
        attempt: number,
        provider: 'stripe',
        mode: 'test',
        provider_session_id: null,
        provider_payment_id: null,
        status: paid ? 'paid' : 'failed',
        amount_grosze: order.total_grosze,
        expires_at: PAID_AT,
        paid_at: paid ? PAID_AT : null,
        refunded_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const failed = await attempt(1, false)
  const paid = await attempt(2, true)
  await db
    .insertInto('order_additions')
    .values({
      payment_id: failed.id,
      wanted: '[]',
      plan: JSON.stringify({ lines: [{ field: 'pieces', what: productName, before: '2', after: '3' }] }),
      items_before: '[]',
      admin_id: order.user_id,
    })
    .execute()
  await storeComparison(
    db,
    {
      ...{ day: '2026-11-30', orders: 2, grosze: 11_599 },
      differences: [{ kind: 'payout_unknown', order_id: null, name: productName, grosze: 100 }],
    },
    PAID_AT,
  )
  const refund = await db
    .insertInto('refunds')
    .values({
      payment_id: paid.id,
      amount_grosze: 5_000,
      reason: 'admin',
      idempotency_key: crypto.randomUUID(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = await db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', confirmedId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const change = await db
    .insertInto('order_changes')
    .values({
      checkout_id: checkoutId,
      order_id: order.id,
      lines: JSON.stringify([
        { field: 'receiver', before: typed, after: `${typed} Nowak` },
        { field: 'pieces', what: productName, before: '3', after: '2' },
      ]),
      due_grosze: null,
      refunded_grosze: 11_900,
      dropped_number: null,
      actor: 'admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shipment = await db
    .insertInto('shipments')
    .values({
      order_id: sent.id,
      status: 'delivered',
      receiver_name: typed,
      receiver_phone: order.phone,
      receiver_email: order.email,
      parcel_locker_id: null,
      parcel_locker_name: null,
      label_url: null,
      tracking_number: '620012345678901234567890',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await db
    .insertInto('contact_messages')
    .values({ name: typed, phone: null, email: 'anna@example.test', message: `${typed}\nDruga linijka: ${typed}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = await db
    .insertInto('contact_answers')
    .values({ message_id: message.id, answer: `${typed}\nDruga linijka: ${typed}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const statement = await db
    .insertInto('return_cases')
    .values({
      kind: 'withdrawal',
      submission_key: crypto.randomUUID(),
      received_at: new Date('2026-11-24T09:15:27Z'),
      name: typed,
      order_number: number,
      drop_off_code: '620412345678',
      email: 'anna@example.test',
      declared_items: null,
      items_note: typed,
      reason: `${typed}\nDruga linijka: ${typed}`,
      demand: null,
      match: 'typed',
      checkout_id: checkoutId,
      settled_at: PAID_AT,
      settled_grosze: 13_289,
      account_number: 'PL61109010140000071219812874',
      decision: 'rejected',
      answer: `${typed}\nDruga linijka`,
      answered_at: PAID_AT,
      deduction_grosze: 100,
      deduction_reason: typed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const batch = crypto.randomUUID()
  const notices = [
    { kind: 'order', subject_id: checkoutId },
    { kind: 'message', subject_id: message.id },
  ] as const
  await db
    .insertInto('owner_notices')
    .values(notices.map((notice) => ({ ...notice, key: crypto.randomUUID(), mail_batch: batch, mailed_at: PAID_AT })))
    .execute()
  await db.updateTable('users').set(names).where('id', '=', order.user_id).execute()
  const link = async (purpose: LinkPurpose) => {
    const { id } = await db
      .insertInto('account_links')
      .values({ purpose, email: order.email, user_id: order.user_id, expires_at: LINK_ENDS_AT })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const code = await db
    .insertInto('codes')
    .values({
      code: `K${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
      kind: 'sum',
      value: 1_990,
      least_grosze: 2_090,
      valid_from: null,
      valid_to: '2026-12-28T00:00',
      most_uses: 1,
      email: order.email,
      sample_checkout_id: checkoutId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const product = await db.selectFrom('order_items').select('product_id').limit(1).executeTakeFirstOrThrow()
  const review = await db
    .insertInto('reviews')
    .values({
      product_id: product.product_id,
      user_id: order.user_id,
      rating: 4,
      comment: `${typed}\nDruga linijka: ${typed}`,
      approved: true,
      answer: `${typed}\nDruga linijka: ${typed}`,
      answered_at: PAID_AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = await db
    .insertInto('held_orders')
    .values({
      user_id: order.user_id,
      idempotency_key: crypto.randomUUID(),
      request: JSON.stringify({
        payment: 'cash_on_delivery',
        lines: [{ productId: product.product_id, quantity: 2, shownPriceGrosze: 5_000 }],
        shownShippingGrosze: 1_699,
        recipient: {
          firstName: names.first_name,
          lastName: 'Kowalska',
          phone: '+48600100200',
          delivery: { kind: 'locker', lockerId: 'DEMO-WAW-001', receiverEmail: order.email },
        },
      }),
      total_grosze: 11_699,
      client_network: '192.0.2.1',
      expires_at: LINK_ENDS_AT,
      confirmed_at: null,
      cancelled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const company = { nip: '7740001454', name: typed, street: typed, postal_code: '90-001', city: 'Łódź' }
  const invoiceNumber = `FV/2026/${crypto.randomUUID().slice(0, 6)}`
  const invoice = anInvoice({ number: invoiceNumber, buyer: { kind: 'company', ...company }, order_numbers: [number] })
  const invoiceId = await storeInvoice(db, checkoutId, invoice)
  await db.updateTable('products').set({ name: productName }).where('id', '=', product.product_id).execute()
  const recall = await db
    .insertInto('recalls')
    .values({ product_id: product.product_id, batch: `L${number}`, hazard: 'Może podrażnić skórę.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('packed_batches')
    .values({ order_id: order.id, product_id: product.product_id, batch: `L${number}` })
    .execute()
  const prepared = await db
    .insertInto('prepared_orders')
    .values({
      expires_at: PAID_AT,
      items: JSON.stringify([{ product_id: product.product_id, quantity: 2 }]),
      held: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return [
    { template: 'held-order', ids: { heldOrderId: held.id } },
    { template: 'order-confirmation', ids: { checkoutId: confirmedId } },
    { template: 'order-changed', ids: { changeId: change.id } },
    { template: 'order-addition', ids: { paymentId: failed.id } },
    { template: 'product-recall', ids: { recallId: recall.id, checkoutId } },
    { template: 'prepared-order', ids: { preparedOrderId: prepared.id } },
    { template: 'payment-received', ids: { orderId: order.id } },
    { template: 'order-cancelled', ids: { checkoutId, orderIds: [order.id] } },
    { template: 'payment-not-received', ids: { paymentId: failed.id } },
    { template: 'payment-refunded', ids: { refundId: refund.id } },
    { template: 'refund-failed', ids: { refundId: refund.id } },
    { template: 'shipment-sent', ids: { shipmentId: shipment.id } },
    { template: 'shipment-delivered', ids: { shipmentId: shipment.id, tokenId: await link('review') } },
    { template: 'review-answered', ids: { reviewId: review.id } },
    { template: 'sample-code', ids: { codeId: code.id } },
    { template: 'login-link', ids: { tokenId: await link('login-link') } },
    { template: 'invitation', ids: { tokenId: await link('invitation') } },
    { template: 'password-reset', ids: { tokenId: await link('password-reset') } },
    { template: 'email-verification', ids: { tokenId: await link('email-verification') } },
    { template: 'password-changed', ids: { userId: order.user_id, ended: [] } },
    { template: 'address-proven', ids: { userId: order.user_id, ended: ['sessions', 'google', 'password'] } },
    { template: 'welcome', ids: { userId: order.user_id, tokenId: await link('email-verification') } },
    {
      template: 'alert-confirmation',
      ids: { alertId: crypto.randomUUID(), productId: product.product_id, kind: 'stock' },
    },
    { template: 'newsletter-confirmation', ids: { subscriberId: crypto.randomUUID() } },
    { template: 'product-alert', ids: { productId: product.product_id, kind: 'price' } },
    { template: 'contact-message', ids: { messageId: message.id } },
    { template: 'contact-answer', ids: { answerId: answer.id } },
    { template: 'owner-notices', ids: { batch } },
    { template: 'invoice', ids: { invoiceId } },
    { template: 'books-compared', ids: { day: '2026-11-30' } },
    { template: 'ksef-certificate', ids: { kind: 'offline', endsOn: '2027-01-27', hasEnded: false } },
    { template: 'case-received', ids: { caseId: statement.id } },
    { template: 'case-opened', ids: { caseId: statement.id } },
    { template: 'case-arrived', ids: { caseId: statement.id } },
    { template: 'case-drop-off-code', ids: { caseId: statement.id } },
    { template: 'case-transferred', ids: { caseId: statement.id } },
    { template: 'case-account', ids: { caseId: statement.id, ending: '2874', changed: true } },
    { template: 'case-answered', ids: { caseId: statement.id } },
    { template: 'account-deleted', ids: { ordersKept: true } },
    { template: 'terms-change', ids: { version: '2026-01-01' } },
  ]
}
