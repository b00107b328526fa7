import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Collection, warnOfFailure } from '#sandbox/collection.ts'
import type { FaultBoard, WebhookFault } from '#sandbox/faults.ts'
import { writeEvent } from './objects.ts'
import { createId, type EventRecord } from './stripe-records.ts'

/** Pauses before an endpoint is tried again, ms; the last one repeats until the event is given up. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000
const TIMEOUT_MS = 10_000
/** Newest events that can be listed and sent again. */
const REMEMBERED = 500

export type Webhooks = ReturnType<typeof createWebhooks>

/** Delivers signed events as Stripe does (https://docs.stripe.com/webhooks), with the planned failures. */
export function createWebhooks(options: {
  /** Events that an endpoint has not received yet. */
  undelivered: Collection<EventRecord>
  endpoints: readonly string[]
  secretOf(livemode: boolean): string
  faults: FaultBoard
  /** Time of the signatures. */
  now(): Date
}) {
  const { undelivered, faults, secretOf, now } = options
  const endpoints = new Set(options.endpoints)
  const remembered: EventRecord[] = undelivered.all()
  const closing = new AbortController()
  let held: EventRecord[] = []

  const later = (ms: number, work: () => void) => {
    pause(ms, undefined, { ref: false, signal: closing.signal }).then(work, () => undefined)
  }

  async function send(event: EventRecord, url: string): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: event.body,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'Stripe-Signature': sign(event.body, secretOf(event.livemode), now()),
        },
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      // Every failure is tried again.
      return false
    }
  }

  async function deliver(event: EventRecord): Promise<void> {
    const waiting = new Set(endpoints)
    const round = async (tries: number) => {
      const asked = [...waiting].filter((url) => endpoints.has(url))
      const took = await Promise.all(asked.map(async (url) => ({ url, ok: await send(event, url) })))
      for (const { url, ok } of took) if (ok) waiting.delete(url)
      const left = [...waiting].some((url) => endpoints.has(url))
      const tooOld = now().getTime() - event.created > GIVEN_UP_AFTER_MS
      if (!left || tooOld) return undelivered.remove(event.id)
      later(PAUSES_MS[tries] ?? 60_000, () => warnOfFailure(round(tries + 1)))
    }
    await round(0)
  }

  function deliverAsPlanned(event: EventRecord, fault: WebhookFault | undefined): void {
    switch (fault?.mode) {
      case 'lose':
        warnOfFailure(undelivered.remove(event.id))
        break
      case 'duplicate':
        for (let copy = 1; copy < fault.copies; copy += 1) for (const url of endpoints) void send(event, url)
        warnOfFailure(deliver(event))
        break
      case 'delay':
        later(fault.delayMs, () => warnOfFailure(deliver(event)))
        break
      case 'shuffle':
        held.push(event)
        if (held.length === 1) later(fault.delayMs, releaseHeld)
        if (fault.times === 0) releaseHeld()
        break
      case undefined:
        warnOfFailure(deliver(event))
    }
  }

  function releaseHeld(): void {
    const released = held.toReversed()
    held = []
    for (const event of released) warnOfFailure(deliver(event))
  }

  for (const event of undelivered.all()) warnOfFailure(deliver(event))

  return {
    /** Sends an event to every endpoint until each has answered 2xx. Resolves when the event is stored. */
    async publish(type: string, livemode: boolean, object: object): Promise<void> {
      const head = { id: createId('evt_'), type, livemode, created: now().getTime() }
      const event = { ...head, body: writeEvent(head, object) }
      remembered.push(event)
      remembered.splice(0, remembered.length - REMEMBERED)
      await undelivered.put(event.id, event)
      deliverAsPlanned(event, faults.take('stripe-webhooks'))
    },
    /** Their addresses. */
    endpoints: () => [...endpoints],
    addEndpoint: (url: string) => void endpoints.add(url),
    removeEndpoint: (url: string) => void endpoints.delete(url),
    /** Newest last, with the lost ones. */
    recent: () => remembered,
    /** Sends an event `copies` times at once, without planned failures; false when it is unknown. */
    async sendAgain(id: string, copies: number): Promise<boolean> {
      const event = remembered.find((candidate) => candidate.id === id)
      if (event === undefined) return false
      const sends = [...endpoints].flatMap((url) => Array.from({ length: copies }, () => send(event, url)))
      await Promise.all(sends)
      return true
    },
    close: () => closing.abort(),
  }
}

/** The header `Stripe-Signature`: HMAC-SHA256 of `<time in seconds>.<body>`. */
function sign(body: string, secret: string, at: Date): string {
  const stamp = Math.floor(at.getTime() / 1000)
  return `t=${stamp},v1=${createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')}`
}
