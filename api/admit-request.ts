import { finished } from 'node:stream/promises'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { ADMISSION, Admission } from '#domain/kernel/rate-limits/admission.ts'
import { BODIES, Bodies } from '#domain/kernel/rate-limits/body-admission.ts'
import { findGroup } from '#domain/kernel/rate-limits/caller-groups.ts'
import { refuse } from './errors.ts'
import { type ApiEnv, READING_METHODS } from './http.ts'

const turns = {
  write: new Admission(ADMISSION.write),
  provider: new Admission(ADMISSION.provider),
  picture: new Admission(ADMISSION.picture),
  complaintPicture: new Admission(ADMISSION.complaintPicture),
}

/** Lets networks take turns. Runs after `readBody`, so that no caller holds a turn while its body is still arriving. */
export const inTurn = (of: keyof typeof turns, refusal: 'busy' | 'pictures_busy' = 'busy') =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const group = findCallersGroup(c)
    if ((await turns[of].enter(group)) !== 'entered') return refuse(c, { reason: refusal })
    try {
      await next()
    } finally {
      turns[of].leave(group)
    }
  })

type BodyRule = {
  /** How the body is read; handlers get the same bytes. */
  as: 'text' | 'arrayBuffer'
  /** Largest body, bytes. */
  most: number
  /** Longest time to arrive, ms. */
  withinMs: number
  /** Counts the body under the admin's limit, once the caller is known to be the admin. */
  isAdmins?: boolean
  /** Limits the number of bodies being read. */
  places?: Bodies
  tooLarge?: 'body_too_large' | 'picture_too_large' | 'film_too_large' | 'label_file_too_large'
}

const sums = { new: new Bodies(BODIES.new), known: new Bodies(BODIES.known), admin: new Bodies(BODIES.admin) }

/**
 * Reads the whole body before the handler runs, and counts it until the call is answered. Ends the connection of a slow
 * body, and of a network with too many unfinished bytes.
 */
export const readBody = (rule: BodyRule) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const isStreamed = c.req.header('transfer-encoding') !== undefined
    const bytes = isStreamed ? rule.most : Number(c.req.header('content-length') ?? 0)
    if (bytes > rule.most) {
      if (rule.isAdmins) await discardBody(c, rule.withinMs)
      return refuseTooLarge(c, rule)
    }
    if (bytes === 0 || READING_METHODS.has(c.req.method)) return next()
    const group = findCallersGroup(c)
    const sum = sums[rule.isAdmins ? 'admin' : group[0]]
    const body = sum.begin(group, bytes, () => endConnection(c))
    if (!body) return refuseUnread(c, 'busy')
    try {
      const refused = await receive(c, rule, isStreamed)
      if (refused) return refused
      sum.finish(body)
      await next()
    } finally {
      sum.end(body)
    }
  })

async function receive(c: Context<ApiEnv>, rule: BodyRule, isStreamed: boolean): Promise<Response | null> {
  const { as, most, withinMs, places } = rule
  const place = places?.begin(findCallersGroup(c), 1, () => endConnection(c))
  if (place === null) return refuseUnread(c, 'busy')
  const late = setTimeout(() => endConnection(c), withinMs)
  try {
    const read = async () => void (await c.req[as]())
    // The HTTP server reads no more than the announced length.
    if (!isStreamed) await read()
    else return (await bodyLimit({ maxSize: most, onError: () => refuseTooLarge(c, rule) })(c, read)) ?? null
    return null
  } catch {
    // The client disconnected, or this code closed its connection.
    return refuseUnread(c, 'busy')
  } finally {
    clearTimeout(late)
    if (place) places?.end(place)
  }
}

function findCallersGroup(c: Context<ApiEnv>) {
  return findGroup(c.var.clientAddress, c.var.services.accounts.isKnown(c.req.raw.headers))
}

/** Receives a body and drops it: who is still sending when the connection ends cannot read the answer. */
async function discardBody(c: Context<ApiEnv>, withinMs: number): Promise<void> {
  const { incoming } = c.env
  if (!incoming) return
  incoming.resume()
  // Who is late or gone is answered all the same.
  await finished(incoming, { signal: AbortSignal.timeout(withinMs) }).catch(() => undefined)
}

/** The admin must be able to read the refusal; of a streamed body the rest is received for half a second. */
function refuseTooLarge(c: Context<ApiEnv>, { isAdmins, tooLarge = 'body_too_large' }: BodyRule) {
  return isAdmins ? refuse(c, { reason: tooLarge }) : refuseUnread(c, 'body_too_large')
}

function endConnection(c: Context<ApiEnv>): void {
  c.env.incoming?.destroy()
}

/** Refuses a call without reading the rest of its body; the connection ends with the answer. */
export function refuseUnread(c: Context<ApiEnv>, reason: 'webhook_refused' | 'busy' | 'body_too_large') {
  const { incoming, outgoing } = c.env
  outgoing?.once('finish', () => incoming?.socket.destroySoon())
  c.header('Connection', 'close')
  return refuse(c, { reason })
}
