import { z } from 'zod'

/** The shop's account at InPost, and the API's address. */
export type ShipxAccount = { token: string; organizationId: string; url: string }

/** Sender of parcels and address for unclaimed ones. Null: the sender that InPost stores for the organization. */
export type ShipxSender = {
  companyName: string
  email: string
  phone: string
  address: { street: string; houseNumber: string; city: string; postalCode: string }
} | null

const SHIPX_URL = 'https://api-shipx-pl.easypack24.net'

export const shipxVariables = {
  SHIPX_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'SHIPX_TOKEN musi być tokenem z Menedżera Paczek InPost, bez spacji.')
    .optional(),
  SHIPX_ORGANIZATION_ID: z
    .string()
    .trim()
    .regex(/^\d{1,12}$/, 'SHIPX_ORGANIZATION_ID musi być numerem organizacji z Menedżera Paczek InPost.')
    .optional(),
  SHIPX_URL: z.url({ protocol: /^https?$/, error: `SHIPX_URL musi być adresem, np. ${SHIPX_URL}.` }).default(SHIPX_URL),
}

type ShipxVariables = z.output<z.ZodObject<typeof shipxVariables>>

/** Null without keys. */
export function readShipx(given: ShipxVariables): ShipxAccount | null {
  const { SHIPX_TOKEN: token, SHIPX_ORGANIZATION_ID: organizationId, SHIPX_URL: url } = given
  return token !== undefined && organizationId !== undefined ? { token, organizationId, url } : null
}

const ADDRESS = /^(?:ul\.\s*)?(.+?)\s+(\d\S*(?:\s?\/\s?\S+)?(?:\s+(?:m|lok)\.?\s*\S+)?),\s*(\d{2}-\d{3})\s+(.+)$/i

/** Reads the sender from the shop's own data, with an address like 'ul. Prosta 1/2, 00-950 Warszawa'. */
export function readSender(seller: { name: string; email: string; phone: string; address: string }): ShipxSender {
  const [, street, houseNumber, postalCode, city] = ADDRESS.exec(seller.address.trim()) ?? []
  const phone = seller.phone.replace(/\D/g, '').slice(-9)
  if (!street || !houseNumber || !postalCode || !city || phone.length !== 9) return null
  return { companyName: seller.name, email: seller.email, phone, address: { street, houseNumber, postalCode, city } }
}
