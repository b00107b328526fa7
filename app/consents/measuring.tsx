import { useEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import { ConsentQuestion } from './consent-question.tsx'
import { applyConsent, sendPageView, startTag } from './google-tag.ts'
import { type Consent, isAnswerUnsent, onConsent, readConsent, writeConsent } from './stored-consent.ts'

/** Measures what visitors agree to, each page once; `isAsking`: asks whether they agree. */
export default function Analytics({ facts, isAsking }: { facts: AnalyticsFacts; isAsking: boolean }) {
  const [consent, setConsent] = useState<Consent | null>(readConsent)
  // Applied before Google's script starts.
  useEffect(() => {
    if (consent) applyConsent(facts, consent)
  }, [consent, facts])
  usePageViews(facts, consent)

  useEffect(() => onConsent(() => setConsent((current) => keepSame(current, readConsent()))), [])
  // Sends an answer that an earlier page could not send.
  useEffect(send, [])

  if (!isAsking) return null
  return (
    <ConsentQuestion
      purposes={facts.purposes}
      consent={consent}
      onAnswer={(answer) => {
        writeConsent(facts, answer)
        send()
      }}
    />
  )
}

/** Sends the answer to the shop, unless the shop already has it. */
function send(): void {
  if (isAnswerUnsent()) void import('./send-answer.ts').then(({ sendAnswer }) => sendAnswer()).catch(console.warn)
}

/** The present answer if the stored one is equal, so that nothing is rendered again. */
function keepSame(current: Consent | null, stored: Consent | null): Consent | null {
  const isSame = current?.statistics === stored?.statistics && current?.advertising === stored?.advertising
  return isSame ? current : stored
}

/** Sends one page view for each address. A dialog over a page has no address of its own. */
function usePageViews(facts: AnalyticsFacts, consent: Consent | null): void {
  const location = useLocation()
  const address = publicAddress(location)
  const isCounted = consent?.statistics === true
  const isAllowed = isCounted || consent?.advertising === true
  const words = location.mask ? null : new URLSearchParams(location.search).get('search')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search is a new page; its words are not sent.
  useEffect(() => {
    if (!consent || !isAllowed || address === null) return
    const page = {
      page_location: window.location.origin + address,
      page_title: document.title,
      page_referrer: withoutQuery(document.referrer),
    }
    startTag(facts, page, consent)
    if (isCounted) sendPageView(page)
  }, [facts, isAllowed, isCounted, address, words])
}

/** Parameters of a query that are sent: choices on the page and the ad that led here, never typed words. */
const SENT_PARAMETERS = [
  ...['gender', 'brand', 'category', 'family', 'note', 'minPrice', 'maxPrice', 'sort', 'page'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'gclid', 'gbraid', 'wbraid'],
]

/** Pages whose address holds a secret or an answer of somebody's, and the admin. */
const NEVER_SENT = [
  '/admin',
  '/zamowienie',
  '/nowe-haslo',
  '/logowanie',
  '/potwierdz-email',
  '/potwierdz-zamowienie',
  '/ocena',
  '/znajdz-zapach',
]

/** Path and query as they may be sent; null when nothing may. A product's dialog counts as the product's page. */
function publicAddress({ pathname, search, mask }: Location): string | null {
  const shown = mask?.pathname ?? pathname
  if (NEVER_SENT.some((path) => shown === path || shown.startsWith(`${path}/`))) return null
  const given = new URLSearchParams(mask ? '' : search)
  const sent = new URLSearchParams()
  for (const name of SENT_PARAMETERS) {
    const value = given.get(name)
    if (value !== null) sent.set(name, value)
  }
  return sent.size === 0 ? shown : `${shown}?${sent}`
}

/** The referrer without its query; without its path too when it is the shop. */
function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname } = new URL(address)
  return origin === window.location.origin ? origin : origin + pathname
}
