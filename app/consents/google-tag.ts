import { listPurposesOf, type Purpose } from '#domain/consents/consent.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import type { Consent } from './stored-consent.ts'

declare global {
  interface Window {
    /** Google's queue of calls, which its script takes over. */
    dataLayer?: unknown[]
  }
}

type Tag = (command: string, name: unknown, fields?: Record<string, unknown>) => void

const script = Promise.withResolvers<void>()
let isStarted = false

/** The queue takes only `arguments` objects. */
const gtag: Tag = function () {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: Google's script ignores arrays
  window.dataLayer.push(arguments)
}

/** Loads Google's script once; to be called only with consent. Events sent earlier wait in the queue. */
export function startTag(facts: AnalyticsFacts, page: Record<string, string>, consent: Consent): void {
  allowSending(facts, consent)
  if (isStarted) return
  isStarted = true
  // For statistics and conversions of ads, not for profiles.
  gtag('consent', 'default', { ...toGoogle(consent), ad_personalization: 'denied' })
  gtag('js', new Date())
  gtag('set', page)
  configure(facts, consent)
  const element = document.createElement('script')
  element.async = true
  element.src = `${facts.scriptOrigin}/gtag/js?id=${encodeURIComponent(facts.ids.find((id) => isAllowed(id, consent)) ?? '')}`
  element.addEventListener('load', () => script.resolve())
  // Blocked or unreachable: nothing is measured, and the page does not mention it.
  element.addEventListener('error', () => script.reject(new Error('The script of analytics could not be loaded.')))
  script.promise.catch(console.warn)
  document.head.append(element)
}

/** Applies an answer: stops sending what the visitor refused, and deletes its cookies. */
export function applyConsent(facts: AnalyticsFacts, consent: Consent): void {
  allowSending(facts, consent)
  if (isStarted) {
    gtag('consent', 'update', toGoogle(consent))
    configure(facts, consent)
  }
  const { hostname } = location
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=', 1)[0] ?? ''
    const purpose = COOKIES.find(({ names }) => names.test(name))?.purpose
    if (purpose === undefined || consent[purpose]) continue
    for (const domain of ['', `; domain=${hostname}`, `; domain=.${hostname.replace(/^www\./, '')}`]) {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other way
      document.cookie = `${name}=; path=/; max-age=0${domain}`
    }
  }
}

/** The cookies of Google's script. */
const COOKIES: readonly { names: RegExp; purpose: Purpose }[] = [
  { names: /^_ga/, purpose: 'statistics' },
  { names: /^_(gcl|gac)/, purpose: 'advertising' },
]

const isAllowed = (id: string, consent: Consent) => listPurposesOf(id).some((purpose) => consent[purpose])

/** Ids with which the script is configured. */
const configured = new Set<string>()

/** Page views are sent by sendPageView, so that no address is sent unfiltered. */
function configure({ ids }: AnalyticsFacts, consent: Consent): void {
  for (const id of ids) {
    if (configured.has(id) || !isAllowed(id, consent)) continue
    configured.add(id)
    gtag('config', id, { send_page_view: false, allow_google_signals: false })
  }
}

function toGoogle({ statistics, advertising }: Consent) {
  const word = (allowed: boolean) => (allowed ? 'granted' : 'denied')
  const ads = word(advertising)
  return { analytics_storage: word(statistics), ad_storage: ads, ad_user_data: ads }
}

/** The switch of Google's script for each id. */
function allowSending({ ids }: AnalyticsFacts, consent: Consent): void {
  for (const id of ids) Object.assign(window, { [`ga-disable-${id}`]: !isAllowed(id, consent) })
}

export function sendPageView(page: Record<string, string>): void {
  gtag('set', page)
  gtag('event', 'page_view', page)
}

/** Whether Google's script is loaded within this time. */
export const waitForTag = (timeoutMs: number) => isFulfilled(script.promise, timeoutMs)

/** Sends an event; whether Google's script confirms it within this time. */
export function sendEvent(name: string, fields: Record<string, unknown>, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>()
  gtag('event', name, { ...fields, event_callback: () => resolve() })
  return isFulfilled(promise, timeoutMs)
}

function isFulfilled(promise: Promise<void>, timeoutMs: number): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>()
  promise.then(
    () => answer.resolve(true),
    () => answer.resolve(false),
  )
  const timer = setTimeout(() => answer.resolve(false), timeoutMs)
  return answer.promise.finally(() => clearTimeout(timer))
}
