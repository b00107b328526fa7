import { adminCall, doneSchema, papersCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { markReceipt, markReceipts, renameRefused, reopenMarked } from '#domain/till/mark-receipt.server.ts'
import { readPrintedReceipts, readReturnRegister, readTillDesk } from '#domain/till/read-till.server.ts'
import {
  dayQuerySchema,
  monthQuerySchema,
  receiptPressesSchema,
  receiptPressSchema,
  tillNamesSchema,
} from '#domain/till/receipt.ts'
import { makeAgentKey } from '#domain/till/till-agent.server.ts'

export const adminTillCalls = [
  adminCall.get(
    '/till',
    {
      summary: 'Sales that wait for a till receipt, oldest first, and the state of the till agent',
      query: z.object({ older: z.stringbool().optional() }),
      answers: ['What waits'],
    },
    async ({ services, query }) => ok(await readTillDesk(services, { older: query.older ?? false })),
  ),
  adminCall.get(
    '/till/printed',
    { summary: 'Receipts printed on a day', query: dayQuerySchema, answers: ['Receipts'] },
    async ({ services, query }) => ok({ items: await readPrintedReceipts(services, query.day) }),
  ),
  papersCall.get(
    '/till/returns',
    {
      summary: 'The register of returns and accepted complaints of a month, by VAT rate',
      query: monthQuerySchema,
      answers: ['The register'],
    },
    async ({ services, query }) => ok(await readReturnRegister(services, query.month)),
  ),
  adminCall.post(
    '/till/{id}/printed',
    {
      summary: 'Notes that the receipt of a sale, by the id of its checkout, is printed',
      description: 'Also of a receipt that was unclear. The number may be empty.',
      body: receiptPressSchema,
      answers: ['Noted', doneSchema],
      refuses: [
        'receipt_not_due',
        'receipt_invoiced',
        'receipt_printed',
        'receipt_printing',
        'receipt_amount_changed',
        'receipt_day_wrong',
        'receipt_unclear',
      ],
    },
    ({ services, user, params, body }) => markReceipt(services, { userId: user.id, checkoutId: params.id }, body),
  ),
  adminCall.post(
    '/till/printed',
    {
      summary: 'Notes that the receipts of several sales are printed, each as it was seen',
      body: receiptPressesSchema,
      answers: ['How many were marked, and why others were not'],
    },
    async ({ services, user, body }) => ok(await markReceipts(services, user.id, body)),
  ),
  adminCall.post(
    '/till/{id}/reopen',
    {
      summary:
        'Takes back a press by hand, tries a refused receipt again, or notes that an unclear one was not printed',
      answers: ['Reopened', doneSchema],
      refuses: ['receipt_not_due', 'receipt_printing', 'receipt_by_agent', 'receipt_on_invoice'],
    },
    ({ services, user, params }) => reopenMarked(services, { userId: user.id, checkoutId: params.id }),
  ),
  adminCall.post(
    '/till/{id}/names',
    {
      summary: 'Changes names that the printer refused, for this and later receipts, and tries the receipt again',
      body: tillNamesSchema,
      answers: ['Waiting again', doneSchema],
      refuses: ['receipt_not_due', 'receipt_not_refused', 'till_name_taken'],
    },
    ({ services, user, params, body }) =>
      renameRefused(services, { userId: user.id, checkoutId: params.id }, body.names),
  ),
  adminCall.post(
    '/till-agent',
    {
      summary: 'Makes the key of the till agent, which is shown once; the one before ends',
      answers: ['The key'],
    },
    ({ services, user }) => makeAgentKey(services, user.id),
  ),
]
