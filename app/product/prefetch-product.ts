import { productQuery, queryClient } from '#app/query-client.ts'
import { SAVES_DATA } from '#app/ui/save-data.ts'

/** A pointer that only passes over a card stays there at most this long, ms. */
const PASSING_MS = 80

const LINK = 'a[href^="/produkt/"]'

/**
 * Prefetches a product when a link to it is pointed at, touched or focused, so that its dialog opens complete. Begins
 * with the link that caused this code to be loaded.
 */
function prefetchOnIntent(): void {
  let timer: number | undefined
  const look = (target: Element | null, wait: number) => {
    const link = target?.closest(LINK)
    window.clearTimeout(timer)
    const slug = link?.getAttribute('href')?.split('/')[2]
    if (!slug) return
    const fetchAhead = () => void queryClient.prefetchQuery(productQuery(slug))
    // Without a timer, because a pointer over another card would cancel it.
    if (wait === 0) fetchAhead()
    else timer = window.setTimeout(fetchAhead, wait)
  }
  for (const [sign, wait] of [
    ['pointerover', PASSING_MS],
    ['touchstart', 0],
    ['focusin', 0],
  ] as const) {
    const onSign = ({ target }: Event) => look(target instanceof Element ? target : null, wait)
    document.addEventListener(sign, onSign, { passive: true })
  }
  look(document.querySelector(`${LINK}:is(:hover, :focus)`), 0)
}

if (!SAVES_DATA) prefetchOnIntent()
