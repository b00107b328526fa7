/** Shown once per screen: by the hero of the landing page, or by the header of every other page. */
export const SLOGAN = 'Zmieniasz cenę, nie jakość.'

/** The operator of the shop: configuration shown in the footer, legal pages and mails. Read from the environment. */
export type ShopProfile = {
  shopName: string
  /** Public address without a trailing slash, e.g. https://perfumeria.example */
  shopUrl: string
  sellerName: string
  sellerAddress: string
  sellerNip: string
  sellerRegon: string
  /** Number in the register of waste (BDO); '' when it is not set. */
  sellerBdo: string
  sellerRegister: string
  sellerEmail: string
  sellerPhone: string
  returnAddress: string
  paymentProvider: string
  courierName: string
  lockerOperator: string
  hostingProvider: string
  responsiblePerson: string
  /** ISO date on which the legal documents take effect. */
  effectiveDate: string
  socialLinks: { instagram: string | null; tiktok: string | null; facebook: string | null }
}
