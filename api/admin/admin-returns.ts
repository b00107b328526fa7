import { adminCall, answerFound, doneSchema } from '#api/call.ts'
import { recordArrival } from '#domain/flows/returns/record-arrival.server.ts'
import { settleReturn } from '#domain/flows/returns/settle-return.server.ts'
import { takeOutWithdrawn } from '#domain/flows/returns/take-out-withdrawn.server.ts'
import { ok } from '#domain/kernel/result.ts'
import {
  answerSchema,
  arrivalSchema,
  caseListQuerySchema,
  caseMatchSchema,
  dropOffCodeSchema,
  sentBackSchema,
  settlementSchema,
  takeOutSchema,
  waivedSchema,
} from '#domain/returns/admin-case.ts'
import {
  answerCase,
  confirmMatch,
  giveDropOffCode,
  markSentBack,
  waiveAdvantages,
} from '#domain/returns/decide-case.server.ts'
import { readAdminCase, readCaseList } from '#domain/returns/read-cases.server.ts'

const changed = ['Done', doneSchema] as const
const MONEY_REFUSALS = [
  'case_not_found',
  'case_unmatched',
  'case_unanswered',
  'case_closed',
  'account_number_missing',
  'payment_disputed',
  'refund_under_way',
  'owed_changed',
  'code_in_unpaid_order',
  'changed_meanwhile',
] as const

export const adminReturnCalls = [
  adminCall.get(
    '/returns',
    {
      summary: 'Withdrawals and complaints: open ones by their clock, closed ones newest first',
      query: caseListQuerySchema,
      answers: ['A page of cases'],
    },
    async ({ services, query }) => ok(await readCaseList(services, query)),
  ),
  adminCall.get(
    '/returns/{id}',
    {
      summary: 'A case with what was declared, its order, its pieces and its money',
      answers: ['The case'],
      refuses: ['case_not_found'],
    },
    async ({ services, params }) => answerFound(await readAdminCase(services, params.id), 'case_not_found'),
  ),
  adminCall.post(
    '/returns/{id}/match',
    {
      summary: 'Gives a case to an order that the owner recognised',
      body: caseMatchSchema,
      answers: changed,
      refuses: ['case_not_found', 'case_matched', 'case_closed', 'order_not_found'],
    },
    ({ services, user, params, body }) =>
      confirmMatch(services, { caseId: params.id, adminId: user.id, orderNumber: body.order_number }),
  ),
  adminCall.post(
    '/returns/{id}/sent-back',
    {
      summary: 'Records the proof that the goods are on their way back, or that it was noted by mistake',
      body: sentBackSchema,
      answers: changed,
      refuses: ['case_not_found', 'case_unmatched', 'case_unanswered', 'case_closed'],
    },
    ({ services, user, params, body }) => markSentBack(services, { caseId: params.id, adminId: user.id, ...body }),
  ),
  adminCall.post(
    '/returns/{id}/drop-off-code',
    {
      summary: "Gives the buyer the carrier's code for handing the goods in without a label, by mail",
      body: dropOffCodeSchema,
      answers: changed,
      refuses: ['case_not_found', 'case_unmatched', 'case_unanswered', 'case_closed'],
    },
    ({ services, user, params, body }) =>
      giveDropOffCode(services, { caseId: params.id, adminId: user.id, code: body.drop_off_code }),
  ),
  adminCall.post(
    '/returns/{id}/advantages',
    {
      summary: 'Leaves to the buyer what was given for the goods, as a code for samples, or deducts it',
      body: waivedSchema,
      answers: changed,
      refuses: ['case_not_found', 'case_closed'],
    },
    ({ services, user, params, body }) => waiveAdvantages(services, { caseId: params.id, adminId: user.id, ...body }),
  ),
  adminCall.post(
    '/returns/{id}/arrival',
    {
      summary: 'Records which goods came back, in what condition, and which are sold again',
      body: arrivalSchema,
      answers: changed,
      refuses: [
        'case_not_found',
        'case_unmatched',
        'case_unanswered',
        'case_closed',
        'deduction_of_complaint',
        'pieces_taken',
        'changed_meanwhile',
      ],
    },
    ({ services, user, params, body }) => recordArrival(services, { caseId: params.id, adminId: user.id, ...body }),
  ),
  adminCall.post(
    '/returns/{id}/settle',
    {
      summary:
        'Refunds a withdrawal or an accepted complaint at the provider, or records that it was transferred; once',
      body: settlementSchema,
      answers: changed,
      refuses: MONEY_REFUSALS,
    },
    ({ services, user, params, body }) => settleReturn(services, { caseId: params.id, adminId: user.id, ...body }),
  ),
  adminCall.post(
    '/returns/{id}/take-out',
    {
      summary:
        'Takes withdrawn pieces out of a parcel that has not left: cancels or shrinks its orders, gives the money back',
      body: takeOutSchema,
      answers: changed,
      refuses: MONEY_REFUSALS,
    },
    ({ services, user, params, body }) => takeOutWithdrawn(services, { caseId: params.id, adminId: user.id, ...body }),
  ),
  adminCall.post(
    '/returns/{id}/answer',
    {
      summary: 'Answers a complaint, or refuses a withdrawal, by mail and on the order’s page',
      body: answerSchema,
      answers: changed,
      refuses: [
        'case_not_found',
        'case_unmatched',
        'case_closed',
        'reduction_missing',
        'refund_too_large',
        'reduction_too_large',
      ],
    },
    ({ services, user, params, body }) => answerCase(services, { caseId: params.id, adminId: user.id, ...body }),
  ),
]
