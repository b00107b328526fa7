import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '#domain/owner-notices/push/push-device.ts'
import { createPushSender } from '#infra/push/push-sender.ts'
import { decryptMessage } from '#sandbox/push/push-protocol.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { controlPush } from '#tests/support/push.ts'

const MESSAGE: PushMessage = { title: 'Żółty flakon', body: 'Zażółć', url: '/admin', tag: 'a', waiting: 3 }
const OPTIONS = { secret: 'a secret that is long enough for this', contact: 'mailto:sklep@example.test' }

test('the sandbox decrypts the example of RFC 8291', () => {
  const device = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(decryptMessage(Buffer.from(body, 'base64url'), device)).toBe('When I grow up, I want to be a watermelon')
})

test('a message arrives as it was written; every process signs with the same key', async ({ sandbox }) => {
  const push = controlPush(sandbox)
  const options = { ...OPTIONS, sandboxOrigin: sandbox.pushOrigin }
  const [sender, another] = [createPushSender(options), createPushSender(options)]
  expect(another.publicKey).toBe(sender.publicKey)
  const device = await push.addDevice(sender.publicKey)
  expect(await sender.accepts(device)).toBe(true)
  expect([await sender.send(device, MESSAGE), await another.send(device, MESSAGE)]).toEqual(['sent', 'sent'])
  expect(await push.messages()).toEqual([MESSAGE, MESSAGE])
})

test('the answer of the push service decides whether the message is retried', async ({ sandbox }) => {
  const push = controlPush(sandbox)
  const sender = createPushSender({ ...OPTIONS, sandboxOrigin: sandbox.pushOrigin })
  const device = await push.addDevice(sender.publicKey)
  const send = () => sender.send(device, MESSAGE)
  await push.plan('error')
  expect(await send()).toBe('later')
  const before = (await push.messages()).length
  await push.plan('redirect')
  expect(await send()).toBe('failed')
  expect(await push.messages()).toHaveLength(before)
  const stranger = createPushSender({ ...OPTIONS, secret: 'another secret', sandboxOrigin: sandbox.pushOrigin })
  expect(await stranger.send(device, MESSAGE)).toBe('failed')
  await push.endDevices()
  expect(await send()).toBe('gone')
  const nowhere = createPushSender({ ...OPTIONS, sandboxOrigin: 'http://127.0.0.1:1' })
  expect(await nowhere.send({ ...device, endpoint: 'http://127.0.0.1:1/push/a' }, MESSAGE)).toBe('later')
})

test('messages are sent only to public addresses', async ({ sandbox }) => {
  const addresses: Record<string, string[]> = {
    'fcm.googleapis.com': ['142.250.1.1', '2a00:1450::1'],
    'inside.example': ['10.0.0.5'],
    'mixed.example': ['142.250.1.1', '127.0.0.1'],
    'mapped.example': ['::ffff:192.168.1.1'],
    'metadata.example': ['169.254.169.254'],
  }
  const asked: string[] = []
  const sender = createPushSender({
    ...OPTIONS,
    sandboxOrigin: sandbox.pushOrigin,
    findAddresses: async (name) => {
      asked.push(name)
      return (addresses[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  })
  const { p256dh, auth } = await controlPush(sandbox).addDevice(sender.publicKey)
  const accepts = (endpoint: string) => sender.accepts({ endpoint, p256dh, auth })
  expect(await accepts('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'https://127.0.0.1/abc',
    'https://2130706433/abc',
    'https://[::1]/abc',
    'https://142.250.1.1/abc',
    'https://inside.example/abc',
    'https://mixed.example/abc',
    'https://mapped.example/abc',
    'https://metadata.example/abc',
    'https://unknown.example/abc',
    `http://localhost:${new URL(sandbox.pushOrigin).port}/push/abc`,
  ]) {
    expect(await accepts(endpoint), endpoint).toBe(false)
  }
  expect(await sender.accepts({ endpoint: 'https://fcm.googleapis.com/a', p256dh: `B${'A'.repeat(86)}`, auth })).toBe(
    false,
  )
})

test('a name that has become a private address since it was accepted is not connected to', async ({ sandbox }) => {
  let connections = 0
  const server = createServer().on('connection', (socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const findAddresses = async () => [{ address: '127.0.0.1', family: 4 }]
  const sender = createPushSender({ ...OPTIONS, sandboxOrigin: null, findAddresses })
  const keys = await controlPush(sandbox).addDevice(sender.publicKey)
  const { port } = server.address() as AddressInfo
  for (const endpoint of [
    'https://rebound.example/abc',
    `https://rebound.example:${port}/abc`,
    `http://127.0.0.1:${port}/`,
  ]) {
    expect(await sender.send({ ...keys, endpoint }, MESSAGE)).toBe('failed')
  }
  expect(connections).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})
