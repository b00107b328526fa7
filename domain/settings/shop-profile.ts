/** Said once on a screen: by the hero of the landing page, by the header of every other. */
export const SLOGAN = 'Zmieniasz cenę, nie jakość.'

/** Who runs the shop: configuration shown in footer, legal pages and mails. Filled from the environment. */
export type ShopProfile = {
  shopName: string
  /** Public address without a trailing slash, e.g. https://perfumeria.example */
  shopUrl: string
  sellerName: string
  sellerAddress: string
  sellerNip: string
  sellerRegon: string
  sellerRegister: string
  sellerEmail: string
  sellerPhone: string
  returnAddress: string
  paymentProvider: string
  courierName: string
  lockerOperator: string
  hostingProvider: string
  responsiblePerson: string
  /** ISO date the legal documents take effect. */
  effectiveDate: string
  socialLinks: { instagram: string | null; tiktok: string | null; facebook: string | null }
}
