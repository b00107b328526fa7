import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { LabelFileKind, LabelFileType } from './label-file.ts'

/** Tables of the product information that the law requires. */
export type LabelTables = {
  producers: {
    id: Generated<string>
    name: string
    address: string
    /** An e-mail address or the address of a web page. */
    contact: string
    is_in_eu: boolean
    /** The responsible person in the EU: all three or none. */
    responsible_name: string | null
    responsible_address: string | null
    responsible_contact: string | null
    /** Invented for the demo; deleted with the demo catalogue. */
    is_demo: Generated<boolean>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  label_settings: {
    id: Generated<number>
    carrier_consent_on: string | null
    carrier_consent_note: string | null
    accessibility_reviewed_on: string | null
    trademarks: string[]
    updated_at: CreatedAt
  }
  label_files: {
    kind: LabelFileKind
    /** Hash of the content. */
    key: string
    name: string
    type: LabelFileType
    /** Pixels; null for a PDF. */
    width: number | null
    height: number | null
    content: Buffer
    uploaded_at: Generated<Date>
  }
}
