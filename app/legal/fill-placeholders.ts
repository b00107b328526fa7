import { PRICES_WITH_VAT, type ShopProfile } from '#domain/settings/shop-profile.ts'

const day = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'UTC' })

/** '1 stycznia 2026' for an ISO day. */
export const formatLegalDay = (isoDay: string) => day.format(new Date(isoDay))

/** Replaces every {{name}} in a legal text, at any depth, by the seller's data. */
export function fillPlaceholders<Text>(text: Text, profile: ShopProfile): Text {
  const values = placeholders(profile)
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(/\{\{(\w+)\}\}/g, (_, name: string) => sellerValue(values, name))
    if (Array.isArray(part)) return part.map(fill)
    if (typeof part === 'object' && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fill(value)]))
    }
    return part
  }
  return fill(text) as Text
}

function placeholders(profile: ShopProfile): Record<string, string> {
  return {
    seller_name: profile.sellerName,
    seller_address: profile.sellerAddress,
    seller_nip: profile.sellerNip,
    seller_regon: profile.sellerRegon,
    seller_register: profile.sellerRegister,
    seller_email: profile.sellerEmail,
    seller_phone: profile.sellerPhone,
    return_address: profile.returnAddress,
    shop_name: profile.shopName,
    shop_url: profile.shopUrl,
    payment_provider: profile.paymentProvider,
    courier_name: profile.courierName,
    locker_operator: profile.lockerOperator,
    hosting_provider: profile.hostingProvider,
    responsible_person: profile.responsiblePerson,
    prices: PRICES_WITH_VAT,
    effective_date: formatLegalDay(profile.effectiveDate),
  }
}

/** Throws for an unknown placeholder, which would otherwise be part of a contract. */
function sellerValue(values: Record<string, string>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`legal text has an unknown placeholder: ${name}`)
  return value
}
