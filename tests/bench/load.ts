import autocannon from 'autocannon'
import type { BenchContext, BenchShop } from './benchmark.ts'

export type Load = { perSecond: number; p50Ms: number; p95Ms: number; p99Ms: number; failed: number; done: number }

/**
 * Asks for one address again and again from 10 connections. Counts everything that is not a 200 as failed.
 *
 * @param pathOf the path of each request in turn, where they differ
 */
export async function load(url: string, seconds: number, pathOf?: (request: number) => string): Promise<Load> {
  let asked = 0
  const setupRequest = pathOf && ((request: autocannon.Request) => ({ ...request, path: pathOf(asked++) }))
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    headers: { 'accept-encoding': 'br, gzip' },
    ...(setupRequest && { requests: [{ setupRequest }] }),
  })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p95Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
    done: result.requests.total,
  }
}

/** Runs a load and records its rate, with the shop's processor time per request beside it. */
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
