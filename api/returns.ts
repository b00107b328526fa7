import { accountNumberSchema } from '#domain/kernel/numbers/account-number.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { orderLinkSchema } from '#domain/orders/order-links/linked-checkout.ts'
import { giveAccountNumber } from '#domain/returns/give-account-number.server.ts'
import { makeReturnSlip } from '#domain/returns/make-return-slip.server.ts'
import { readStatementForm } from '#domain/returns/read-statement-form.server.ts'
import type { CaseKind } from '#domain/returns/return-case.ts'
import {
  complaintSchema,
  linkedComplaintSchema,
  linkedWithdrawalSchema,
  statementFormSchema,
  statementReceiptSchema,
  withdrawalSchema,
} from '#domain/returns/statement.ts'
import { submitLinkedStatement, submitStatement } from '#domain/returns/submit-statement.server.ts'
import { answerFound, doneSchema, publicCall } from './call.ts'
import { answerFile, z } from './http.ts'
import { type LinkCaller, openLink } from './order-links.ts'

const declaration = {
  key: true,
  answers: [
    'Stored. The same answer whether or not there is such an order; a repeat under the same key is stored once.',
    statementReceiptSchema,
  ],
} as const
const linked = {
  ...declaration,
  refuses: ['order_link_invalid', 'too_many_attempts', 'sent_picture_unavailable'],
} as const

type Keyed = LinkCaller & { key: string }

async function submit(kind: CaseKind, body: Parameters<typeof submitStatement>[1], { services, ...asked }: Keyed) {
  if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' as const })
  return submitStatement(services, body, { kind, key: asked.key, clientAddress: asked.clientAddress })
}

async function submitLinked(kind: CaseKind, { token, ...declared }: Linked, { key, ...asked }: Keyed) {
  if (asked.services.isDatabaseFull()) return fail({ reason: 'database_unavailable' as const })
  const opened = await openLink(asked, token)
  if (!opened.ok) return opened
  return submitLinkedStatement(asked.services, declared, { kind, key, checkoutId: opened.value })
}

type Linked = Parameters<typeof submitLinkedStatement>[1] & { token: string }

export const returnCalls = [
  publicCall.post(
    '/withdrawals',
    {
      summary: 'Declares a withdrawal from the contract',
      description: 'Works without a session. It counts from its arrival and is confirmed by mail.',
      body: withdrawalSchema,
      ...declaration,
      refuses: ['too_many_attempts', 'sent_picture_unavailable'],
    },
    ({ body, ...asked }) => submit('withdrawal', body, asked),
  ),
  publicCall.post(
    '/complaints',
    {
      summary: 'Makes a complaint about goods',
      description: 'Works without a session. It is answered within 14 days.',
      body: complaintSchema,
      ...declaration,
      refuses: ['too_many_attempts', 'sent_picture_unavailable'],
    },
    ({ body, ...asked }) => submit('complaint', body, asked),
  ),
  publicCall.post(
    '/order-link/withdraw',
    {
      summary: 'Declares a withdrawal by the token of an order’s mailed link',
      description: 'As /withdrawals; name, number and e-mail are those of the order.',
      body: linkedWithdrawalSchema,
      ...linked,
    },
    ({ body, ...asked }) => submitLinked('withdrawal', body, asked),
  ),
  publicCall.post(
    '/order-link/complain',
    {
      summary: 'Makes a complaint by the token of an order’s mailed link',
      body: linkedComplaintSchema,
      ...linked,
    },
    ({ body, ...asked }) => submitLinked('complaint', body, asked),
  ),
  publicCall.post(
    '/order-link/statement-form',
    {
      summary: 'What a form of withdrawal or complaint shows of the order, by the token of its link',
      description: 'The pieces that can still be withdrawn, and of the buyer as much as the buyer recognises.',
      body: orderLinkSchema,
      answers: ['The form', statementFormSchema],
      refuses: ['order_link_invalid', 'too_many_attempts'],
    },
    async ({ body, ...asked }) => {
      const opened = await openLink(asked, body.token)
      if (!opened.ok) return opened
      return answerFound(await readStatementForm(asked.services, opened.value), 'order_link_invalid')
    },
  ),
  publicCall.post(
    '/order-link/account-number',
    {
      summary: 'Says to which bank account the money of an order paid on delivery goes back',
      body: orderLinkSchema.extend({ number: z.string().max(20), iban: accountNumberSchema }),
      answers: ['Stored', doneSchema],
      refuses: ['order_link_invalid', 'too_many_attempts', 'case_not_found', 'case_unanswered', 'case_closed'],
    },
    async ({ body: { token, ...given }, ...asked }) => {
      const opened = await openLink(asked, token)
      if (!opened.ok) return opened
      return giveAccountNumber(asked.services, {
        ...given,
        checkoutId: opened.value,
        clientAddress: asked.clientAddress,
      })
    },
  ),
  publicCall.post(
    '/order-link/return-slip',
    {
      summary: 'The paper for the parcel of a withdrawal, by the token of the order’s link',
      body: orderLinkSchema.extend({ number: z.string().max(20) }),
      answers: ['A PDF of A4', ['application/pdf']],
      refuses: ['order_link_invalid', 'too_many_attempts', 'case_not_found'],
    },
    async ({ body: { token, number }, ...asked }) => {
      const opened = await openLink(asked, token)
      if (!opened.ok) return opened
      const slip = await makeReturnSlip(asked.services, { checkoutId: opened.value, number })
      if (!slip.ok) return slip
      const name = `zwrot-${number.replaceAll(/[^\w-]/g, '')}.pdf`
      return ok(answerFile(new Uint8Array(slip.value), 'application/pdf', name))
    },
  ),
]
