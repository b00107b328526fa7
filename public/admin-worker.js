/** Service worker of the owner's panel: shows what happened in the shop, and opens its page. Stores no page and no answer. */

/** Messages as domain/owner-notices/push/push-device.ts describes them. */
self.addEventListener('push', (event) => {
  const { title, body, url, tag, waiting } = event.data.json()
  const shown = self.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    lang: 'pl',
    icon: '/icons/panel-192.png',
    badge: '/icons/panel-badge.png',
  })
  // Not every browser has an icon to put the number on.
  const counted = self.navigator.setAppBadge?.(waiting)
  event.waitUntil(Promise.all([shown, counted]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.url))
})

/** In the panel's window where one is open. */
async function openPage(path) {
  const url = new URL(path, self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window' })
  const panel = windows.find((client) => new URL(client.url).pathname.startsWith('/admin'))
  if (!panel) return self.clients.openWindow(url)
  await panel.focus()
  return panel.navigate(url)
}
