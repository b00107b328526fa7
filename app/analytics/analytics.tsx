import { useEffect, useState } from 'react'
import { href, type Location, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import { onConsentAsked } from './ask-for-consent.ts'
import { type Consent, onConsent, readConsent, writeConsent } from './consent.ts'
import { sendPageView, startTag, stopTag } from './google-tag.ts'

/** Asks whether visits may be measured. Measures each page once for visitors who agree. */
export default function Analytics({ facts }: { facts: AnalyticsFacts }) {
  const [consent, setConsent] = useState<Consent>(readConsent)
  const [isAsking, setAsking] = useState(consent === null)
  usePageViews(facts, consent === 'granted')

  useEffect(() => onConsentAsked(() => setAsking(true)), [])
  useEffect(
    () =>
      onConsent(() => {
        setConsent(readConsent())
        setAsking(false)
      }),
    [],
  )
  useEffect(() => {
    if (consent === 'denied') stopTag(facts)
  }, [consent, facts])

  if (!isAsking) return null
  return (
    <section
      aria-labelledby="consent-title"
      className="pointer-events-auto mb-2 max-w-md rounded-3xl bg-ivory p-4 sm:p-5 shadow-lift ring-1 ring-night/15"
    >
      <h2 id="consent-title" className="font-display text-lg">
        Czy możemy mierzyć odwiedziny?
      </h2>
      <p className="mt-1 text-sm">
        Za Twoją zgodą Google policzy, które strony i reklamy pomagają w wyborze. Zdanie można zmienić w stopce strony.{' '}
        <NewTabLink href={href('/polityka-prywatnosci')} className="underline underline-offset-2">
          Polityka prywatności
        </NewTabLink>
      </p>
      {consent !== null && (
        <p className="mt-2 text-sm font-semibold">Teraz: {consent === 'granted' ? 'zgoda' : 'brak zgody'}.</p>
      )}
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button variant="secondary" size="tight" onClick={() => writeConsent('denied')}>
          Odrzuć
        </Button>
        <Button variant="secondary" size="tight" onClick={() => writeConsent('granted')}>
          Zgadzam się
        </Button>
      </div>
    </section>
  )
}

/** Sends one page view for each address. A dialog over a page has no address of its own. */
function usePageViews(facts: AnalyticsFacts, isAllowed: boolean): void {
  const location = useLocation()
  const address = publicAddress(location)
  const words = location.mask ? null : new URLSearchParams(location.search).get('search')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search is another page; its words are not sent.
  useEffect(() => {
    if (!isAllowed || address === null) return
    const page = {
      page_location: window.location.origin + address,
      page_title: document.title,
      page_referrer: withoutQuery(document.referrer),
    }
    startTag(facts, page)
    sendPageView(page)
  }, [facts, isAllowed, address, words])
}

/** Parameters of a query that are sent: choices on the page and the ad that led here, never typed words. */
const SENT_PARAMETERS = [
  'gender',
  'brand',
  'category',
  'family',
  'note',
  'minPrice',
  'maxPrice',
  'sort',
  'page',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'gclid',
  'gbraid',
  'wbraid',
]

/** Pages whose address holds a secret, and the admin. */
const NEVER_SENT = [
  '/admin',
  '/zamowienie',
  '/nowe-haslo',
  '/logowanie',
  '/potwierdz-email',
  '/potwierdz-zamowienie',
  '/ocena',
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
