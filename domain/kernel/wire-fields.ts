import { z } from 'zod'
import { defineSchema } from './wire-schema.ts'

/** An amount in whole grosze, as calculations use it. */
export const groszeSchema = defineSchema(() => z.int().meta({ description: 'grosze' }))

/** An amount in zł, for readers of the contract. */
export const zlSchema = defineSchema(() => z.number().meta({ description: 'zł' }))

export const momentSchema = defineSchema(() => z.iso.datetime())
