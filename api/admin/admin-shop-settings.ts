import { adminCall, doneSchema } from '#api/call.ts'
import { changeGiftRule, readGiftRuleForAdmin } from '#domain/gifts/change-gift-rule.server.ts'
import { giftRuleChangeSchema } from '#domain/gifts/gift-rule.ts'
import { toOptionalZl } from '#domain/kernel/amounts/money.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { ok } from '#domain/kernel/result.ts'
import { changeNoticeSettings } from '#domain/owner-notices/change-notice-settings.server.ts'
import { noticeSettingsChangeSchema, noticeSettingsSchema } from '#domain/owner-notices/owner-notices.ts'
import { readNoticeSettings } from '#domain/owner-notices/owner-notices-queries.server.ts'
import {
  dispatchSettingsChangeSchema,
  dispatchSettingsSchema,
  hideSubstitutesChangeSchema,
  newBuyerLimitsChangeSchema,
  newBuyerLimitsSchema,
  shippingCostsChangeSchema,
} from '#domain/settings/admin-settings.ts'
import {
  listShippingCosts,
  readDispatchSettings,
  readHideSubstitutes,
  readNewBuyerLimits,
} from '#domain/settings/admin-settings-queries.server.ts'
import { changeProfile, readProfileForAdmin } from '#domain/settings/change-profile.server.ts'
import {
  changeDispatchSettings,
  changeHideSubstitutes,
  changeNewBuyerLimits,
  changeShippingCosts,
} from '#domain/settings/change-settings.server.ts'
import { profileChangeSchema } from '#domain/settings/profile-change.ts'
import { nameCosts } from '#domain/shipping/cost-names.ts'

const changed = { answers: ['Changed', doneSchema], refuses: ['changed_meanwhile'] } as const

export const adminSettingsCalls = [
  adminCall.get('/shop-settings', { answers: ['Whether the original line is shown alone'] }, async ({ services }) =>
    ok(await readHideSubstitutes(services.db)),
  ),
  adminCall.post(
    '/shop-settings',
    { summary: 'Shows the original line alone, or all perfumes', body: hideSubstitutesChangeSchema, ...changed },
    ({ services, user, body }) => changeHideSubstitutes(services, user.id, body),
  ),
  adminCall.get(
    '/dispatch-calendar',
    { answers: ['When parcels are dispatched', dispatchSettingsSchema] },
    async ({ services }) => ok(await readDispatchSettings(services.db)),
  ),
  adminCall.post('/dispatch-calendar', { body: dispatchSettingsChangeSchema, ...changed }, ({ services, user, body }) =>
    changeDispatchSettings(services, user.id, body),
  ),
  adminCall.get('/shipping-costs', { answers: ['Costs of delivery, newest first'] }, async ({ services }) => {
    const rows = await listShippingCosts(services.db, PAGE_SIZES.shippingCosts)
    const items = rows.map(({ updated_at, rates, ...row }) => ({
      ...row,
      ...nameCosts(rates),
      free_delivery_from: toOptionalZl(row.free_delivery_from_grosze),
      updated_at: updated_at.toISOString(),
    }))
    return ok({ items })
  }),
  adminCall.post(
    '/shipping-costs',
    { summary: 'Sets the delivery costs from now on, in zł', body: shippingCostsChangeSchema, ...changed },
    ({ services, user, body }) => changeShippingCosts(services, user.id, body),
  ),
  adminCall.get(
    '/unproven-account-limits',
    { answers: ['Limits of accounts with unproven addresses', newBuyerLimitsSchema] },
    async ({ services }) => ok(await readNewBuyerLimits(services.db)),
  ),
  adminCall.post(
    '/unproven-account-limits',
    { body: newBuyerLimitsChangeSchema, ...changed },
    ({ services, user, body }) => changeNewBuyerLimits(services, user.id, body),
  ),
  adminCall.get(
    '/shop-profile',
    {
      summary: 'What the shop says of itself, and which of it the environment sets',
      answers: ['Every field that can be edited'],
    },
    async ({ services }) => ok(await readProfileForAdmin(services)),
  ),
  adminCall.post(
    '/shop-profile',
    {
      summary: 'Sets fields of the shop’s profile from now on',
      description: 'The changed fields alone. Contracts that were concluded keep the seller they name.',
      body: profileChangeSchema,
      answers: ['Changed', doneSchema],
      refuses: ['profile_invalid', 'changed_meanwhile'],
    },
    ({ services, user, body }) => changeProfile(services, user.id, body),
  ),
  adminCall.get(
    '/gift-rule',
    { summary: 'Who gets a free gift (+GRATIS)', answers: ['The rule'] },
    async ({ services }) => ok(await readGiftRuleForAdmin(services)),
  ),
  adminCall.post(
    '/gift-rule',
    { summary: 'Sets who gets a free gift from now on', body: giftRuleChangeSchema, ...changed },
    ({ services, user, body }) => changeGiftRule(services, user.id, body),
  ),
  adminCall.get(
    '/notice-settings',
    { answers: ['The notified events, and when', noticeSettingsSchema] },
    async ({ services }) => ok(await readNoticeSettings(services.db)),
  ),
  adminCall.post('/notice-settings', { body: noticeSettingsChangeSchema, ...changed }, ({ services, user, body }) =>
    changeNoticeSettings(services, user.id, body),
  ),
]
