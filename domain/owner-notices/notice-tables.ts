import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { NoticeKind, NoticeMode } from './owner-notices.ts'

/** Tables of the owner's notices and of their delivery. */
export type NoticeTables = {
  /** The single row of settings. */
  owner_notice_settings: {
    id: Generated<number>
    order_mail: Generated<NoticeMode>
    cancelled_mail: Generated<NoticeMode>
    payment_mail: Generated<NoticeMode>
    refund_mail: Generated<NoticeMode>
    stock_mail: Generated<NoticeMode>
    dispute_mail: Generated<NoticeMode>
    message_mail: Generated<Exclude<NoticeMode, 'off'>>
    order_push: Generated<boolean>
    cancelled_push: Generated<boolean>
    payment_push: Generated<boolean>
    refund_push: Generated<boolean>
    stock_push: Generated<boolean>
    dispute_push: Generated<boolean>
    message_push: Generated<boolean>
    /** Stock of at most this many pieces causes a notice. */
    low_stock: Generated<number>
    /** Full hours in Warsaw; both null: never. */
    quiet_from: number | null
    quiet_to: number | null
    updated_at: CreatedAt
  }
  /** Written by triggers in the transaction of the event; notices of messages by their use case. */
  owner_notices: {
    id: GeneratedAlways<string>
    key: string
    kind: NoticeKind
    subject_id: string
    created_at: CreatedAt
    mailed_at: Generated<Date | null>
    mail_batch: Generated<string | null>
    /** When the notice was sent to the devices, or skipped because its kind was switched off. */
    pushed_at: Generated<Date | null>
    push_batch: Generated<string | null>
  }
  /** Phones and computers with notices switched on. */
  push_devices: {
    id: Generated<string>
    endpoint: string
    p256dh: string
    auth: string
    name: string
    created_at: CreatedAt
    last_success_at: Generated<Date | null>
    failed_at: Generated<Date | null>
  }
  /** One message to one device. */
  device_pushes: {
    batch: string
    device_id: string
    created_at: Generated<Date>
    due_at: Generated<Date>
    attempts: Generated<number>
    /** Null: not taken for sending yet. */
    taken_at: Generated<Date | null>
  }
}
