import { type RefObject, useLayoutEffect, useState } from 'react'

/** What people press, fill in or compare, and addresses. */
const ACTIONS = 'a, button, input, select, textarea, summary, label, address, .price'
/** Elements with lines of text, which wide screens keep free line by line. */
const LINES = 'h1, h2, h3, h4, p, li, dt, dd, td, th, legend, span, strong'
/** Of something taller than this, such as a picture, only middle and corners are kept free, px. */
const TALL_PX = 96
/** After these events something may lie elsewhere. */
const MOVING = ['scroll', 'scrollend', 'resize', 'load', 'transitionend', 'contentvisibilityautostatechange']
/** Distance between a corner and its border, and around the floating part, px. */
const INSET_PX = 4
/** A part rises at most this far, as a share of the window's height, and once nothing has moved for so long, ms. */
const HIGHEST_RISE = 0.5
const RESTS_AFTER_MS = 120

const IS_WIDE = '(min-width: 40rem)'

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
type Place = RefObject<HTMLElement | null>

/**
 * Whether a floating part lies over no action and, on wide screens, no line of text, at each place the page is scrolled
 * to. A part that does should be hidden, but keep its box.
 * @param own the element that contains all floating parts
 * @param width of the part, which ends at its right edge, px; its present one by default
 */
export function useClearance(part: Place, own: Place, width?: number): boolean {
  const [isClear, setClear] = useState(true)
  useLayoutEffect(
    () =>
      watchLayout(part, 0, ({ left, right, top, bottom }) => {
        const box = { left: width === undefined ? left : right - width, right, top, bottom }
        const covers = (element: Element) => listKept(element).some((kept) => overlaps(box, kept))
        const kept = window.matchMedia(IS_WIDE).matches ? `${ACTIONS}, ${LINES}` : ACTIONS
        setClear(!listOthers(own, kept).some(covers))
      }),
    [part, own, width],
  )
  return isClear
}

type Shift = { x: number; y: number }
const AT_HOME: Shift = { x: 0, y: 0 }

/**
 * How far a floating part has to rise, or else to move to the middle as well, to cover no action, no heading and no part
 * beside it, or at least no price, px; it stays also where nothing helps.
 * @param own the element that contains all floating parts
 */
export function useShift(part: Place, own: Place): Shift {
  const [shift, setShift] = useState(AT_HOME)
  useLayoutEffect(
    () =>
      watchLayout(part, RESTS_AFTER_MS, (box) => {
        const beside = [...(own.current?.querySelectorAll('aside') ?? [])].map((other) => other.getBoundingClientRect())
        const find = (kept: string) => findShift(box, [...beside, ...listOthers(own, kept).flatMap(listKept)])
        const found = find(`${ACTIONS}, h1, h2, h3`) ?? find('.price') ?? AT_HOME
        setShift((now) => (now.x === found.x && now.y === found.y ? now : found))
      }),
    [part, own],
  )
  return shift
}

function findShift({ left, right, top, bottom }: Box, kept: readonly Box[]): Shift | null {
  for (const x of [0, (window.innerWidth - left - right) / 2]) {
    const rise = findRise({ left: left + x, right: right + x, top, bottom }, kept)
    if (rise !== null) return { x, y: -rise }
  }
  return null
}

function findRise({ left, right, top, bottom }: Box, kept: readonly Box[]): number | null {
  let rise = 0
  while (rise <= window.innerHeight * HIGHEST_RISE) {
    const raised = { left, right, top: top - rise, bottom: bottom - rise }
    const covered = kept.filter((other) => overlaps(raised, other))
    if (covered.length === 0) return rise
    rise = bottom + INSET_PX + 1 - Math.min(...covered.map(({ top }) => top))
  }
  return null
}

/** Calls `look` with the part's box now and whenever something may lie elsewhere. */
function watchLayout(part: Place, delayMs: number, look: (box: DOMRect) => void): () => void {
  let timer = 0
  let frame = 0
  function measure() {
    frame = 0
    const box = part.current?.getBoundingClientRect()
    if (box && box.width > 0) look(box)
  }
  const schedule = () => {
    if (delayMs > 0) {
      window.clearTimeout(timer)
      timer = window.setTimeout(measure, delayMs)
    } else frame ||= requestAnimationFrame(measure)
  }
  measure()
  const changes = new MutationObserver(schedule)
  changes.observe(document.body, { childList: true, subtree: true })
  const resized = new ResizeObserver(schedule)
  resized.observe(document.body)
  if (part.current) resized.observe(part.current)
  const options = { passive: true, capture: true } as const
  for (const name of MOVING) window.addEventListener(name, schedule, options)
  return () => {
    window.clearTimeout(timer)
    cancelAnimationFrame(frame)
    changes.disconnect()
    resized.disconnect()
    for (const name of MOVING) window.removeEventListener(name, schedule, options)
  }
}

/** The elements near the window that are no floating parts. */
const listOthers = (own: Place, selector: string): Element[] =>
  [...document.querySelectorAll(selector)].filter((element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    // Text for screen readers only is one pixel high.
    return height > 1 && bottom > 0 && top < window.innerHeight && !own.current?.contains(element)
  })

/** The parts of an element that have to stay free: itself, its lines, or middle and corners of something tall. */
function listKept(element: Element): readonly Box[] {
  if (!element.checkVisibility({ visibilityProperty: true })) return []
  if (element.matches(LINES)) return listLines(element)
  const box = element.getBoundingClientRect()
  if (box.height <= TALL_PX) return [box]
  const { left, right, top, bottom } = box
  const at = (x: number, y: number): Box => ({ left: x, right: x, top: y, bottom: y })
  return [
    at((left + right) / 2, (top + bottom) / 2),
    ...[left + INSET_PX, right - INSET_PX].flatMap((x) => [at(x, top + INSET_PX), at(x, bottom - INSET_PX)]),
  ]
}

/** The lines of the element's own text; those of elements within it are theirs. */
function listLines(element: Element): Box[] {
  const range = document.createRange()
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType !== Node.TEXT_NODE) return []
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  })
}

const overlaps = (box: Box, other: Box) =>
  other.right >= box.left - INSET_PX &&
  other.left <= box.right + INSET_PX &&
  other.bottom >= box.top - INSET_PX &&
  other.top <= box.bottom + INSET_PX
