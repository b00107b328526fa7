import type { Env } from '#infra/env.ts'
import { broken, doubtful, type Finding, fine, type Probe } from './finding.ts'

/** Codes of a second factor live for half a minute. */
const MOST_OFF_S = 30
/** Webhooks of Stripe that are signed further away are refused. */
const WEBHOOKS_OFF_S = 300

/** Compares the clock with that of a provider that the shop calls anyway; without a provider there is no check. */
export function createClockCheck(env: Pick<Env, 'stripe' | 'inpostApiUrl'>, now: () => Date): Probe[] {
  const account = env.stripe.live ?? env.stripe.test
  const address = account === null ? env.inpostApiUrl : (account.url ?? 'https://api.stripe.com')
  if (address === null) return []
  return [{ name: 'clock', title: 'Zegar', run: (signal) => compareClocks(address, now, signal) }]
}

async function compareClocks(address: string, now: () => Date, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(address)
  const asked = now().getTime()
  const answer = await fetch(address, { method: 'HEAD', redirect: 'manual', signal }).catch(() => null)
  const theirs = Date.parse(answer?.headers.get('Date') ?? '')
  if (Number.isNaN(theirs)) return doubtful(`${host} nie podaje czasu`, 'sprawdź zegar sam: timedatectl')
  // The header `Date` has whole seconds.
  const middle = (asked + now().getTime()) / 2
  return judgeClock(Math.round((middle - theirs - 500) / 1000), host)
}

/** @param seconds how far the clock of this machine is ahead */
export function judgeClock(seconds: number, host: string): Finding {
  const off = Math.abs(seconds)
  if (off <= MOST_OFF_S) return fine(`zgadza się z ${host}`)
  const found = `${seconds > 0 ? 'spieszy się' : 'spóźnia się'} o ${off} s wobec ${host}`
  const advice = 'włącz synchronizację czasu (timedatectl set-ntp true)'
  return off > WEBHOOKS_OFF_S
    ? broken(`${found}, więc sklep odrzuca powiadomienia Stripe`, advice)
    : doubtful(`${found}, więc kody z telefonu mogą nie pasować`, advice)
}
