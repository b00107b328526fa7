import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'

/** The tables of what the owner set. */
export type SettingsTables = {
  shop_settings: {
    id: Generated<number>
    hide_substitutes: Generated<boolean>
    /** Orders placed before this full hour are dispatched on the same day. */
    dispatch_until: Generated<number>
    /** 1: Monday, 7: Sunday. */
    closed_weekdays: Generated<number[]>
    closed_dates: Generated<string[]>
    holiday_from: Generated<string | null>
    holiday_to: Generated<string | null>
    holiday_selling: Generated<boolean>
    updated_at: CreatedAt
  }
  /** The single row of what the owner entered about the shop. */
  shop_profile: {
    id: Generated<number>
    entered: ColumnType<Record<string, unknown>, string, string>
    updated_at: CreatedAt
  }
  /** Versions of what the owner wrote in place of the shop's texts. */
  own_texts: {
    number: number
    texts: ColumnType<Record<string, unknown>, string, never>
    changed: string[]
    /** The address of the admin. */
    published_by: string
    published_at: CreatedAt
  }
  /** Versions of the owner's colours and logo; null: the shop's colour, and its name in place of a logo. */
  looks: {
    number: number
    accent: string | null
    dark: string | null
    logo_key: string | null
    published_by: string
    published_at: CreatedAt
  }
  /** Logos of all versions, and uploads that were not published yet. */
  logos: {
    /** Hash of the content. */
    key: string
    width: number
    height: number
    content: Buffer
    uploaded_at: Generated<Date>
  }
}
