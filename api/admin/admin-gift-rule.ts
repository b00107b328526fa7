import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { changeGiftRule, readGiftRuleForAdmin } from '#domain/gifts/change-gift-rule.server.ts'
import { giftRuleChangeSchema, giftRuleSchema } from '#domain/gifts/gift-rule.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminGiftRuleCalls = [
  adminCall.get(
    '/gift-rule',
    { summary: 'Who gets a free gift (+GRATIS)', answers: ['The rule', giftRuleSchema] },
    async ({ services }) => ok(await readGiftRuleForAdmin(services)),
  ),
  adminCall.post(
    '/gift-rule',
    {
      summary: 'Sets who gets a free gift from now on',
      body: giftRuleChangeSchema,
      answers: ['Changed', doneSchema],
      refuses: ['changed_meanwhile'],
    },
    async ({ services, user, body }) => answerDone(await changeGiftRule(services, user.id, body)),
  ),
]
