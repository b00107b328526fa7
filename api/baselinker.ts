import { noteRefused } from '#domain/baselinker/admit-caller.server.ts'
import { ACTIONS } from '#domain/baselinker/baselinker.ts'
import { type AnswerRefusal, answerCall } from '#domain/flows/baselinker/answer-call.server.ts'
import { Bodies, WEBHOOK_BODIES } from '#domain/kernel/rate-limits/body-admission.ts'
import { readBody } from './admit-request.ts'
import { describeFailure, type Failure, type Reason } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { ALWAYS, describeErrors } from './openapi.ts'

/** Largest call, bytes: the stock of a thousand products. */
const BODY_LIMIT = 512 * 1024

const readCall = readBody({ as: 'text', most: BODY_LIMIT, withinMs: 10_000, places: new Bodies(WEBHOOK_BODIES) })

/** The protocol's own codes; for all other refusals ours. */
const CODES: Partial<Record<Reason, string>> = {
  baselinker_key_missing: 'no_password',
  baselinker_key_wrong: 'incorrect_password',
  baselinker_action_unknown: 'unsupported_action',
}

const refusalSchema = z.object({
  error: z.literal(true),
  error_code: z.string().openapi({ example: 'incorrect_password' }),
  error_text: z.string().openapi({ description: 'A Polish sentence' }),
})

const route = createRoute({
  method: 'post',
  path: '/baselinker',
  summary: 'Answers BaseLinker by its shops data exchange protocol',
  description:
    'A form with `bl_pass`, the key, `action` and the fields of the method; tables as JSON. A refusal is answered 200 in the ' +
    'form of the protocol. Fields that no method knows are ignored.',
  middleware: [readCall] as const,
  request: {
    body: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            required: ['bl_pass', 'action'],
            properties: { bl_pass: { type: 'string' }, action: { type: 'string', enum: [...ACTIONS] } },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer of the method, or why there is none',
      content: { 'application/json': { schema: z.union([refusalSchema, z.looseObject({}), z.array(z.string())]) } },
    },
    ...describeErrors(['body_too_large', ...ALWAYS]),
  },
})

const toRefusal = (failure: Failure<Reason>) => ({
  error: true as const,
  error_code: CODES[failure.reason] ?? failure.reason,
  error_text: describeFailure(failure),
})

/** Orders that were not updated, each by its number. */
const toFailure = (failure: AnswerRefusal): Failure<Reason> =>
  failure.reason === 'baselinker_updates_refused'
    ? {
        reason: failure.reason,
        sentences: failure.refused.map(({ number, failure: why }) => `Zamówienie ${number}: ${describeFailure(why)}`),
      }
    : failure

/** Mounted before the guards of browsers' calls: it needs no cookie, its key is in the form. */
export const baselinkerRoutes = createRouter().openapi(route, async (c) => {
  const { services, clientAddress } = c.var
  const { admitted, answer } = await answerCall(services, await c.req.text(), clientAddress)
  if (answer.ok) return c.json(answer.value as Record<string, unknown>, 200)
  const refusal = toRefusal(toFailure(answer.failure))
  c.set('refused', answer.failure.reason)
  if (admitted) await noteRefused(services, refusal.error_text)
  return c.json(refusal, 200)
})
