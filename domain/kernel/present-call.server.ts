import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { findClientNetwork } from '#domain/kernel/rate-limits/client-network.ts'

const requests = new AsyncLocalStorage<string | undefined>()

/** Runs work that a request causes, at once or later: its log lines, jobs and mails carry the id of the request. */
export const runForRequest = <Value>(id: string | undefined, work: () => Value): Value => requests.run(id, work)

/** Id of the request that the present work belongs to; undefined for what the shop does by itself. */
export const findRequestId = (): string | undefined => requests.getStore()

/** What a job or a mail is stored with: its ids, and the id of the request that caused it. */
export function addRequestId<Ids extends object>(ids: Ids): Ids & { requestId?: string } {
  const requestId = findRequestId()
  return requestId === undefined ? ids : { ...ids, requestId }
}

const stored = z.object({ requestId: z.string() })

/** Id of the request that caused a stored job or mail; undefined where none did. */
export const readRequestId = (data: unknown): string | undefined => stored.safeParse(data).data?.requestId

type CallingClient = {
  /** As `findClientNetwork` returns it. */
  network: string
  /** Whether a mail was requested that may be the first to its address. */
  askedForLetter: boolean
}

const clients = new AsyncLocalStorage<CallingClient>()

/** Runs a client's call. Mails that anybody may cause carry the client's network. */
export function runForClient<Value>(clientAddress: string, work: (client: CallingClient) => Value): Value {
  const client = { network: findClientNetwork(clientAddress), askedForLetter: false }
  return clients.run(client, () => work(client))
}

/** The network that the mail was requested from; null for what the shop or the admin does. */
export function takeLetterNetwork(): string | null {
  const client = clients.getStore()
  if (client === undefined) return null
  client.askedForLetter = true
  return client.network
}
