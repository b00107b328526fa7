import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { orderLinkSchema } from '#domain/orders/linked/linked-checkout.ts'
import { accountNumberSchema } from '#domain/withdrawals/account-number.ts'
import { giveAccountNumber } from '#domain/withdrawals/give-account-number.server.ts'
import { makeReturnSlip } from '#domain/withdrawals/make-return-slip.server.ts'
import { readStatementForm } from '#domain/withdrawals/read-statement-form.server.ts'
import type { CaseKind } from '#domain/withdrawals/return-case.ts'
import {
  complaintSchema,
  linkedComplaintSchema,
  linkedWithdrawalSchema,
  statementFormSchema,
  statementReceiptSchema,
  withdrawalSchema,
} from '#domain/withdrawals/statement.ts'
import { submitLinkedStatement, submitStatement } from '#domain/withdrawals/submit-statement.server.ts'
import { DONE, done } from './account/auth.ts'
import { refuse } from './errors.ts'
import { type ApiEnv, createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'
import { idempotencyHeaderSchema } from './orders.ts'

const RECEIPT = answers(
  statementReceiptSchema,
  'Stored. The same answer whether or not there is such an order; a repeat under the same key is stored once.',
)

const withdrawRoute = createRoute({
  method: 'post',
  path: '/withdrawals',
  summary: 'Declares a withdrawal from the contract',
  description: 'Works without a session. It counts from its arrival and is confirmed by mail.',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(withdrawalSchema) },
  responses: { ...RECEIPT, ...bodyErrors('too_many_attempts', 'picture_unavailable') },
})

const complainRoute = createRoute({
  method: 'post',
  path: '/complaints',
  summary: 'Makes a complaint about goods',
  description: 'Works without a session. It is answered within 14 days.',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(complaintSchema) },
  responses: { ...RECEIPT, ...bodyErrors('too_many_attempts', 'picture_unavailable') },
})

const linkErrors = bodyErrors('order_link_invalid', 'too_many_attempts', 'picture_unavailable')

const withdrawByLinkRoute = createRoute({
  method: 'post',
  path: '/order-link/withdraw',
  summary: 'Declares a withdrawal by the token of an order’s mailed link',
  description: 'As /withdrawals; name, number and e-mail are those of the order.',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(linkedWithdrawalSchema) },
  responses: { ...RECEIPT, ...linkErrors },
})

const complainByLinkRoute = createRoute({
  method: 'post',
  path: '/order-link/complain',
  summary: 'Makes a complaint by the token of an order’s mailed link',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(linkedComplaintSchema) },
  responses: { ...RECEIPT, ...linkErrors },
})

const formRoute = createRoute({
  method: 'post',
  path: '/order-link/statement-form',
  summary: 'What a form of withdrawal or complaint shows of the order, by the token of its link',
  description: 'The pieces that can still be withdrawn, and of the buyer as much as the buyer recognises.',
  request: { body: jsonBody(orderLinkSchema) },
  responses: {
    ...answers(statementFormSchema, 'The form'),
    ...bodyErrors('order_link_invalid', 'too_many_attempts'),
  },
})

const accountRoute = createRoute({
  method: 'post',
  path: '/order-link/account-number',
  summary: 'Says to which bank account the money of an order paid on delivery goes back',
  request: {
    body: jsonBody(orderLinkSchema.extend({ number: z.string().max(20), iban: accountNumberSchema })),
  },
  responses: {
    ...answers(done, 'Stored'),
    ...bodyErrors('order_link_invalid', 'too_many_attempts', 'case_not_found', 'case_unanswered', 'case_closed'),
  },
})

const slipRoute = createRoute({
  method: 'post',
  path: '/order-link/return-slip',
  summary: 'The paper for the parcel of a withdrawal, by the token of the order’s link',
  request: { body: jsonBody(orderLinkSchema.extend({ number: z.string().max(20) })) },
  responses: {
    200: { description: 'A PDF of A4', content: { 'application/pdf': { schema: z.string() } } },
    ...bodyErrors('order_link_invalid', 'too_many_attempts', 'case_not_found'),
  },
})

