import { onStored, readStoredObject, writeStored } from '#app/browser-storage.ts'

/** The visitor's answer; null: none yet. */
export type Consent = 'granted' | 'denied' | null

export function readConsent(): Consent {
  const choice = readStoredObject('analytics_consent')?.choice
  return choice === 'granted' || choice === 'denied' ? choice : null
}

/** Stored with its time, because the shop must be able to show when a visitor agreed. */
export function writeConsent(choice: 'granted' | 'denied'): void {
  writeStored('analytics_consent', JSON.stringify({ choice, at: new Date().toISOString() }))
}

export const onConsent = (changed: () => void) => onStored('analytics_consent', changed)
