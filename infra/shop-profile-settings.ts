import { z } from 'zod'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

const text = (fallback: string) => z.string().trim().default(fallback)
const link = (name: string) =>
  z.url({ protocol: /^https$/, error: `${name} must be an address like https://instagram.com/shop.` }).optional()

/**
 * The seller and the shop. The defaults name an impossible seller, so that a demo is never mistaken for a real shop.
 */
export const profileVariables = {
  SHOP_NAME: text('Perfumeria'),
  SELLER_NAME: text('Perfumeria Demonstracyjna'),
  SELLER_ADDRESS: text('ul. Przykładowa 1, 00-000 Warszawa'),
  SELLER_NIP: text('000-000-00-00'),
  SELLER_REGON: text('000000000'),
  SELLER_BDO: z
    .string()
    .trim()
    .regex(/^(\d{9})?$/, 'SELLER_BDO must be the nine digits of the register number, for example 000123456.')
    .default(''),
  SELLER_REGISTER: text('CEIDG'),
  SELLER_EMAIL: z.email('SELLER_EMAIL must be an e-mail address.').default('kontakt@perfumeria.test'),
  SELLER_PHONE: text('+48 000 000 000'),
  RETURN_ADDRESS: text('ul. Przykładowa 1, 00-000 Warszawa'),
  PAYMENT_PROVIDER: text('Stripe'),
  COURIER_NAME: text('InPost Kurier'),
  LOCKER_OPERATOR: text('InPost'),
  HOSTING_PROVIDER: text('dostawca hostingu sklepu'),
  RESPONSIBLE_PERSON: text('osoba odpowiedzialna wskazana na etykiecie produktu'),
  LEGAL_EFFECTIVE_DATE: z.iso.date('LEGAL_EFFECTIVE_DATE must be a date like 2026-01-31.').default('2026-01-01'),
  INSTAGRAM_URL: link('INSTAGRAM_URL'),
  TIKTOK_URL: link('TIKTOK_URL'),
  FACEBOOK_URL: link('FACEBOOK_URL'),
}

type ShopProfileSettings = z.output<z.ZodObject<typeof profileVariables>>

export function toShopProfile(set: ShopProfileSettings, shopUrl: string): ShopProfile {
  return {
    shopName: set.SHOP_NAME,
    shopUrl,
    sellerName: set.SELLER_NAME,
    sellerAddress: set.SELLER_ADDRESS,
    sellerNip: set.SELLER_NIP,
    sellerRegon: set.SELLER_REGON,
    sellerBdo: set.SELLER_BDO,
    sellerRegister: set.SELLER_REGISTER,
    sellerEmail: set.SELLER_EMAIL,
    sellerPhone: set.SELLER_PHONE,
    returnAddress: set.RETURN_ADDRESS,
    paymentProvider: set.PAYMENT_PROVIDER,
    courierName: set.COURIER_NAME,
    lockerOperator: set.LOCKER_OPERATOR,
    hostingProvider: set.HOSTING_PROVIDER,
    responsiblePerson: set.RESPONSIBLE_PERSON,
    effectiveDate: set.LEGAL_EFFECTIVE_DATE,
    socialLinks: {
      instagram: set.INSTAGRAM_URL ?? null,
      tiktok: set.TIKTOK_URL ?? null,
      facebook: set.FACEBOOK_URL ?? null,
    },
  }
}
