// A file of its own, because the footer loads it on every first visit.

const ASK = 'ask-for-consent'

/** Asks again, so that consent is as easy to withdraw as to give. */
export function askForConsent(): void {
  window.dispatchEvent(new Event(ASK))
}

export function onConsentAsked(ask: () => void): () => void {
  window.addEventListener(ASK, ask)
  return () => window.removeEventListener(ASK, ask)
}
