import { onStored, readStoredObject, writeStored } from '#app/browser-storage.ts'
import { PURPOSES, type Purpose } from '#domain/consents/consent.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'

/** What the visitor allows. */
export type Consent = Record<Purpose, boolean>

/** The visitor's answer; null: none yet. A purpose without an answer counts as refused. */
export function readConsent(): Consent | null {
  const stored = readStoredObject('analytics_consent')
  if (stored === null || PURPOSES.every((purpose) => typeof stored[purpose] !== 'boolean')) return null
  return { statistics: stored.statistics === true, advertising: stored.advertising === true }
}

/** Whether there is an answer for each of these purposes. */
export function isAnswered({ purposes }: Pick<AnalyticsFacts, 'purposes'>): boolean {
  const stored = readStoredObject('analytics_consent')
  return stored !== null && purposes.every((purpose) => typeof stored[purpose] === 'boolean')
}

/** Stores the answer. The shop's copy of it is sent by `sendAnswer`. */
export function writeConsent({ purposes, consentSha256 }: AnalyticsFacts, consent: Consent): void {
  const before = readStoredObject('analytics_consent')
  const browserId = typeof before?.browser_id === 'string' ? before.browser_id : makeId()
  const asked = Object.fromEntries(purposes.map((purpose) => [purpose, consent[purpose]]))
  const answer = { ...asked, id: makeId(), browser_id: browserId, text_sha256: consentSha256, unsent: true }
  writeStored('analytics_consent', JSON.stringify(answer))
}

/** Whether the shop does not have the answer yet. */
export const isAnswerUnsent = () => readStoredObject('analytics_consent')?.unsent === true

export const onConsent = (changed: () => void) => onStored('analytics_consent', changed)

/** A random UUID. `crypto.randomUUID` is missing on pages without https. */
function makeId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'))
  return bytes.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
