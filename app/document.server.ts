import { PAGE_FACTS_ID } from '#app/notices/page-facts.ts'
import { toOwnBytes } from '#domain/own-bytes.server.ts'
import type { PageFacts } from '#domain/settings/page-facts.ts'
import { JSON_OF_PAGE } from './page-data.server.ts'
import { PART_END, PART_START, type RenderedPage } from './part-cache.server.tsx'
import type { RenderedDocument } from './rendered-document.ts'
import theme from './storefront.css?inline'
import themeUrl from './storefront.css?url'

/**
 * The style sheet stands in the document, so that the first paint waits for nothing else. React knows nothing of it:
 * it leaves alone what it does not know in the head, and 60 KB of text need not be in a script to be hydrated. A page's own
 * sheets come after it, also those that the browser adds to the head later.
 */
const STYLE = `<style>${theme}</style>`

/** Pages made for one visitor name the sheet as a file, which is compressed once and not for each of them. */
const STYLE_LINK = `<link rel="stylesheet" href="${themeUrl}"/>`

const PRELOADED_MODULE = /<link rel="modulepreload" href="([^"]+)"\/>/g
const MODULE_SCRIPT = '<script type="module" async="">'

/** Scripts start at the latest so long after the document was read, ms: a picture may never come. */
const LATEST_START_MS = 1500

/** How long a link that was held back waits for the page's code before it is followed as it stands, ms. */
const LATEST_PRESS_MS = 5000

/**
 * Loads the page's code once the first picture has been painted, or at the first touch or key: until then they would share a
 * phone's narrow line with it. Links work without. A button pressed before the page is alive is pressed again once it is; from
 * 'hydrating' on React itself sees to that. A link that asks who is signed in before it leads anywhere ("data-press-again") waits
 * like a button, and is followed as it stands when no code comes. Back and forward within what was one document change the address
 * alone, and nobody listens yet: the page is loaded anew for it.
 */
const STARTER = `(() => {
  let started = false
  const start = () => {
    if (started) return
    started = true
    const waiting = document.getElementById('page-code')
    for (const href of JSON.parse(waiting.dataset.modules)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const code = document.createElement('script')
    code.type = 'module'
    code.textContent = waiting.textContent
    document.head.append(code)
  }
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(start))
  const picture = document.querySelector('img[fetchpriority="high"]')
  if (!picture || picture.complete) afterPaint()
  else for (const end of ['load', 'error']) picture.addEventListener(end, afterPaint)
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, start, { once: true, passive: true })
  setTimeout(start, ${LATEST_START_MS})

  const address = () => location.pathname + location.search
  const loaded = address()
  const reloadIfLeft = () => { if (address() !== loaded) location.reload() }
  addEventListener('popstate', reloadIfLeft)
  addEventListener('hydrated', () => removeEventListener('popstate', reloadIfLeft), { once: true })

  let pressed = null
  const remember = (event) => {
    const button = event.target.closest('button, a[data-press-again]')
    if (!button || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (button.href) {
      event.preventDefault()
      setTimeout(() => { if (pressed === button) location.assign(button.href) }, ${LATEST_PRESS_MS})
    }
    pressed?.removeAttribute('aria-busy')
    pressed = button
    button.setAttribute('aria-busy', 'true')
  }
  addEventListener('click', remember)
  addEventListener('hydrating', () => removeEventListener('click', remember), { once: true })
  addEventListener('hydrated', () => {
    const again = pressed
    pressed = null
    again?.removeAttribute('aria-busy')
    if (again?.isConnected) again.click()
  }, { once: true })
})()`

/** Hands the router in the browser what the blocks of data before it hold, as a call for the same data is answered. */
const DATA_SCRIPT = `(({ streamController }) => {
  const [router, page] = ['router-data', 'page-data'].map((id) => document.getElementById(id).textContent)
  streamController.enqueue(router.replace('"${JSON_OF_PAGE}"', () => JSON.stringify(page)))
  streamController.close()
})(window.__reactRouterContext)`

const END = '</body></html>'

/** What stands in every document, encoded once. */
const DOCTYPE = toOwnBytes('<!DOCTYPE html>')
const STYLE_BYTES = toOwnBytes(STYLE)
const STARTER_BYTES = toOwnBytes(`<script>${STARTER}</script>`)
const FACTS_START = toOwnBytes(`<script type="application/json" id="${PAGE_FACTS_ID}">`)
const PAGE_DATA_START = toOwnBytes('</script><script type="application/json" id="page-data">')
const ROUTER_DATA_START = toOwnBytes('</script><script type="application/json" id="router-data">')
const DATA_END = toOwnBytes(`</script><script>${DATA_SCRIPT}</script>${END}`)

