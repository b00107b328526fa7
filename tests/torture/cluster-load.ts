import { setTimeout as pause } from 'node:timers/promises'
import { type Attempt, send } from './buyers.ts'

/** The number of buyers; each orders once a second. */
export const BUYERS = 20
const READERS = 3

/** Buyers who retry until their order is accepted, and readers who must get every page. */
export function startLoad(url: string, attempts: readonly Attempt[], pages: readonly string[]) {
  const acknowledged: { sentAt: number; at: number }[] = []
  const begun: Attempt[] = []
  const wrong: string[] = []
  const waiting = [...attempts]
  let read = 0
  let going = true

  async function order(attempt: Attempt): Promise<void> {
    begun.push(attempt)
    for (;;) {
      const sentAt = performance.now()
      const answer = await send({ url }, attempt).catch(() => null)
      if (answer?.status === 200) {
        acknowledged.push({ sentAt, at: performance.now() })
        return
      }
      if (answer && answer.status < 500) {
        wrong.push(`order: ${answer.status} ${answer.text}`)
        return
      }
      await pause(250)
    }
  }
  async function buy(): Promise<void> {
    while (going) {
      const next = waiting.shift()
      if (!next) throw new Error('more orders were needed than were prepared')
      await Promise.all([order(next), pause(1_000)])
    }
  }
  async function readPages(): Promise<void> {
    while (going) {
      for (const path of pages) {
        const answer = await fetch(url + path).catch((error: unknown) => String(error))
        if (typeof answer === 'string') wrong.push(`${path}: ${answer}`)
        else if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`)
        if (typeof answer !== 'string') await answer.arrayBuffer()
        read += 1
      }
      await pause(50)
    }
  }
  const done = Promise.all([...Array.from({ length: BUYERS }, buy), ...Array.from({ length: READERS }, readPages)])
  return {
    acknowledged,
    wrong,
    pages: () => read,
    countSentAfter: (at: number) => acknowledged.filter(({ sentAt }) => sentAt > at).length,
    longestPauseSince(from: number): number {
      const times = [from, ...acknowledged.map(({ at }) => at).filter((at) => at > from)]
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
    },
    /** Stops once every begun order is accepted; resolves with these orders. */
    async stop(): Promise<Attempt[]> {
      going = false
      await done
      return begun
    },
  }
}

/** How many uncached pages a second these hosts render. */
export async function measureNewPages(urls: readonly string[], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let made = 0
  async function ask(reader: number): Promise<void> {
    for (let page = 0; performance.now() < until; page += 1) {
      const url = urls[reader % urls.length]
      const answer = await fetch(`${url}/sklep?search=oud%20${urls.length}x${reader}x${page}`)
      await answer.arrayBuffer()
      if (answer.status === 200) made += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, reader) => ask(reader)))
  return made / seconds
}
