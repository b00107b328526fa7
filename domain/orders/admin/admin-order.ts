import { z } from 'zod'
import { orderDiscountSchema } from '#domain/codes/code.ts'
import { orderGiftSchema } from '#domain/gifts/gift-rule.ts'
import { MAIL_FAILURE_LABELS } from '#domain/kernel/mail.ts'
import { ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { DELIVERY_METHODS, PAYMENT_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { openAdditionSchema } from '#domain/orders/changes/addition.ts'
import { changeableParcelSchema } from '#domain/orders/changes/parcel-change.ts'
import { companySchema } from '#domain/papers/company-form.ts'
import { PAYMENT_STATUSES } from '#domain/payments/payment.ts'
import { parcelWarningSchema } from '#domain/shipping/admin/parcel-warning.ts'
import { SHIPMENT_STATUSES } from '#domain/shipping/shipment.ts'

const itemSchema = defineSchema(() =>
  z.object({
    product_id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    brand: z.string(),
    facts: z.string(),
    image_key: z.string().nullable(),
    quantity: z.int(),
    restocked: z.int().meta({ description: 'Pieces that are back in stock, or never come back' }),
    unit_price_grosze: groszeSchema,
    discount_grosze: groszeSchema.meta({ description: 'What a code took off all of its pieces' }),
  }),
)

const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const

const refundSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    amount_grosze: groszeSchema,
    status: z.enum(REFUND_STATUSES),
    reason: z.string(),
    failure: z.string().nullable().meta({ description: "Why it failed, in the provider's words" }),
    created_at: momentSchema,
  }),
)

/** A payment attempt with its refunds. */
const attemptSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    attempt: z.int(),
    mode: z.enum(['test', 'live']),
    status: z.enum(PAYMENT_STATUSES),
    amount_grosze: groszeSchema,
    is_addition: z.boolean().meta({ description: 'It pays the difference of a change, not the order itself' }),
    refundable_grosze: groszeSchema.meta({
      description: 'What of it is with the shop; 0: nothing was paid, or nothing is left',
    }),
    is_disputed: z
      .boolean()
      .meta({ description: 'The provider refuses refunds: the bank holds the money, or took it' }),
    started_at: momentSchema,
    paid_at: momentSchema.nullable(),
    paid_with: z.string().nullable().meta({ description: "The means of payment in the provider's word, e.g. blik" }),
    dashboard_url: z.url().nullable().meta({ description: "The provider's own page about it" }),
    refunds: z.array(refundSchema).meta({ description: 'Oldest first' }),
    disputes: z.array(
      z.object({
        status: z.string(),
        sentence: z.string().meta({ description: 'With the last day to answer' }),
        amount_grosze: groszeSchema,
        is_over: z.boolean(),
        opened_at: momentSchema,
      }),
    ),
  }),
)

/** The money of an order that is paid on delivery. */
const onDeliverySchema = defineSchema(() =>
  z.object({
    paid_grosze: groszeSchema.meta({ description: '0 until the parcel is delivered, or the owner has the money' }),
    returned_grosze: groszeSchema,
    transfers: z
      .array(z.object({ id: z.uuid(), amount_grosze: groszeSchema, reason: z.string(), created_at: momentSchema }))
      .meta({ description: 'Oldest first' }),
  }),
)

const MAIL_STATES = ['waiting', 'sent', 'given_up'] as const

const mailSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    recipient: z.string(),
    state: z.enum(MAIL_STATES),
    failure: z.enum(Object.keys(MAIL_FAILURE_LABELS) as (keyof typeof MAIL_FAILURE_LABELS)[]).nullable(),
    at: momentSchema.meta({ description: 'When it was written, sent or given up' }),
    times_resent: z.int().meta({ description: 'Sent back when the mail is sent again' }),
    resendable: z.boolean(),
  }),
)

/** One event of an order, as a sentence. */
const diaryEntrySchema = defineSchema(() =>
  z.object({
    at: momentSchema,
    sentence: z.string(),
    tone: z.enum(['plain', 'good', 'bad', 'note']),
    note_id: z.uuid().nullable().meta({ description: 'Id of a note, which can be deleted' }),
  }),
)
export type DiaryEntry = z.output<typeof diaryEntrySchema>

