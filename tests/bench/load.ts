import { connect } from 'node:net'
import type { BenchContext, BenchShop } from './benchmark.ts'

export type Load = { perSecond: number; p50Ms: number; p95Ms: number; p99Ms: number; failed: number; done: number }

const CONNECTIONS = 10

/**
 * Requests one address repeatedly on 10 connections, each of which waits for its answer. Counts statuses other than the
 * expected one as failed. Reads only the status and the length of an answer, because a client that parses answers would
 * take more of the machine than the shop's cache does.
 *
 * @param pathOf the path of each request in turn, if they differ
 */
export async function load(
  url: string,
  seconds: number,
  pathOf?: (request: number) => string,
  expected = 200,
): Promise<Load> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const began = performance.now()
  const times: number[] = []
  let asked = 0
  let failed = 0
  const asking = { host, hostname, port: Number(port), until: began + seconds * 1000 }
  const nextPath = pathOf ? () => pathOf(asked++) : () => pathname + search
  const connections = Array.from({ length: CONNECTIONS }, () =>
    askRepeatedly(asking, nextPath, (status, ms) => {
      times.push(ms)
      if (status !== expected) failed += 1
    }),
  )
  await Promise.all(connections)
  const sorted = Float64Array.from(times).sort()
  const share = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
  return {
    perSecond: times.length / ((performance.now() - began) / 1000),
    p50Ms: share(0.5),
    p95Ms: share(0.95),
    p99Ms: share(0.99),
    failed,
    done: times.length,
  }
}

type Asking = { host: string; hostname: string; port: number; until: number }

const HEAD_END = Buffer.from('\r\n\r\n')
/** The end of a chunked answer. */
const LAST_CHUNK = '0\r\n\r\n'

/** One connection, until the time is over. Rejects when the connection breaks or an answer has no length. */
function askRepeatedly(
  { host, hostname, port, until }: Asking,
  nextPath: () => string,
  onAnswer: (status: number, ms: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ host: hostname, port, noDelay: true })
  let sentAt = 0
  let status = 0
  /** Bytes of the answer that are still to come, infinitely many for a chunked one; null while its head is read. */
  let missing: number | null = null
  /** The received part of the head, then the last received bytes of a chunked answer. */
  let read: Buffer = Buffer.alloc(0)

  function ask(): void {
    sentAt = performance.now()
    if (sentAt >= until) {
      socket.destroy()
      resolve()
      return
    }
    missing = null
    read = Buffer.alloc(0)
    socket.write(`GET ${nextPath()} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br, gzip\r\n\r\n`)
  }

  function receive(chunk: Buffer): void {
    if (missing === null) {
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk])
      const end = read.indexOf(HEAD_END)
      if (end === -1) return
      const head = read.toString('latin1', 0, end)
      const length = /^content-length: (\d+)/im.exec(head)?.[1]
      if (length === undefined && !/^transfer-encoding: chunked/im.test(head)) {
        throw new Error(`An answer does not say how long it is:\n${head}`)
      }
      status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
      missing = Number(length ?? Number.POSITIVE_INFINITY) - (read.length - end - HEAD_END.length)
    } else missing -= chunk.length
    if (missing === Number.POSITIVE_INFINITY) {
      read = Buffer.concat([read, chunk.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
      if (read.toString('latin1') !== LAST_CHUNK) return
    } else if (missing > 0) return
    onAnswer(status, performance.now() - sentAt)
    ask()
  }

  socket.once('connect', ask)
  socket.on('data', (chunk: Buffer) => {
    try {
      receive(chunk)
    } catch (error) {
      socket.destroy()
      reject(error)
    }
  })
  socket.once('error', reject)
  socket.once('end', () => reject(new Error('The shop ended a connection that was still asked')))
  return promise
}

/** Runs a load and records its rate and the shop's processor time per request. */
export async function recordLoad(
  context: BenchContext,
  shop: BenchShop,
  name: string,
  run: () => Promise<Load>,
  note = '',
): Promise<Load> {
  const before = shop.cpuMs()
  const result = await run()
  const cpuMs = (shop.cpuMs() - before) / Math.max(1, result.done)
  const failures = result.failed === 0 ? '' : `  FAILED: ${result.failed}`
  context.record({
    name,
    value: result.perSecond,
    unit: '/s',
    better: 'higher',
    note: `p50 ${result.p50Ms.toFixed(1)} ms  p99 ${result.p99Ms.toFixed(1)} ms  ${note}${failures}`,
  })
  context.record({ name: `${name}: CPU per request`, value: cpuMs, unit: 'ms', better: 'lower' })
  return result
}
