import { z } from 'zod'
import { reasonSchema } from '#domain/payments/refund-request.ts'
import { defineSchema } from '#domain/wire-schema.ts'
import { ORDER_STATUSES } from './order.ts'
import { SETTABLE_STATUSES } from './order-actions.ts'

/** The status the admin saw: an order that has another one by now is not changed. */
const seenStatus = defineSchema(() => z.enum(ORDER_STATUSES).meta({ description: 'Its status when it was read' }))

export const cancelledOrderSchema = defineSchema(() => z.strictObject({ seen: seenStatus, reason: reasonSchema }))

export const setStatusSchema = defineSchema(() => z.strictObject({ seen: seenStatus, to: z.enum(SETTABLE_STATUSES) }))

export const NOTE_MAX = 2000

/** May have several lines. */
export const noteSchema = defineSchema(() =>
  z.strictObject({
    note: z
      .string()
      .trim()
      .min(1, 'Wpisz notatkę.')
      .max(NOTE_MAX)
      .regex(/^[^\p{Cs}\0]*$/u, 'Usuń niedozwolone znaki'),
  }),
)

export const resendSchema = defineSchema(() =>
  z.strictObject({
    timesResent: z.int().min(0).meta({ description: 'How often it had been sent again when it was read' }),
  }),
)
