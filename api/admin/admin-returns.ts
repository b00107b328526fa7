import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { recordArrival } from '#domain/flows/returns/record-arrival.server.ts'
import { settleReturn } from '#domain/flows/returns/settle-return.server.ts'
import { takeOutWithdrawn } from '#domain/flows/returns/take-out-withdrawn.server.ts'
import {
  adminCaseSchema,
  answerSchema,
  arrivalSchema,
  caseListQuerySchema,
  caseListSchema,
  caseMatchSchema,
  sentBackSchema,
  settlementSchema,
  takeOutSchema,
} from '#domain/withdrawals/admin-case.ts'
import { answerCase, confirmMatch, markSentBack } from '#domain/withdrawals/decide-case.server.ts'
import { readAdminCase, readCaseList } from '#domain/withdrawals/read-cases.server.ts'

const ofAdmin = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.string() })
const changed = answers(done, 'Done')

const listRoute = createRoute({
  ...ofAdmin,
  method: 'get',
  path: '/admin/returns',
  summary: 'Withdrawals and complaints: open ones by their clock, closed ones newest first',
  request: { query: caseListQuerySchema },
  responses: { ...answers(caseListSchema, 'A page of cases'), ...errors('not_found', 'invalid_request') },
})

const readRoute = createRoute({
  ...ofAdmin,
  method: 'get',
  path: '/admin/returns/{id}',
  summary: 'A case with what was declared, its order, its pieces and its money',
  request: { params },
  responses: { ...answers(adminCaseSchema, 'The case'), ...errors('not_found', 'case_not_found') },
})

const matchRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/returns/{id}/match',
  summary: 'Gives a case to an order that the owner recognised',
  request: { params, body: jsonBody(caseMatchSchema) },
  responses: {
    ...changed,
    ...bodyErrors('not_found', 'case_not_found', 'case_matched', 'case_closed', 'order_not_found'),
  },
})

const sentBackRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/returns/{id}/sent-back',
  summary: 'Records the proof that the goods are on their way back, or that it was noted by mistake',
  request: { params, body: jsonBody(sentBackSchema) },
  responses: { ...changed, ...bodyErrors('not_found', 'case_not_found', 'case_unanswered', 'case_closed') },
})

const arrivalRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/returns/{id}/arrival',
  summary: 'Records which goods came back, in what condition, and which are sold again',
  request: { params, body: jsonBody(arrivalSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'case_not_found',
      'case_unmatched',
      'case_unanswered',
      'case_closed',
      'deduction_of_complaint',
      'pieces_taken',
      'changed_meanwhile',
    ),
  },
})

const settleRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/returns/{id}/settle',
  summary: 'Refunds a withdrawal or an accepted complaint at the provider, or records that it was transferred; once',
  request: { params, body: jsonBody(settlementSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'proof_required',
      'case_not_found',
      'case_unmatched',
      'case_unanswered',
      'case_closed',
      'account_number_missing',
      'payment_disputed',
      'refund_under_way',
      'owed_changed',
      'changed_meanwhile',
    ),
  },
})

const takeOutRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/returns/{id}/take-out',
  summary:
    'Takes withdrawn pieces out of a parcel that has not left: cancels or shrinks its orders, gives the money back',
  request: { params, body: jsonBody(takeOutSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'proof_required',
      'case_not_found',
      'case_unmatched',
      'case_unanswered',
      'case_closed',
      'account_number_missing',
      'payment_disputed',
      'refund_under_way',
      'owed_changed',
      'changed_meanwhile',
    ),
  },
})

const answerRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/returns/{id}/answer',
  summary: 'Answers a complaint, or refuses a withdrawal, by mail and on the order’s page',
  request: { params, body: jsonBody(answerSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'case_not_found',
      'case_unmatched',
      'case_closed',
      'reduction_missing',
      'refund_too_large',
    ),
  },
})

export const adminReturnRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => c.json(await readCaseList(c.var.services, c.req.valid('query')), 200))
  .openapi(readRoute, async (c) => {
    const found = await readAdminCase(c.var.services, c.req.valid('param').id)
    return found ? c.json(found, 200) : refuse(c, { reason: 'case_not_found' })
  })
  .openapi(matchRoute, async (c) => {
    const of = { caseId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const matched = await confirmMatch(c.var.services, of)
    return matched.ok ? c.json(DONE, 200) : refuse(c, matched.failure)
  })
  .openapi(sentBackRoute, async (c) => {
    const marked = await markSentBack(c.var.services, {
      caseId: c.req.valid('param').id,
      adminId: c.var.user.id,
      ...c.req.valid('json'),
    })
    return marked.ok ? c.json(DONE, 200) : refuse(c, marked.failure)
  })
  .openapi(arrivalRoute, async (c) => {
    const of = { caseId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const recorded = await recordArrival(c.var.services, of)
    return recorded.ok ? c.json(DONE, 200) : refuse(c, recorded.failure)
  })
  .openapi(settleRoute, async (c) => {
    const of = { caseId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const settled = await settleReturn(c.var.services, of)
    return settled.ok ? c.json(DONE, 200) : refuse(c, settled.failure)
  })
  .openapi(takeOutRoute, async (c) => {
    const of = { caseId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const taken = await takeOutWithdrawn(c.var.services, of)
    return taken.ok ? c.json(DONE, 200) : refuse(c, taken.failure)
  })
  .openapi(answerRoute, async (c) => {
    const of = { caseId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const answered = await answerCase(c.var.services, of)
    return answered.ok ? c.json(DONE, 200) : refuse(c, answered.failure)
  })
