import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { switchPaymentMode } from '#domain/flows/payments/switch-payment-mode.server.ts'
import { findRunningId } from '#domain/kernel/runs/run-queries.server.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import { startedRun } from './admin-runs.ts'

const mode = z.enum(['test', 'live'])

const paymentModeSchema = z
  .object({
    mode,
    /** The payment provider's own name: 'Stripe'. */
    provider: z.string(),
    /** Whether each mode has a provider. */
    keys: z.object({ test: z.boolean(), live: z.boolean() }),
    /** The present switch. */
    run_id: z.uuid().nullable(),
  })
  .meta({ id: 'PaymentModeSettings' })

const readRoute = createRoute({
  method: 'get',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/payment-mode',
  summary: 'The mode of new payments',
  responses: { ...answers(paymentModeSchema, 'The mode, and which modes have keys'), ...errors('not_found') },
})

const switchRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/payment-mode',
  summary: 'Begins to switch to the other mode',
  description:
    'A run first sends all products to the other mode. The mode changes when all have arrived; if one fails, it ' +
    'stays. Returns the switch in progress if there is one.',
  request: { body: jsonBody(z.strictObject({ mode })) },
  responses: {
    ...answers(startedRun, 'The run that sends the products'),
    ...bodyErrors('not_found', 'proof_required', 'payment_keys_missing', 'payment_mode_unchanged'),
  },
})

export const adminPaymentModeRoutes = createAdminRouter()
  .openapi(readRoute, async (c) => {
    const { db, payments, profile } = c.var.services
    const settings = {
      mode: await readPaymentMode(db),
      provider: profile.paymentProvider,
      keys: { test: payments.test !== null, live: payments.live !== null },
      run_id: await findRunningId(db, 'payment-mode'),
    }
    return c.json(settings, 200)
  })
  .openapi(switchRoute, async (c) => {
    const { services, user } = c.var
    const started = await switchPaymentMode(services, { mode: c.req.valid('json').mode, userId: user.id })
    return started.ok ? c.json({ id: started.value.runId }, 200) : refuse(c, started.failure)
  })
