import { changeSettings } from '#domain/kernel/database/settings-row-store.server.ts'
import type { Services } from '#domain/services.ts'
import type { NoticeSettings } from './owner-notices.ts'

/** Sets which events the owner is notified of, and when. */
export const changeNoticeSettings = (services: Pick<Services, 'db'>, userId: string, change: NoticeSettings) =>
  changeSettings(services, userId, { table: 'owner_notice_settings', action: 'notice_settings.changed' }, change)
