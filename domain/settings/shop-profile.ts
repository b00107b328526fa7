import type { ProfileValues } from './profile-fields.ts'

/** Shown once per screen: by the hero of the landing page, or by the header of every other page. */
export const SLOGAN = 'Zmieniasz cenę, nie jakość.'
/** Links of the header to parts of the landing page. */
export const MENU = { quality: 'JAKOŚĆ ZAMIENNIKÓW', about: 'O FIRMIE', media: 'MEDIA' } as const
/** In the footer of every page. */
export const FOOTER_TEXT = 'Oryginalne perfumy arabskie i zamienniki znanych kompozycji.'

/** The operator of the shop, shown in footer, legal pages and mails: from the environment, or else the panel. */
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
  /** The account to which buyers may transfer money; '' when none is shown. */
  sellerBankAccount: string
  returnAddress: string
  /** Where buyers order the transport of a return from a point near them; null: the shop offers none. */
  nearbyReturnUrl: string | null
  paymentProvider: string
  courierName: string
  lockerOperator: string
  hostingProvider: string
  responsiblePerson: string
  /** ISO date on which the legal documents take effect. */
  effectiveDate: string
  /** What the packaging of a parcel weighs; 0: the owner has not said it. */
  parcelPaperGrams: number
  parcelPlasticGrams: number
  /** Whether its services are exempt from the requirements of accessibility. */
  isMicroEntrepreneur: boolean
  /** Path of the picture of shared links; without it the shop's own. */
  sharePicture?: string
  socialLinks: { instagram: string | null; tiktok: string | null; facebook: string | null }
}

/** What terms and contracts say of prices. Nobody who sells perfumes at a distance is exempt from VAT. */
export const PRICES_WITH_VAT = 'Ceny są podane w złotych i zawierają podatek VAT.'

/** What environment and panel say of the shop. What the sandbox stands in for, it does not have. */
export type GivenSettings = {
  shopUrl: string
  adminEmail: string
  values: ProfileValues
  hasMailServer: boolean
  hasLockers: boolean
  hasCarrier: boolean
  /** Whether live mode has keys. */
  hasPaymentKeys: boolean
}

export function toShopProfile(values: ProfileValues, shopUrl: string): ShopProfile {
  return {
    shopName: values.shop_name,
    shopUrl,
    sellerName: values.seller_name,
    sellerAddress: values.seller_address,
    sellerNip: values.seller_nip,
    sellerRegon: values.seller_regon,
    sellerBdo: values.seller_bdo,
    sellerRegister: values.seller_register,
    sellerEmail: values.seller_email,
    sellerPhone: values.seller_phone,
    sellerBankAccount: values.seller_bank_account,
    returnAddress: values.return_address,
    nearbyReturnUrl: values.nearby_return_url || null,
    paymentProvider: values.payment_provider,
    courierName: values.courier_name,
    lockerOperator: values.locker_operator,
    hostingProvider: values.hosting_provider,
    responsiblePerson: values.responsible_person,
    effectiveDate: values.legal_effective_date,
    parcelPaperGrams: Number(values.parcel_paper_grams),
    parcelPlasticGrams: Number(values.parcel_plastic_grams),
    isMicroEntrepreneur: values.micro_entrepreneur === 'yes',
    socialLinks: {
      instagram: values.instagram_url || null,
      tiktok: values.tiktok_url || null,
      facebook: values.facebook_url || null,
    },
  }
}
