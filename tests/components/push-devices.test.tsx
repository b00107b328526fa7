import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PushDevicesCard } from '#app/admin/owner-notices/push-devices.tsx'
import { queryClient } from '#app/query-client.ts'
import { attachToaster, type ToastCommand } from '#app/ui/toast.ts'

const TABLET = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Chrome, Android',
  endpoint: 'https://push.example/tablet',
  created_at: '2026-11-20T10:00:00.000Z',
  last_success_at: '2026-11-21T09:28:00.000Z' as string | null,
  failed_at: null as string | null,
}

let devices: (typeof TABLET)[]
let calls: string[]
let said: string[]
let detach: () => void
let refusal: { status: number; code: string; message: string } | null
beforeEach(() => {
  devices = [{ ...TABLET }]
  calls = []
  said = []
  refusal = null
  detach = attachToaster((command: ToastCommand) => {
    if (command.do === 'show') said.push([command.options.title, command.options.description].filter(Boolean).join(' '))
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'GET') calls.push(`${init?.method} ${path}`)
    if (init?.method !== 'GET' && refusal) {
      const { status, ...error } = refusal
      return Response.json({ error }, { status })
    }
    if (init?.method === 'POST' && path === '/api/admin/push-devices')
      devices.push({
        ...TABLET,
        ...JSON.parse(String(init.body)),
        id: TABLET.id.replace(/1$/, '2'),
        name: 'Firefox, Linux',
        last_success_at: null,
      })
    if (init?.method === 'DELETE') devices = []
    return Response.json({ public_key: 'KEY', devices })
  })
})
afterEach(() => {
  detach()
  queryClient.clear()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A browser that can receive messages. `answer`: the user's answer to the permission prompt. */
function allowPush(answer: NotificationPermission) {
  const subscription = {
    endpoint: 'https://push.example/this',
    toJSON: () => ({ endpoint: 'https://push.example/this', keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => true,
  }
  let subscribed = false
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      subscribed = true
      return subscription
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => answer })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    },
  })
}

const SWITCH_ON = 'Włącz powiadomienia na tym urządzeniu'

test('after switching on, this device is on the list, and the button is gone', async () => {
  allowPush('granted')
  render(<PushDevicesCard />)
  await userEvent.click(await screen.findByRole('button', { name: SWITCH_ON }))
  await screen.findByText('to urządzenie')
  expect(screen.queryByRole('button', { name: SWITCH_ON })).toBeNull()
  expect(said).toEqual(['Powiadomienia są włączone na tym urządzeniu'])
  screen.getByText(/Ostatnie: 21 listopada 2026 10:28/)
  screen.getByText(/Nic jeszcze nie przyszło/)
})

test('without permission nothing is sent, and the sentence says what to do', async () => {
  allowPush('denied')
  render(<PushDevicesCard />)
  await userEvent.click(await screen.findByRole('button', { name: SWITCH_ON }))
  await vi.waitFor(() => expect(said.join()).toContain('Przeglądarka nie dostała zgody na powiadomienia.'))
  expect(calls).toEqual([])
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15', /Do ekranu początkowego/],
  ['Mozilla/5.0 (X11; Linux x86_64) Other/1.0', /Ta przeglądarka nie pokazuje powiadomień/],
])('a browser that cannot take messages says so: %s', async (agent, hint) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  render(<PushDevicesCard />)
  await screen.findByText(hint)
  expect(screen.queryByRole('button', { name: SWITCH_ON })).toBeNull()
  vi.restoreAllMocks()
})

test('a device is tested and removed; a failed message is reported', async () => {
  const user = userEvent.setup()
  devices = [{ ...TABLET, failed_at: '2026-11-22T09:28:00.000Z' }]
  render(<PushDevicesCard />)
  await screen.findByText('Powiadomienie z 22 listopada 2026 10:28 nie doszło.')
  refusal = { status: 503, code: 'push_unavailable', message: 'Powiadomienie nie doszło.' }
  await user.click(screen.getByRole('button', { name: 'Wyślij próbne: Chrome, Android' }))
  await vi.waitFor(() => expect(said).toEqual(['Próbne powiadomienie nie wyszło Powiadomienie nie doszło.']))
  refusal = null
  await user.click(screen.getByRole('button', { name: 'Usuń urządzenie: Chrome, Android' }))
  await vi.waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull())
  expect(calls.at(-1)).toBe(`DELETE /api/admin/push-devices/${TABLET.id}`)
})
