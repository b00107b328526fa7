// Apart from what is asked: the footer, which every first visit loads, needs no more than this.

const ASK = 'ask-for-consent'

/** Asks again: what was agreed to can be taken back as easily. */
export function askForConsent(): void {
  window.dispatchEvent(new Event(ASK))
}

export function onConsentAsked(ask: () => void): () => void {
  window.addEventListener(ASK, ask)
  return () => window.removeEventListener(ASK, ask)
}
