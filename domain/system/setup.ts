import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** Steps before a shop sells to real people, in the recommended order. */
export const SETUP_STEPS = [
  'seller',
  'terms',
  'https',
  'admin_email',
  'second_factor',
  'mail',
  'lockers',
  'shipping_costs',
  'demo',
  'first_product',
  'trial',
  'carrier',
  'carrier_consent',
  'bdo',
  'payment_keys',
  'payment_mode',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Steps that a shop can sell without. */
export const OPTIONAL_STEPS: readonly SetupStep[] = ['carrier']

/** Steps that the settings of the process fulfil. */
export type ConfiguredSteps = Record<
  Exclude<
    SetupStep,
    'second_factor' | 'payment_mode' | 'demo' | 'shipping_costs' | 'first_product' | 'trial' | 'carrier_consent'
  >,
  boolean
>

export const setupSchema = defineSchema(() =>
  z.object({ steps: z.array(z.object({ name: z.enum(SETUP_STEPS), done: z.boolean() })) }).meta({ id: 'Setup' }),
)
export type Setup = z.output<typeof setupSchema>
