import { AsyncLocalStorage } from 'node:async_hooks'
import { findClientNetwork } from './rate-limits/rate-limits.ts'

type CallingClient = {
  /** As `findClientNetwork` returns it. */
  network: string
  /** Whether a letter was asked for that may be the first to its address. */
  askedForLetter: boolean
}

const clients = new AsyncLocalStorage<CallingClient>()

/** Does what a client of the shop calls for. The mails that anybody may cause carry its network. */
export function runForClient<Value>(clientAddress: string, work: (client: CallingClient) => Value): Value {
  const client = { network: findClientNetwork(clientAddress), askedForLetter: false }
  return clients.run(client, () => work(client))
}

/** The network that a letter is asked for from; null for what the shop or the admin does. */
export function takeLetterNetwork(): string | null {
  const client = clients.getStore()
  if (client === undefined) return null
  client.askedForLetter = true
  return client.network
}
