import { productQuery, queryClient } from '#app/query-client.ts'
import { SAVES_DATA } from '#app/ui/save-data.ts'

/** A pointer that only passes over a card rests there no longer than this, ms. */
const PASSING_MS = 80

const LINK = 'a[href^="/produkt/"]'

/**
 * Asks for a product as soon as a link to it is pointed at, touched or reached by the keyboard: its dialog is whole when it
 * opens. Begins with the link that made somebody fetch this code.
 */
function prefetchOnIntent(): void {
  let timer: number | undefined
  const look = (target: Element | null, wait: number) => {
    const link = target?.closest(LINK)
    window.clearTimeout(timer)
    const slug = link?.getAttribute('href')?.split('/')[2]
    if (!slug) return
    const fetchAhead = () => void queryClient.prefetchQuery(productQuery(slug))
    // Not by a timer, which a pointer that rests over another card could stop.
    if (wait === 0) fetchAhead()
    else timer = window.setTimeout(fetchAhead, wait)
  }
  for (const [sign, wait] of [
    ['pointerover', PASSING_MS],
    ['touchstart', 0],
    ['focusin', 0],
  ] as const) {
    const hear = ({ target }: Event) => look(target instanceof Element ? target : null, wait)
    document.addEventListener(sign, hear, { passive: true })
  }
  look(document.querySelector(`${LINK}:is(:hover, :focus)`), 0)
}

if (!SAVES_DATA) prefetchOnIntent()
