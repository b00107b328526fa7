import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { describeDevice } from '#domain/accounts/device-name.ts'
import { addPushDevice, removePushDevice, sendTestPush } from '#domain/owner-notices/push/change-devices.server.ts'
import { pushDevicesSchema, subscriptionSchema } from '#domain/owner-notices/push/push-device.ts'
import { listPushDevices } from '#domain/owner-notices/push/push-devices-queries.server.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.uuid() })

const listRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/push-devices',
  responses: {
    ...answers(pushDevicesSchema, 'Devices with notices switched on, the newest first'),
    ...errors('not_found'),
  },
})

const addRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/push-devices',
  summary: 'Switches notices on for the calling device, which is named by its User-Agent',
  request: { body: jsonBody(subscriptionSchema) },
  responses: {
    ...answers(z.object({ id: z.uuid() }), 'Switched on'),
    ...bodyErrors('not_found', 'push_endpoint_refused', 'push_devices_full'),
  },
})

const removeRoute = createRoute({
  ...admin,
  method: 'delete',
  path: '/admin/push-devices/{id}',
  request: { params },
  responses: { ...answers(done, 'Switched off'), ...errors('not_found', 'invalid_request', 'push_device_not_found') },
})

const testRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/push-devices/{id}/test',
  request: { params },
  responses: {
    ...answers(done, 'Handed to the push service of the device'),
    ...bodyErrors('not_found', 'push_device_not_found', 'push_device_gone', 'push_unavailable'),
  },
})

export const adminPushRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => {
    const { db, push } = c.var.services
    return c.json({ public_key: push.publicKey, devices: await listPushDevices(db) }, 200)
  })
  .openapi(addRoute, async (c) => {
    const { services, user } = c.var
    const name = describeDevice(c.req.header('user-agent') ?? null)
    const added = await addPushDevice(services, user.id, { ...c.req.valid('json'), name })
    return added.ok ? c.json(added.value, 200) : refuse(c, added.failure)
  })
  .openapi(removeRoute, async (c) => {
    const { services, user } = c.var
    const removed = await removePushDevice(services, user.id, c.req.valid('param').id)
    return removed.ok ? c.json(DONE, 200) : refuse(c, removed.failure)
  })
  .openapi(testRoute, async (c) => {
    const sent = await sendTestPush(c.var.services, c.req.valid('param').id)
    return sent.ok ? c.json(DONE, 200) : refuse(c, sent.failure)
  })
