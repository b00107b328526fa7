import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** What terms have to say of the seller and the shop, by name, where they say something else or nothing. */
export function findMissingFacts(text: string, profile: ShopProfile): string[] {
  const facts = [
    { name: 'nazwa sprzedawcy', value: profile.sellerName },
    { name: 'adres sprzedawcy', value: profile.sellerAddress },
    { name: 'NIP', value: profile.sellerNip },
    { name: 'e-mail', value: profile.sellerEmail },
    { name: 'telefon', value: profile.sellerPhone },
    { name: 'adres do zwrotów', value: profile.returnAddress },
    { name: 'adres sklepu', value: new URL(profile.shopUrl).host },
  ]
  return facts.filter(({ value }) => !text.includes(value)).map(({ name }) => name)
}
