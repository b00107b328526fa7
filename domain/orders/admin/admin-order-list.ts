import { z } from 'zod'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { orderFiltersSchema } from './order-filters.ts'

/** Query of GET /api/admin/orders. */
export const orderListQuerySchema = defineSchema(() =>
  orderFiltersSchema.extend({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(PAGE_SIZES.adminOrdersMost).default(PAGE_SIZES.adminOrders),
  }),
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
