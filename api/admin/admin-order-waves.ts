import { adminCall } from '#api/call.ts'
import { cancelWave } from '#domain/flows/orders/cancel-wave.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { cancelledWaveSchema, cancelWaveSchema, orderWavesSchema, WAVE_STEP } from '#domain/orders/admin/order-waves.ts'
import { listOrderWaves } from '#domain/orders/admin/order-waves-queries.server.ts'

export const adminOrderWaveCalls = [
  adminCall.get(
    '/order-waves',
    {
      summary: 'Unusually many orders of new accounts from one network, or from all together',
      answers: ['Empty on most days', orderWavesSchema],
    },
    async ({ services: { db, now } }) => {
      const readAt = now()
      return ok({ waves: await listOrderWaves(db, readAt), read_at: readAt.toISOString() })
    },
  ),
  adminCall.post(
    '/order-waves/cancel',
    {
      summary: 'Cancels the next unpaid and unsent orders of a wave',
      description:
        `Their pieces return to stock. Orders placed after read_at stay. One call cancels ${WAVE_STEP} orders: ` +
        'call it with next as after until next is null.',
      body: cancelWaveSchema,
      answers: ['Number of cancelled orders', cancelledWaveSchema],
    },
    async ({ services, user, body: { network, read_at: readAt, after } }) =>
      ok(await cancelWave(services, { network, until: new Date(readAt), after, adminId: user.id })),
  ),
]
