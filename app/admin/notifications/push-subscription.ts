import { href } from 'react-router'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { PushSubscriptionKeys } from '#domain/owner-notices/push/push-device.ts'

/** In public/, at the top, so that it may serve the panel. */
const WORKER = '/admin-worker.js'

/** Whether notices can be switched on here; `home_screen`: once the panel is on the home screen of the iPhone. */
export type PushSupport = 'ready' | 'blocked' | 'home_screen' | 'missing'

/** This browser: what it can do, and where it takes messages, if it does. */
export type OwnDevice = { support: PushSupport; endpoint: string | null }

export async function findOwnDevice(): Promise<OwnDevice> {
  // Not there on http, unless on this machine.
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return { support: /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen' : 'missing', endpoint: null }
  const registration = await navigator.serviceWorker.getRegistration(href('/admin'))
  const subscription = await registration?.pushManager.getSubscription()
  return {
    support: Notification.permission === 'denied' ? 'blocked' : 'ready',
    endpoint: subscription?.endpoint ?? null,
  }
}

/** Asks for permission and subscribes this browser to messages that are signed by the shop's key. */
export async function subscribe(
  publicKey: string,
): Promise<Result<PushSubscriptionKeys, { reason: 'not_allowed' | 'unavailable' }>> {
  if ((await Notification.requestPermission()) !== 'granted') return fail({ reason: 'not_allowed' })
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { scope: href('/admin') })
    await navigator.serviceWorker.ready
    // One that the shop does not know, or that is for another key.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = made.toJSON()
    return ok({ endpoint: endpoint ?? made.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  } catch (cause) {
    console.warn('The browser could not be subscribed.', cause)
    return fail({ reason: 'unavailable' })
  }
}

/** Ends the subscription of this browser, if it has one. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(href('/admin'))
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
