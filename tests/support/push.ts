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
    /** A made-up device with a subscription for this key, as a browser would hand it to the panel. */
    async addDevice(applicationServerKey: string): Promise<PushSubscriptionKeys> {
      const { endpoint, keys } = await (await call('POST', 'devices', { applicationServerKey })).json()
      return { endpoint, ...keys }
    },
    /** From now on no device takes messages any more. */
    endDevices: () => call('DELETE', 'devices'),
    /** What arrived, the oldest first. */
    async messages(): Promise<PushMessage[]> {
      const received: { text: string }[] = await (await call('GET', 'messages')).json()
      return received.map(({ text }) => JSON.parse(text))
    },
    /** Of the next messages. */
    plan: (mode: 'error' | 'redirect', times = 1) => openMailbox(sandbox).planFault({ service: 'push', mode, times }),
  }
}
