import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { State } from './finding.ts'
import type { ProbeResult } from './run-checks.ts'

const WORDS: Record<State, string> = { fine: 'ok', doubtful: 'uwaga', broken: 'błąd' }

const DOUBTFUL: PolishForms = { one: 'uwaga', few: 'uwagi', many: 'uwag' }
const BROKEN: PolishForms = { one: 'błąd', few: 'błędy', many: 'błędów' }

/** Names in JSON; programs may rely on them. */
const JSON_STATES: Record<State, string> = { fine: 'ok', doubtful: 'warning', broken: 'error' }

export function hasBroken(results: readonly ProbeResult[]): boolean {
  return results.some(({ state }) => state === 'broken')
}

/** A line for each check, and a summary. */
export function formatReport(results: readonly ProbeResult[]): string {
  const width = Math.max(...results.map(({ title }) => title.length))
  const lines = results.flatMap(({ state, title, found, advice, details }) => [
    `${WORDS[state].padEnd(5)}  ${title.padEnd(width)}  ${found}${advice === null ? '' : `: ${advice}`}.`,
    ...details.map((detail) => `${' '.repeat(7)}${detail}`),
  ])
  return `${[...lines, '', summarize(results)].join('\n')}\n`
}

/** 'Sprawdzono 12: 10 ok, 1 uwaga, 1 błąd. Zacznij od błędów.' */
export function summarize(results: readonly ProbeResult[]): string {
  const count = (state: State) => results.filter((result) => result.state === state).length
  const [notes, faults] = [count('doubtful'), count('broken')]
  const parts = [
    `${count('fine')} ok`,
    ...(notes > 0 ? [`${notes} ${pluralize(notes, DOUBTFUL)}`] : []),
    ...(faults > 0 ? [`${faults} ${pluralize(faults, BROKEN)}`] : []),
  ]
  const end =
    faults > 0 ? ' Zacznij od błędów.' : notes > 0 ? ' Nic się nie zepsuło, ale zajrzyj do uwag.' : ' Wszystko gra.'
  return `Sprawdzono ${results.length}: ${parts.join(', ')}.${end}`
}

export function formatJson(results: readonly ProbeResult[], checkedAt: Date): string {
  const checks = results.map(({ state, ...result }) => ({ ...result, state: JSON_STATES[state] }))
  const report = { ok: !hasBroken(results), checkedAt: checkedAt.toISOString(), summary: summarize(results), checks }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Names of variables whose value nobody may see; that of a file is only its path. */
const SECRET = /SECRET|TOKEN|PASSPHRASE|ACCESS_KEY/

/** Shorter values are not replaced, because a short password may equal an ordinary word of a driver's message. */
const SHORTEST = 6

/** Replaces every secret of these variables in a text, also the passwords of addresses. */
export function hideSecrets(text: string, source: Record<string, string | undefined>): string {
  const secrets = Object.entries(source)
    .flatMap(([name, value = '']) => (SECRET.test(name) ? [value.trim()] : listPasswords(value)))
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length)
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '[ukryte]'), text)
}

/** The password as it is written in an address, and decoded. */
function listPasswords(value: string): string[] {
  const password = URL.parse(value)?.password ?? ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
