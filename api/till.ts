import type { Context } from 'hono'
import { tillAskSchema, tillJobSchema, tillResultSchema } from '#domain/till/receipt.ts'
import { reportReceipt, takeReceipt } from '#domain/till/till-agent.server.ts'
import { doneSchema, publicCall } from './call.ts'

const readKey = (c: Context) => /^Bearer (\S{1,100})$/.exec(c.req.header('authorization') ?? '')?.[1]

/** Calls of the till agent, with its key as `Authorization: Bearer`. The key opens nothing else. */
export const tillCalls = [
  publicCall.post(
    '/till/next',
    {
      summary: 'Takes the next receipt to print, for the till agent alone',
      description:
        'Needs the agent’s key as Authorization: Bearer. What is taken has to be reported within two minutes.',
      body: tillAskSchema,
      answers: ['The receipt', tillJobSchema],
      refuses: ['till_key_wrong', 'too_many_attempts'],
    },
    ({ services, clientAddress, body }, c) => takeReceipt(services, { key: readKey(c), clientAddress }, body),
  ),
  publicCall.post(
    '/till/result',
    {
      summary: 'Reports what became of a receipt, for the till agent alone',
      description: 'May be repeated, and may come late.',
      body: tillResultSchema,
      answers: ['Noted', doneSchema],
      refuses: ['till_key_wrong', 'too_many_attempts', 'till_claim_unknown'],
    },
    ({ services, clientAddress, body }, c) => reportReceipt(services, { key: readKey(c), clientAddress }, body),
  ),
]
