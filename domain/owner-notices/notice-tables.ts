import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt } from '#domain/catalog/catalog-tables.ts'
import type { NoticeKind, NoticeMode } from './owner-notices.ts'

/** Tables of what the owner is told, and how. */
export type NoticeTables = {
  /** The single row. */
  owner_notice_settings: {
    id: Generated<number>
    order_mail: Generated<NoticeMode>
    payment_mail: Generated<NoticeMode>
    refund_mail: Generated<NoticeMode>
    stock_mail: Generated<NoticeMode>
    message_mail: Generated<Exclude<NoticeMode, 'off'>>
    /** From so many pieces down a product is told of. */
    low_stock: Generated<number>
    /** Full hours in Warsaw; both null: never. */
    quiet_from: number | null
    quiet_to: number | null
    updated_at: CreatedAt
  }
  /** Written by triggers, in the transaction of the event; messages by their use case. */
  owner_notices: {
    id: GeneratedAlways<string>
    key: string
    kind: NoticeKind
    subject_id: string
    created_at: CreatedAt
    mailed_at: Generated<Date | null>
    mail_batch: Generated<string | null>
  }
}
