import { z } from 'zod'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { DELIVERY_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { orderFiltersSchema } from './order-filters.ts'

/** Query of GET /api/admin/orders. */
export const orderListQuerySchema = defineSchema(() =>
  orderFiltersSchema.extend({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(PAGE_SIZES.adminOrdersMost).default(PAGE_SIZES.adminOrders),
  }),
)

/** An order as a row of the admin's list. */
export const listedOrderSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      number: z.string(),
      placed_at: momentSchema,
      checkout: z.object({
        id: z.uuid(),
        orders: z.int().meta({ description: 'How many orders are in the parcel, on whatever page they stand' }),
        total_grosze: groszeSchema,
      }),
      due_on_delivery: z.boolean().nullable().meta({ description: 'null: it is cancelled and does not travel' }),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      items: z.array(z.object({ name: z.string(), brand: z.string(), facts: z.string(), quantity: z.int() })),
      delivery: z.enum(DELIVERY_METHODS),
      place: z.string().meta({ description: 'The locker, or the town' }),
      shipment: z.string().nullable().meta({ description: 'Its state in words; null: there is none yet' }),
      completable: z.boolean().meta({ description: 'Delivered and paid, so that it only has to be completed' }),
      payment: z.string().meta({ description: 'How and whether it is paid, in words' }),
      status: z.enum(ORDER_STATUSES),
      warnings: z.array(z.string()).meta({ description: 'Withdrawals before dispatch and disputes, as sentences' }),
      total_grosze: groszeSchema,
    })
    .meta({ id: 'ListedOrder' }),
)
/** Orders of a list that are completed together. */
export const completedOrdersSchema = defineSchema(() =>
  z.strictObject({
    orders: z
      .array(
        z.strictObject({
          id: z.uuid(),
          seen: z.enum(ORDER_STATUSES).meta({ description: 'The status that was seen' }),
        }),
      )
      .min(1)
      .max(PAGE_SIZES.adminOrdersMost),
  }),
)
export const completionSchema = defineSchema(() =>
  z.object({
    completed: z.int(),
    failed: z
      .array(z.string())
      .meta({ description: 'Numbers of orders that stay as they are: they changed meanwhile' }),
  }),
)
export type ListedOrder = z.output<typeof listedOrderSchema>

export const orderListSchema = defineSchema(() =>
  z.object({
    items: z.array(listedOrderSchema),
    total: z.int(),
    is_more: z.boolean().meta({ description: 'There are more than `total`; the list ends there' }),
    page: z.int(),
    pageSize: z.int(),
  }),
)
export type OrderList = z.output<typeof orderListSchema>
