import { adminCall, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { describeDevice } from '#domain/accounts/device-name.ts'
import { ok } from '#domain/kernel/result.ts'
import { listPushDevices } from '#domain/owner-notices/owner-notices-queries.server.ts'
import { addPushDevice, removePushDevice, sendTestPush } from '#domain/owner-notices/push/change-devices.server.ts'
import { subscriptionSchema } from '#domain/owner-notices/push/push-device.ts'

const params = z.object({ id: z.uuid() })

export const adminPushCalls = [
  adminCall.get(
    '/push-devices',
    { answers: ['Devices with notices switched on, the newest first'] },
    async ({ services: { db, push } }) => ok({ public_key: push.publicKey, devices: await listPushDevices(db) }),
  ),
  adminCall.post(
    '/push-devices',
    {
      summary: 'Switches notices on for the calling device, which is named by its User-Agent',
      body: subscriptionSchema,
      answers: ['Switched on'],
      refuses: ['push_endpoint_refused', 'push_devices_full'],
    },
    ({ services, user, body }, c) => {
      const name = describeDevice(c.req.header('user-agent') ?? null)
      return addPushDevice(services, user.id, { ...body, name })
    },
  ),
  adminCall.delete(
    '/push-devices/{id}',
    { params, answers: ['Switched off', doneSchema], refuses: ['invalid_request', 'push_device_not_found'] },
    ({ services, user, params }) => removePushDevice(services, user.id, params.id),
  ),
  adminCall.post(
    '/push-devices/{id}/test',
    {
      params,
      answers: ['Handed to the push service of the device', doneSchema],
      refuses: ['invalid_request', 'push_device_not_found', 'push_device_gone', 'push_unavailable'],
    },
    ({ services, params }) => sendTestPush(services, params.id),
  ),
]
