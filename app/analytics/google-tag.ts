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

/** The queue takes `arguments` objects alone. */
const gtag: Tag = function () {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: an array is something else to Google's script
  window.dataLayer.push(arguments)
}

/** Loads Google's script, once; only for whoever has agreed. What is sent before it has come waits for it. */
export function startTag(facts: AnalyticsFacts, page: Record<string, string>): void {
  allowSending(facts, true)
  if (started) return
  started = facts
  // For statistics and for what an ad has brought; nobody is profiled.
  const allowed = { analytics_storage: 'granted', ad_storage: 'granted', ad_user_data: 'granted' }
  gtag('consent', 'default', { ...allowed, ad_personalization: 'denied' })
  gtag('js', new Date())
  gtag('set', page)
  // A page is told apart here, so that no address is sent as it stands in the browser.
  for (const id of facts.ids) gtag('config', id, { send_page_view: false, allow_google_signals: false })
  const element = document.createElement('script')
  element.async = true
  element.src = `${facts.scriptOrigin}/gtag/js?id=${encodeURIComponent(facts.ids[0] ?? '')}`
  element.addEventListener('load', () => script.resolve())
  // Blocked or away: nothing is measured, and nobody is bothered.
  element.addEventListener('error', () => script.reject(new Error('The script of analytics did not come.')))
  script.promise.catch(console.warn)
  document.head.append(element)
}

/** What was agreed to was taken back: nothing more is sent, and what the script has stored here is deleted. */
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

/** Whether Google's script is there, at the latest after so many ms. */
export function waitForTag(milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  script.promise.then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(timer))
}

/** Sends an event and says whether it has arrived within so many ms. */
export function sendEvent(name: string, fields: Record<string, unknown>, withinMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), withinMs)
  gtag('event', name, { ...fields, event_callback: () => resolve(true) })
  return promise.finally(() => clearTimeout(timer))
}
