import type { Page, Worker } from 'playwright-core'
import { expect, test } from '#tests/support/fixtures.ts'
import { controlPush } from '#tests/support/push.ts'
import { seesToast, textOf, visit } from './storefront.ts'

/**
 * Headless browsers reach no push service and show no notifications. So permission is granted here, and the sandbox's
 * service replaces the browser's own.
 */
async function standInForPushService(page: Page, addDevice: (key: string) => Promise<object>): Promise<void> {
  await page.exposeFunction('addDevice', addDevice)
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return permission
    }
    let made: object | null = null
    PushManager.prototype.getSubscription = async () => made as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const { addDevice } = window as unknown as { addDevice(key: unknown): Promise<Record<string, string>> }
      const { endpoint, p256dh, auth } = await addDevice(options?.applicationServerKey)
      made = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => true }
      return made as PushSubscription
    }
  })
}

/** The notification that the worker shows for a message, and the number on the icon. */
const handle = (worker: Worker, message: string) =>
  worker.evaluate(async (data) => {
    const shown: unknown[] = []
    const here = self as unknown as { registration: ServiceWorkerRegistration; navigator: Navigator }
    here.registration.showNotification = async (title, options) => void shown.push({ title, ...options })
    here.navigator.setAppBadge = async (waiting) => void shown.push(waiting)
    self.dispatchEvent(Reflect.construct(Reflect.get(self, 'PushEvent'), ['push', { data }]))
    return shown
  }, message)

test('admin: switches notifications on in the panel of a phone, and receives them there', async ({ phone, shop }) => {
  const { page, context } = phone
  const push = controlPush(shop)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await standInForPushService(page, (key) => push.addDevice(key))
  await visit(page, '/admin/ustawienia/powiadomienia')
  const manifest = await context.request.get((await page.getAttribute('link[rel=manifest]', 'href')) ?? '')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { scope, start_url, icons } = await manifest.json()
  expect([scope, start_url]).toEqual(['/admin', '/admin'])
  for (const { src } of icons) expect((await context.request.get(src)).headers()['content-type']).toBe('image/png')

  await page.getByRole('button', { name: 'Włącz powiadomienia na tym urządzeniu' }).click()
  await seesToast(page, 'Powiadomienia są włączone na tym urządzeniu')
  const row = page.getByRole('list', { name: 'Urządzenia z powiadomieniami' }).getByRole('listitem')
  await expect.poll(() => textOf(row)).toContain('to urządzenie')
  await row.getByRole('button', { name: /Wyślij próbne/ }).click()
  await seesToast(page, 'Wysłano próbne powiadomienie')
  const [message, ...others] = await push.messages()
  expect([message?.body, others]).toEqual(['Powiadomienia działają na tym urządzeniu.', []])

  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('the panel has no service worker')
  expect(new URL(worker.url()).pathname).toBe('/admin-worker.js')
  expect((await context.request.get(worker.url())).headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; img-src 'self'; frame-ancestors 'none'",
  })
  const [notification, waiting] = await handle(worker, JSON.stringify(message))
  expect(notification).toMatchObject({ title: message?.title, tag: message?.tag, data: { url: message?.url } })
  expect(waiting).toBe(message?.waiting)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
})
