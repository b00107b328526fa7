import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'

declare global {
  interface Window {
    /** Google's queue of calls, which its script takes over. */
    dataLayer?: unknown[]
  }
}

type Tag = (command: string, name: unknown, fields?: Record<string, unknown>) => void

const script = Promise.withResolvers<void>()
let started: AnalyticsFacts | null = null

/** The queue takes only `arguments` objects. */
const gtag: Tag = function () {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: Google's script ignores arrays
  window.dataLayer.push(arguments)
}

/** Loads Google's script once; to be called only with consent. Events sent earlier wait in the queue. */
export function startTag(facts: AnalyticsFacts, page: Record<string, string>): void {
  allowSending(facts, true)
  if (started) return
  started = facts
  // For statistics and conversions of ads, not for profiles.
  const allowed = { analytics_storage: 'granted', ad_storage: 'granted', ad_user_data: 'granted' }
  gtag('consent', 'default', { ...allowed, ad_personalization: 'denied' })
  gtag('js', new Date())
  gtag('set', page)
  // Page views are sent by sendPageView, so that no address is sent unfiltered.
  for (const id of facts.ids) gtag('config', id, { send_page_view: false, allow_google_signals: false })
  const element = document.createElement('script')
  element.async = true
  element.src = `${facts.scriptOrigin}/gtag/js?id=${encodeURIComponent(facts.ids[0] ?? '')}`
  element.addEventListener('load', () => script.resolve())
  // Blocked or unreachable: nothing is measured, and the visitor is not told.
  element.addEventListener('error', () => script.reject(new Error('The script of analytics could not be loaded.')))
  script.promise.catch(console.warn)
  document.head.append(element)
}

/** Consent was withdrawn: sends nothing more and deletes the cookies of the script. */
export function stopTag(facts: AnalyticsFacts): void {
  allowSending(facts, false)
  if (started) gtag('consent', 'update', { analytics_storage: 'denied', ad_storage: 'denied', ad_user_data: 'denied' })
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=', 1)[0] ?? ''
    if (!/^_(ga|gcl|gac)/.test(name)) continue
    for (const domain of [
      '',
      `; domain=${location.hostname}`,
      `; domain=.${location.hostname.replace(/^www\./, '')}`,
    ]) {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other way
      document.cookie = `${name}=; path=/; max-age=0${domain}`
    }
  }
}

/** The switch of Google's script for each id. */
function allowSending({ ids }: AnalyticsFacts, allowed: boolean): void {
  for (const id of ids) Object.assign(window, { [`ga-disable-${id}`]: !allowed })
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