/**
 * The whole document in pieces: the parts in their places, the loaders' data for the browser at its end, in production the
 * style sheet inside and the scripts after the first picture.
 * @param data JSON of the router, and of the page itself without '<'
 * @param facts for the parts that load later, on pages that have no data as well
 * @param isPrivate whether it is made for one visitor
 */
export function composeDocument(
  { html, parts }: RenderedPage,
  data: { router: Buffer; page: readonly Buffer[] },
  facts: PageFacts,
  isPrivate: boolean,
): RenderedDocument {
  if (!html.endsWith(END)) throw new Error('The page is no document')
  const whole = html.slice(0, -END.length)
  const pieces: Buffer[] = [DOCTYPE]
  const scripts: string[] = import.meta.env.PROD ? [STARTER, DATA_SCRIPT] : [DATA_SCRIPT]
  for (const piece of import.meta.env.PROD ? completeDocument(whole, isPrivate) : [whole]) {
    if (typeof piece !== 'string') {
      pieces.push(piece)
      continue
    }
    placeParts(piece, parts, pieces)
    scripts.push(...listInlineScripts(piece))
  }
  pieces.push(FACTS_START, hideTags(Buffer.from(JSON.stringify(facts))), PAGE_DATA_START, ...data.page)
  pieces.push(ROUTER_DATA_START, hideTags(data.router), DATA_END)
  return { pieces, scripts, styles: import.meta.env.PROD && !isPrivate ? [theme] : [] }
}

const SCRIPT_START = '<script'
const SCRIPT_END = '</script>'

/** What the scripts hold that have no address and are no block of data. Parts have none (part-cache.server.tsx). */
function listInlineScripts(html: string): string[] {
  const scripts: string[] = []
  let end = 0
  for (let start = html.indexOf(SCRIPT_START); start !== -1; start = html.indexOf(SCRIPT_START, end)) {
    const contentStart = html.indexOf('>', start) + 1
    end = html.indexOf(SCRIPT_END, contentStart)
    if (end === -1) throw new Error('The page has a script without an end')
    const attributes = html.slice(start, contentStart)
    if (!attributes.includes(' src=') && !attributes.includes('="application/')) {
      scripts.push(html.slice(contentStart, end))
    }
  }
  return scripts
}

/** Adds the HTML to `pieces`, each part in the place of its mark. */
function placeParts(html: string, parts: readonly Buffer[], pieces: Buffer[]): void {
  let end = 0
  for (let start = html.indexOf(PART_START); start !== -1; start = html.indexOf(PART_START, end)) {
    if (start > end) pieces.push(Buffer.from(html.slice(end, start)))
    const numberEnd = html.indexOf(PART_END, start)
    const part = parts[Number(html.slice(start + PART_START.length, numberEnd))]
    if (!part) throw new Error('The page names a part it has not')
    pieces.push(part)
    end = numberEnd + PART_END.length
  }
  if (html.length > end) pieces.push(Buffer.from(html.slice(end)))
}

/** The same JSON without a '<', which could end the block it stands in. */
function hideTags(json: Buffer): Buffer {
  return json.includes('<') ? Buffer.from(json.toString().replaceAll('<', '\\u003c')) : json
}

/**
 * A document that React Router rendered, with the style sheet inside and the scripts after the first picture.
 * Throws when it has not the scripts that this version of the router writes.
 */
function completeDocument(html: string, isPrivate: boolean): (string | Buffer)[] {
  const headEnd = html.indexOf('</head>')
  const head = html.slice(0, headEnd)
  const body = html.slice(headEnd)
  const modules: string[] = []
  const links = head.replace(PRELOADED_MODULE, (_, href: string) => {
    modules.push(href)
    return ''
  })
  const sheets = links.indexOf('<link rel="stylesheet"')
  const start = body.indexOf(MODULE_SCRIPT)
  const end = body.indexOf(SCRIPT_END, start)
  if (start === -1 || modules.length === 0) throw new Error('the rendered document has no scripts of the router')
  const code = body.slice(start + MODULE_SCRIPT.length, end)
  return [
    sheets === -1 ? links : links.slice(0, sheets),
    // The panel has a sheet of its own, with all of this one in it.
    isPrivate ? (sheets === -1 ? STYLE_LINK : '') : STYLE_BYTES,
    sheets === -1 ? '' : links.slice(sheets),
    // Long slices stay slices: joined with other texts they would be copied.
    body.slice(0, start),
    `<script type="text/plain" id="page-code" data-modules='${JSON.stringify(modules)}'>${code}</script>`,
    STARTER_BYTES,
    body.slice(end + SCRIPT_END.length),
  ]
}
