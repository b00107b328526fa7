import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { setPartPlacer } from '#app/ui/cached-part.tsx'
import { memoizeByObject } from '#domain/memoize-by-object.ts'
import { toOwnBytes } from '#domain/own-bytes.server.ts'

/** HTML of all parts together with their keys, bytes. A product's card takes four thousand. */
const MOST_BYTES = 4 * 1024 * 1024

/** Around the number of a part, in its place in a rendered page. */
export const PART_START = '<x-part>'
export const PART_END = '</x-part>'
/** How an id of `useId` begins. */
const OWN_ID = '"_R_'
/** Where a part is rendered: a link that is relative to its page would lead there. */
const NOWHERE = '/place-of-a-cached-part'
/** What React writes in place of what was not ready. */
const GIVEN_UP = '<!--$!-->'
/** The Content-Security-Policy knows none of a part. */
const INLINE_CODE = /<(?:script|style)\b/

const cache = new LRUCache<string, Buffer>({
  maxSize: MOST_BYTES,
  sizeCalculation: (html, key) => html.length + key.length,
})
let parts = 0
const numberOf = memoizeByObject((_: object) => parts++)

type Placed = { key: string; element: ReactElement; html: Buffer | undefined }

/** The parts of the page that is being rendered, in their order; null outside of it and within a part. */
let page: Placed[] | null = null

setPartPlacer((Part, props) => {
  const element = <Part {...props} />
  if (!page) return element
  const key = keyOf(Part, props)
  page.push({ key, element, html: cache.get(key) })
  return placeOf(page.length - 1)
})

const places: ReactElement[] = []

/** The element in the place of a page's part with this number. */
function placeOf(number: number): ReactElement {
  places[number] ??= createElement('x-part', null, number)
  return places[number]
}

/** Built without arrays in between: a page has dozens of parts, with half a dozen properties each. */
function keyOf<Props extends object>(Part: object, props: Props): string {
  let key = String(numberOf(Part))
  for (const name in props) {
    const value: unknown = props[name]
    key += ` ${name}=`
    if (typeof value === 'string') key += `${value.length}:${value}`
    else key += typeof value === 'object' && value ? digest(value) : String(value)
  }
  return key
}

/** The same for equal properties; short, for a page looks up dozens of keys. The same objects come again while they are remembered. */
const digest = memoizeByObject((value: object) => hash('sha1', JSON.stringify(value), 'base64url'))

/** HTML with marks in the places of its parts. */
export type RenderedPage = { html: string; parts: Buffer[] }

/** Renders a page; what it has of cached parts is rendered once. Nothing of a page may suspend. */
export function renderPage(element: ReactElement): RenderedPage {
  const placed: Placed[] = []
  page = placed
  let html: string
  try {
    html = renderWhole(element)
  } finally {
    page = null
  }
  return { html, parts: placed.map((part) => part.html ?? renderPart(part)) }
}

function renderPart({ key, element }: Placed): Buffer {
  // The same part may stand in a page twice.
  const known = cache.get(key)
  if (known) return known
  const html = renderWhole(<StaticRouter location={NOWHERE}>{element}</StaticRouter>)
  if (html.includes(OWN_ID)) throw new Error('A cached part has an id that depends on its place in the page')
  // As React writes the attribute: within a text its quotation mark is escaped.
  if (html.includes(`href="${NOWHERE}`))
    throw new Error('A cached part has a link that depends on the page it stands in')
  if (INLINE_CODE.test(html)) throw new Error('A cached part has a script or a style sheet of its own')
  const made = toOwnBytes(html)
  cache.set(key, made)
  return made
}

function renderWhole(element: ReactElement): string {
  const html = renderToString(element)
  if (html.includes(GIVEN_UP)) throw new Error('A part of the page suspended')
  return html
}
