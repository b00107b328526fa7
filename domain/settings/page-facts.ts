import type { Purpose } from '#domain/consents/consent.ts'

/** The measuring of visits, for visitors who agree. */
export type AnalyticsFacts = {
  /** Measurement ids: of Google Analytics (G-...), Google Ads (AW-...) or a Google tag (GT-...). */
  ids: readonly string[]
  /** The Google Ads conversion of an order (AW-.../label); null: none. */
  conversion: string | null
  /** The origin of its script. */
  scriptOrigin: string
  /** The purposes that the question for consent names. */
  purposes: readonly Purpose[]
  /** The hash of the question's words. */
  consentSha256: string
}

/** Data that every page has in addition to its own, the same for every visitor. */
export type PageFacts = {
  /** The phone number as people write it. */
  phone: string
  /** Null: nothing is measured, and no consent is requested. */
  analytics: AnalyticsFacts | null
}
