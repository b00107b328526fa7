import { onStoredElsewhere, readStoredObject, writeStored } from '#app/browser-storage.ts'

/** What the visitor has said to being measured; null: nothing yet. */
export type Consent = 'granted' | 'denied' | null

export function readConsent(): Consent {
  const choice = readStoredObject('analytics_consent')?.choice
  return choice === 'granted' || choice === 'denied' ? choice : null
}

/** Kept with its time: whoever measures must be able to show when somebody agreed. */
export function writeConsent(choice: 'granted' | 'denied'): void {
  writeStored('analytics_consent', JSON.stringify({ choice, at: new Date().toISOString() }))
}

export function onConsentElsewhere(changed: () => void): () => void {
  return onStoredElsewhere('analytics_consent', changed)
}
