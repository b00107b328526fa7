import type { CreatedAt } from '#domain/kernel/created-at.ts'

export type ConsentTables = {
  consent_texts: {
    /** Of the text in UTF-8, in hex. */
    sha256: string
    full_text: string
    first_used_at: CreatedAt
  }
  consents: {
    id: string
    browser_id: string
    text_sha256: string
    statistics: boolean
    advertising: boolean
    given_at: CreatedAt
  }
}
