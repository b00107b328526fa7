import { broken, type Finding, nameError, type Probe } from './finding.ts'

/** Longest time of a check, ms. */
const TIMEOUT_MS = 5_000

export type ProbeResult = Finding & { name: string; title: string; ms: number }

/** Runs all checks at the same time. One that takes too long, or fails in a way it does not know, is broken. */
export function runChecks(checks: readonly Probe[], timeoutMs = TIMEOUT_MS): Promise<ProbeResult[]> {
  return Promise.all(
    checks.map(async ({ name, title, run }) => {
      const began = performance.now()
      const found = await answerOf(run, timeoutMs)
      return { name, title, ...found, ms: Math.round(performance.now() - began) }
    }),
  )
}

async function answerOf(run: Probe['run'], timeoutMs: number): Promise<Finding> {
  const giveUp = new AbortController()
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => {
    late.resolve(
      broken(`brak odpowiedzi przez ${timeoutMs / 1000} s`, 'sprawdź adres w ustawieniach, sieć i zaporę (firewall)'),
    )
    giveUp.abort()
  }, timeoutMs)
  try {
    return await Promise.race([run(giveUp.signal), late.promise])
  } catch (error) {
    return broken(`nie udało się sprawdzić (${nameError(error)})`, 'zobacz, co mówi o tym log sklepu')
  } finally {
    clearTimeout(timer)
  }
}
