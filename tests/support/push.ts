import type { PushMessage, PushSubscriptionKeys } from '#domain/owner-notices/push/push-device.ts'
import { askSandbox, openMailbox } from './mailbox.ts'

/** The sandbox's push service. */
export function controlPush(sandbox: { readonly mailboxUrl: string }) {
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await askSandbox(sandbox, `/_control/push/${path}`, { method, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    return answer
  }
  return {
    /** Adds an invented device with a subscription for this key, as a browser would give it to the panel. */
    async addDevice(applicationServerKey: string): Promise<PushSubscriptionKeys> {
      const { endpoint, keys } = await (await call('POST', 'devices', { applicationServerKey })).json()
      return { endpoint, ...keys }
    },
    /** Makes every device refuse messages. */
    endDevices: () => call('DELETE', 'devices'),
    /** The received messages, the oldest first. */
    async messages(): Promise<PushMessage[]> {
      const received: { text: string }[] = await (await call('GET', 'messages')).json()
      return received.map(({ text }) => JSON.parse(text))
    },
    /** Plans the outcome of the next messages. */
    plan: (mode: 'error' | 'redirect', times = 1) => openMailbox(sandbox).planFault({ service: 'push', mode, times }),
  }
}
