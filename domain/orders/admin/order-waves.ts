import { z } from 'zod'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

const orderWaveSchema = defineSchema(() =>
  z.object({
    network: z.string().nullable().meta({ description: 'An IPv4 address or an IPv6 /48; null: all networks together' }),
    accounts: z.int(),
    parcels: z.int(),
    pieces: z.int(),
    total_grosze: groszeSchema,
    held: z.int().meta({ description: 'Further orders that wait for a confirmation and hold no pieces' }),
    orders: z.array(z.object({ id: z.uuid(), number: z.string(), name: z.string() })).meta({
      description: 'Of its orders the newest ones',
    }),
  }),
)
export type OrderWave = z.output<typeof orderWaveSchema>

/**
 * Unsent, unpaid orders of accounts with unproven addresses, if there are as many as the limit per hour allows or more.
 */
export const orderWavesSchema = defineSchema(() =>
  z
    .object({
      waves: z.array(orderWaveSchema),
      read_at: momentSchema.meta({ description: 'Cancelling a wave takes what was placed until then' }),
    })
    .meta({ id: 'OrderWaves' }),
)

/** Orders cancelled in one call. So few that the call ends long before a timeout. */
export const WAVE_STEP = 20

export const cancelWaveSchema = defineSchema(() =>
  z.strictObject({
    network: z.string().max(100).nullable(),
    read_at: z.iso.datetime(),
    after: z.uuid().nullable().meta({ description: 'What the step before answered as next; null at the beginning' }),
  }),
)

/** The result of one step of cancelling a wave. */
export const cancelledWaveSchema = defineSchema(() =>
  z.object({
    cancelled: z.int(),
    failed: z.int().meta({ description: 'Orders that stay as they are' }),
    next: z.uuid().nullable().meta({ description: 'To go on after; null once all of them were taken' }),
  }),
)
export type CancelledWave = z.output<typeof cancelledWaveSchema>
