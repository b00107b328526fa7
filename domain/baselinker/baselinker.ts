import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** What the owner sets, with the version that was on the screen. */
export const baselinkerChangeSchema = defineSchema(() =>
  z.strictObject({
    version: z.string(),
    enabled: z.boolean(),
    papers_here: z
      .boolean()
      .meta({ description: 'Whether the shop makes receipts and invoices of the orders that BaseLinker adds' }),
  }),
)
export type BaselinkerChange = z.output<typeof baselinkerChangeSchema>

/** The methods of the 'shops data exchange protocol' that the shop answers. */
export const ACTIONS = [
  'FileVersion',
  'SupportedMethods',
  'ProductsCategories',
  'ProductsList',
  'ProductsData',
  'ProductsPrices',
  'ProductsQuantity',
  'ProductsQuantityUpdate',
  'OrdersGet',
  'OrderAdd',
  'OrderUpdate',
  'StatusesList',
  'DeliveryMethodsList',
  'PaymentMethodsList',
] as const
export type Action = (typeof ACTIONS)[number]

export const isAction = (text: unknown): text is Action => ACTIONS.some((action) => action === text)

/** `standard`: the generation of the protocol, whose fields these are. */
export const FILE_VERSION = { platform: 'Perfumeria', version: '1.0.0', standard: 4 } as const

/** Where a parcel is, in one word: BaseLinker has one status for order, payment and parcel. */
export const STATUSES = {
  pending: 'Nowe, nieopłacone',
  paid: 'Opłacone',
  processing: 'W realizacji',
  shipped: 'Wysłane',
  delivered: 'Dostarczone',
  cancelled: 'Anulowane',
} as const
export type BaselinkerStatus = keyof typeof STATUSES

/**
 * A product's id as BaseLinker stores it: at most 30 characters of either case, so a UUID is too long and base64 not safe.
 * 'dw2ry1l0j6d3zo4ncm7cs2c8q'
 */
export const toProductId = (uuid: string): string =>
  BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(36)
    .padStart(ID_LENGTH, '0')
const ID_LENGTH = 25
const MOST_ID = 2n ** 128n

/** The UUID of such an id; null where it is none of the shop. */
export function fromProductId(id: string): string | null {
  if (!/^[0-9a-z]{25}$/i.test(id)) return null
  const number = [...id.toLowerCase()].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  if (number >= MOST_ID) return null
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
