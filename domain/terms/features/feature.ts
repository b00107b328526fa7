/** What can be switched on in the shop, as far as its legal texts tell of it. */
type Switched =
  /** The owner has made a discount code. */
  | 'codes'
  /** The price of a sample comes back as a code. */
  | 'sampleCodes'
  /** Invoices go to KSeF. */
  | 'ksef'
  /** Also those of persons. */
  | 'ksefPersons'
  /** Somebody packs for the owner. */
  | 'packers'
  /** An accountant reads the papers in the panel. */
  | 'accountant'
  /** BaseLinker reads orders and adds those of marketplaces. */
  | 'baselinker'
  /** Buyers can pay later, at a provider that lends them the money. */
  | 'payLater'
  /** Buyers can pay from an electronic wallet. */
  | 'wallets'
  | 'googleSignIn'
  | 'measuring'

/** What is on; what is not named is off. */
export type ShopFeatures = { readonly [Key in Switched]?: boolean }

/** Paragraphs of the shop's terms and of its privacy policy, as their headings go on after the number. */
type TermsSection = 'Usługi elektroniczne' | 'Opinie' | 'Zamówienie i płatność'
type PrivacySection =
  | 'Jakie dane, po co i na jakiej podstawie'
  | 'Komu przekazujemy dane'
  | 'Jak długo przechowujemy dane'
  | 'Pliki cookie i pamięć przeglądarki'

/** `told`: words by which terms that the owner wrote say the same. */
export type TermsSentence = { section: TermsSection; text: string; told: RegExp }
type PrivacySentence = { section: PrivacySection; text: string }

export type Feature = {
  /** As the owner reads it. */
  name: string
  isOn(on: ShopFeatures): boolean
  terms: readonly TermsSentence[]
  privacy: readonly PrivacySentence[]
}

export const isAlwaysOn = () => true

export const service = (text: string, told: RegExp): TermsSentence => ({ section: 'Usługi elektroniczne', text, told })
export const sale = (text: string, told: RegExp): TermsSentence => ({ section: 'Zamówienie i płatność', text, told })
export const review = (text: string, told: RegExp): TermsSentence => ({ section: 'Opinie', text, told })
export const purpose = (text: string): PrivacySentence => ({ section: 'Jakie dane, po co i na jakiej podstawie', text })
export const recipient = (text: string): PrivacySentence => ({ section: 'Komu przekazujemy dane', text })
export const period = (text: string): PrivacySentence => ({ section: 'Jak długo przechowujemy dane', text })
export const storage = (text: string): PrivacySentence => ({ section: 'Pliki cookie i pamięć przeglądarki', text })
