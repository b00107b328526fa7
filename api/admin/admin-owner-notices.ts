import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { changeNoticeSettings } from '#domain/owner-notices/change-notice-settings.server.ts'
import { noticeSettingsChangeSchema, noticeSettingsSchema } from '#domain/owner-notices/owner-notices.ts'
import { readNoticeSettings } from '#domain/owner-notices/owner-notices-queries.server.ts'

export const adminOwnerNoticeCalls = [
  adminCall.get(
    '/notice-settings',
    { answers: ['The notified events, and when', noticeSettingsSchema] },
    async ({ services }) => ok(await readNoticeSettings(services.db)),
  ),
  adminCall.post(
    '/notice-settings',
    { body: noticeSettingsChangeSchema, answers: ['Changed', doneSchema], refuses: ['changed_meanwhile'] },
    async ({ services, user, body }) => answerDone(await changeNoticeSettings(services, user.id, body)),
  ),
]