type Linked = Parameters<typeof submitLinkedStatement>[1] & { token: string }

export const statementRoutes = createRouter()
  .openapi(withdrawRoute, async (c) => {
    const { services, clientAddress } = c.var
    if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
    const call = { kind: 'withdrawal', key: readKey(c.req.valid('header')), clientAddress } as const
    const submitted = await submitStatement(services, c.req.valid('json'), call)
    return submitted.ok ? c.json(submitted.value, 200) : refuse(c, submitted.failure)
  })
  .openapi(complainRoute, async (c) => {
    const { services, clientAddress } = c.var
    if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
    const call = { kind: 'complaint', key: readKey(c.req.valid('header')), clientAddress } as const
    const submitted = await submitStatement(services, c.req.valid('json'), call)
    return submitted.ok ? c.json(submitted.value, 200) : refuse(c, submitted.failure)
  })
  .openapi(withdrawByLinkRoute, async (c) => {
    const submitted = await submitByLink(c.var, 'withdrawal', c.req.valid('json'), readKey(c.req.valid('header')))
    return submitted.ok ? c.json(submitted.value, 200) : refuse(c, submitted.failure)
  })
  .openapi(complainByLinkRoute, async (c) => {
    const submitted = await submitByLink(c.var, 'complaint', c.req.valid('json'), readKey(c.req.valid('header')))
    return submitted.ok ? c.json(submitted.value, 200) : refuse(c, submitted.failure)
  })
  .openapi(formRoute, async (c) => {
    const opened = await openLink(c.var, c.req.valid('json').token)
    if (!opened.ok) return refuse(c, opened.failure)
    const form = await readStatementForm(c.var.services, opened.value)
    return form === null ? refuse(c, { reason: 'order_link_invalid' }) : c.json(form, 200)
  })
  .openapi(accountRoute, async (c) => {
    const { token, number, iban } = c.req.valid('json')
    const opened = await openLink(c.var, token)
    if (!opened.ok) return refuse(c, opened.failure)
    const given = await giveAccountNumber(c.var.services, { checkoutId: opened.value, number, iban })
    return given.ok ? c.json(DONE, 200) : refuse(c, given.failure)
  })
  .openapi(slipRoute, async (c) => {
    const { token, number } = c.req.valid('json')
    const opened = await openLink(c.var, token)
    if (!opened.ok) return refuse(c, opened.failure)
    const slip = await makeReturnSlip(c.var.services, { checkoutId: opened.value, number })
    if (!slip.ok) return refuse(c, slip.failure)
    const disposition = `attachment; filename="zwrot-${number.replaceAll(/[^\w-]/g, '')}.pdf"`
    return new Response(new Uint8Array(slip.value), {
      headers: { ...PDF_HEADERS, 'Content-Disposition': disposition },
    })
  })

const PDF_HEADERS = { 'Content-Type': 'application/pdf', 'Cache-Control': 'no-store' }

const readKey = (header: { 'idempotency-key'?: string }) => header['idempotency-key'] ?? crypto.randomUUID()

type Vars = ApiEnv['Variables']

async function submitByLink(
  vars: Pick<Vars, 'services' | 'clientAddress'>,
  kind: CaseKind,
  { token, ...declared }: Linked,
  key: string,
) {
  if (vars.services.isDatabaseFull()) return fail({ reason: 'database_unavailable' as const })
  const opened = await openLink(vars, token)
  if (!opened.ok) return opened
  return submitLinkedStatement(vars.services, declared, { kind, key, checkoutId: opened.value })
}

/** The checkout of a link's token, within the limit of openings. */
async function openLink({ services, clientAddress }: Pick<Vars, 'services' | 'clientAddress'>, token: string) {
  const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
  if (!counted.ok) return counted
  const checkoutId = services.orderLinks.read(token)
  return checkoutId === null ? fail({ reason: 'order_link_invalid' as const }) : ok(checkoutId)
}
