import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'

export type TermsTables = {
  terms_versions: {
    /** The day from which it is in force, e.g. '2026-01-01', in Warsaw. */
    version: string
    full_text: string
    /** Of the text in UTF-8, in hex. */
    sha256: string
    published_at: CreatedAt
    /** The text that the shop brings along, which follows the settings until the first real order. */
    preset: Generated<boolean>
  }
}
