import type { PushMessage, PushSubscriptionKeys } from '#domain/owner-notices/push/push-device.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'

/** The sandbox's push service. */
export function controlPush({ mailboxUrl }: Pick<Sandbox, 'mailboxUrl'>) {
  const token = new URL(mailboxUrl).searchParams.get('token')
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(new URL(`/_control/${path}`, mailboxUrl), {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    return answer
  }
  return {
    /** A made-up device with a subscription for this key, as a browser would hand it to the panel. */
    async addDevice(applicationServerKey: string): Promise<PushSubscriptionKeys> {
      const { endpoint, keys } = await (await call('POST', 'push/devices', { applicationServerKey })).json()
      return { endpoint, ...keys }
    },
    /** From now on no device takes messages any more. */
    endDevices: () => call('DELETE', 'push/devices'),
    /** What arrived, the oldest first. */
    async messages(): Promise<PushMessage[]> {
      const received: { text: string }[] = await (await call('GET', 'push/messages')).json()
      return received.map(({ text }) => JSON.parse(text))
    },
    /** Of the next messages. */
    plan: (mode: 'error' | 'redirect', times = 1) => call('POST', 'faults', { service: 'push', mode, times }),
  }
}
