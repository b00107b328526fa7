/** What measures visits, for those who agree to it. */
export type AnalyticsFacts = {
  /** Measurement ids: of Google Analytics (G-...), Google Ads (AW-...) or a Google tag (GT-...). */
  ids: readonly string[]
  /** The conversion of Google Ads that an order is (AW-.../label); null: none. */
  conversion: string | null
  /** Where its script comes from. */
  scriptOrigin: string
}

/** What every page of the shop knows beside its own data, the same for every visitor. */
export type PageFacts = {
  /** As people write it. */
  phone: string
  /** Null: nothing is measured, and nobody is asked. */
  analytics: AnalyticsFacts | null
}
