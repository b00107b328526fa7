import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { Gender } from '#domain/kernel/gender.ts'

export type GiftTables = {
  /** Who gets a free gift, in a single row. */
  gift_rule: {
    id: Generated<number>
    active: Generated<boolean>
    genders: Generated<Gender[]>
    /** The least sum of products in one checkout. */
    from_grosze: Generated<number>
    gift: Generated<string>
    /** Null: not counted. */
    stock: number | null
    /** The last day (Warsaw). */
    until_day: string | null
    /** The rule of a new shop, which no admin has reviewed. */
    preset: Generated<boolean>
    updated_at: CreatedAt
  }
}
