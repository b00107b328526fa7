import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { FaultBoard } from '#sandbox/faults.ts'

/** One call of a page: its command ('event', 'config', ...) and arguments. */
const callSchema = z.object({ command: z.string(), name: z.unknown(), fields: z.record(z.string(), z.unknown()) })
export type MeasuredCall = z.output<typeof callSchema>

const MOST_CALLS = 1000

const SCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8' }

/**
 * A stand-in for Google's tag (gtag.js): a script with its `dataLayer` protocol, which sends every call to this
 * collector. With the token, /_analytics/calls lists the calls (GET) and clears them (DELETE).
 * @param url address of the sandbox
 */
export function createAnalyticsCollector(url: string, faults: FaultBoard, requireToken: MiddlewareHandler): Hono {
  const calls: MeasuredCall[] = []
  const routes = new Hono()

  routes.get('/gtag/js', (c) => {
    if (faults.take('analytics', ({ mode }) => mode === 'no_script')) return c.body('', 503, SCRIPT)
    return c.text(tagScript(url), 200, SCRIPT)
  })

  routes.get('/g/collect', (c) => {
    c.header('Access-Control-Allow-Origin', '*')
    const call = callSchema.safeParse(parseJson(c.req.query('call')))
    if (!call.success) return c.body(null, 400)
    const { command, name } = call.data
    if (command === 'event' && faults.take('analytics', ({ mode, event }) => mode === 'lose' && event === name)) {
      return c.body(null, 503)
    }
    calls.push(call.data)
    if (calls.length > MOST_CALLS) calls.shift()
    return c.body(null, 204)
  })

  routes.use('/_analytics/*', requireToken)
  routes.get('/_analytics/calls', (c) => c.json(calls))
  routes.delete('/_analytics/calls', (c) => {
    calls.length = 0
    return c.body(null, 204)
  })
  return routes
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Sends the calls one after another, in order, and calls `event_callback` when an event has arrived. */
const tagScript = (url: string) => `(() => {
  let last = Promise.resolve()
  const send = async ([command, name, given]) => {
    const { event_callback, ...fields } = given ?? {}
    const call = JSON.stringify({ command, name, fields })
    const address = ${JSON.stringify(`${url}/g/collect`)} + '?call=' + encodeURIComponent(call)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) event_callback?.()
  }
  const take = (call) => { last = last.then(() => send(call)) }
  for (const call of dataLayer) take(call)
  dataLayer.push = (call) => { take(call); return 0 }
})()
`
