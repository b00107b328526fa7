import { useEffect, useState } from 'react'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import { onConsentAsked } from './ask-for-consent.ts'
import { isAnswered, onConsent } from './stored-consent.ts'

/**
 * Whether the question for consent is due: it was never answered, or the footer asks again. Known before the code of
 * the question is loaded, so that nothing else opens meanwhile.
 */
export function useAsking(facts: AnalyticsFacts | null): boolean {
  const [isAskedAgain, setAskedAgain] = useState(false)
  const [isOpen, setOpen] = useState(() => facts !== null && !isAnswered(facts))
  useEffect(() => {
    if (!facts) return
    setOpen(!isAnswered(facts))
    const stops = [
      onConsentAsked(() => setAskedAgain(true)),
      onConsent(() => {
        setAskedAgain(false)
        setOpen(!isAnswered(facts))
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [facts])
  return facts !== null && (isOpen || isAskedAgain)
}