/** An order with everything that belongs to it, for the admin. */
export const adminOrderSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      number: z.string(),
      version: z.string().meta({ description: 'Of order and parcel; sent back with a change' }),
      warnings: z.array(parcelWarningSchema).meta({ description: 'About its parcel' }),
      checkout_id: z.uuid().meta({ description: 'Orders of one checkout are one parcel' }),
      status: z.enum(ORDER_STATUSES),
      placed_at: momentSchema,
      items: z.array(itemSchema),
      gift: orderGiftSchema.nullable(),
      items_grosze: groszeSchema.meta({ description: 'What the products cost, less the discount' }),
      discount: orderDiscountSchema.nullable(),
      sample_code: z
        .object({
          code: z.string(),
          active: z.boolean(),
          orders: z.array(z.string()).meta({ description: 'Numbers of the orders that use it' }),
          used_grosze: groszeSchema.meta({ description: 'What it took off goods that are kept' }),
        })
        .nullable()
        .meta({ description: 'The code that was given for samples of its checkout' }),
      shipping_grosze: groszeSchema,
      total_grosze: groszeSchema,
      customer: z.object({
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        receiverEmail: z.string().nullable(),
        is_deleted: z.boolean().meta({ description: 'The account was deleted' }),
        is_anonymised: z.boolean().meta({ description: 'The personal data were removed' }),
      }),
      change: z
        .object({
          version: z.string().meta({ description: 'Sent back with a change of receiver or pieces' }),
          receiver: changeableParcelSchema.shape.receiver.unwrap(),
          receiver_refusal: z.string().nullable().meta({ description: 'Why the receiver cannot change; null: it can' }),
          pieces_refusal: z.string().nullable().meta({ description: 'The same for its pieces' }),
          label_number: z
            .string()
            .nullable()
            .meta({ description: "The number of a label that a change makes useless; '': it has none yet" }),
          due_grosze: groszeSchema.nullable().meta({ description: 'What the parcel costs on delivery; null: nothing' }),
          addition: openAdditionSchema.nullable().meta({
            description: 'A change that waits for the payment of its difference',
          }),
          receipt: z.string().nullable().meta({ description: 'The number of its receipt, once that is printed' }),
          advantages: z
            .array(z.object({ name: z.string(), from_grosze: groszeSchema }))
            .meta({ description: 'What it got, and from which sum of its goods; a change leaves that to the buyer' }),
        })
        .meta({ description: 'Changes of the order after it was placed' }),
      company: companySchema.nullable().meta({ description: 'Whom its invoice is for; null: no company' }),
      delivery: z.object({ method: z.enum(DELIVERY_METHODS), place: z.array(z.string()) }),
      shipment: z
        .object({
          id: z.uuid(),
          status: z.enum(SHIPMENT_STATUSES),
          label: z.string(),
          is_archived: z.boolean(),
          is_packed: z.boolean().meta({ description: 'Its parcel is packed' }),
          tracking_number: z.string().nullable(),
          tracking_url: z.url().nullable(),
        })
        .nullable(),
      parcel: z
        .array(
          z.object({ id: z.uuid(), number: z.string(), status: z.enum(ORDER_STATUSES), total_grosze: groszeSchema }),
        )
        .meta({ description: 'All orders of its checkout, including this one' }),
      payment: z.object({
        method: z.enum(PAYMENT_METHODS),
        label: z.string(),
        attempts: z.array(attemptSchema).meta({ description: 'Newest first; empty: paid on delivery' }),
        on_delivery: onDeliverySchema.nullable().meta({ description: 'null: paid ahead' }),
      }),
      actions: z
        .object({ cancel: z.boolean(), mark_paid: z.boolean(), complete: z.boolean() })
        .meta({ description: 'Actions that its status allows' }),
      terms: z.object({ version: z.string(), accepted_at: momentSchema }).nullable(),
      contract: z.boolean().meta({ description: 'Whether there is a contract to download' }),
      mails: z.array(mailSchema).meta({ description: 'Newest first' }),
      diary: z.array(diaryEntrySchema).meta({ description: 'Newest first' }),
      customer_orders: z.object({
        items: z.array(
          z.object({
            id: z.uuid(),
            number: z.string(),
            status: z.enum(ORDER_STATUSES),
            placed_at: momentSchema,
            total_grosze: groszeSchema,
          }),
        ),
        is_more: z.boolean(),
      }),
    })
    .meta({ id: 'AdminOrder' }),
)
export type AdminOrderPage = z.output<typeof adminOrderSchema>
