import autocannon from 'autocannon'

export type Load = { perSecond: number; p50Ms: number; p99Ms: number; failed: number }

/** Asks for one address again and again from 10 connections. Counts everything that is not a 200 as failed. */
export async function load(url: string, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    headers: { 'accept-encoding': 'br, gzip' },
  })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}

/** Runs `task` from `workers` loops at once until the time is over; counts what resolved. */
export async function repeat(workers: number, seconds: number, task: () => Promise<void>): Promise<Load> {
  const until = performance.now() + seconds * 1000
  const took: number[] = []
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < until) {
        const start = performance.now()
        await task()
        took.push(performance.now() - start)
      }
    }),
  )
  took.sort((a, b) => a - b)
  return {
    perSecond: took.length / seconds,
    p50Ms: took[Math.floor(took.length * 0.5)] ?? Number.NaN,
    p99Ms: took[Math.floor(took.length * 0.99)] ?? Number.NaN,
    failed: 0,
  }
}
