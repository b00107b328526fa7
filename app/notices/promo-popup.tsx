import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onStoredElsewhere, readStored, writeStored } from '#app/browser-storage.ts'
import { promo } from '#app/copy.json'
import { useDialogs } from '#app/shell/dialogs.ts'
import { Button } from '#app/ui/button.tsx'
import { CROSS, Icon } from '#app/ui/icon.tsx'
import { useSectionLink } from './section-link.ts'

/** After the page has loaded, ms. */
const APPEARS_AFTER_MS = 1000
/** How long it takes to go, ms; as its classes have it. */
const CLOSES_IN_MS = 300
/** While something else is open, or somebody types, it waits and looks again after so long, ms. */
const LOOKS_AGAIN_AFTER_MS = 500

/** What it must not lie over or take the keyboard from. */
const BUSY =
  '[aria-labelledby=consent-title], [role=dialog], [role=alertdialog], dialog[open], input:focus, textarea:focus, select:focus'

/**
 * Announces the free extra, once: closed by its buttons, Escape, a press beside it or Back, it never comes again in this browser. It
 * stands in the history as every dialog does; a modal `<dialog>` of the browser's own, for the code of the others is ten
 * times its weight.
 */
export function PromoPopup({ waits }: { waits: boolean }) {
  const { dialogs, open, close } = useDialogs()
  const location = useLocation()
  const navigate = useNavigate()
  const goTo = useSectionLink()
  const isWanted = dialogs.at(-1)?.name === 'promo'
  const [phase, setPhase] = useState<'hidden' | 'open' | 'closing'>('hidden')
  const dialog = useRef<HTMLDialogElement>(null)

  const appear = useEffectEvent(() => {
    if (isDismissed()) return true
    if (waits || dialogs.length > 0 || document.querySelector(BUSY)) return false
    open({ name: 'promo' })
    return true
  })
  useEffect(() => afterLoad(APPEARS_AFTER_MS, appear), [])

  const follow = useEffectEvent(() => {
    if (isWanted && isDismissed()) {
      // Forward leads to an entry that is over.
      const { pathname, search, hash } = location
      void navigate(
        { pathname, search, hash },
        { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
      )
    } else if (isWanted) {
      setPhase('open')
    } else if (phase === 'open') {
      writeStored('promo_dismissed', new Date().toISOString())
      setPhase('closing')
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the history alone
  useEffect(() => follow(), [isWanted])

  const closeHere = useEffectEvent(() => isWanted && close())
  useEffect(() => onStoredElsewhere('promo_dismissed', () => closeHere()), [])

  // Where Back leaves the shop before anything was touched, it dismisses the popup all the same.
  const remember = useEffectEvent(() => {
    if (phase === 'open') writeStored('promo_dismissed', new Date().toISOString())
  })
  useEffect(() => {
    const hear = () => remember()
    window.addEventListener('pagehide', hear)
    return () => window.removeEventListener('pagehide', hear)
  }, [])

  useEffect(() => {
    if (phase === 'open') {
      dialog.current?.showModal()
      // Opened by itself: on its first button a ring would show that nobody asked for.
      dialog.current?.focus()
    }
    if (phase !== 'closing') return
    const timer = setTimeout(() => {
      dialog.current?.close()
      setPhase('hidden')
    }, CLOSES_IN_MS)
    return () => clearTimeout(timer)
  }, [phase])

  if (phase === 'hidden') return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it; the keyboard has Escape
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby="promo-title"
      data-closing={phase === 'closing' || undefined}
      className="m-auto w-full outline-none max-w-md overflow-hidden print:hidden rounded-3xl bg-ivory text-night shadow-lift transition-[opacity,translate] duration-300 ease-calm backdrop:bg-night/60 backdrop:transition-opacity backdrop:duration-300 data-closing:translate-y-6 data-closing:opacity-0 data-closing:backdrop:opacity-0 max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none starting:translate-y-6 starting:opacity-0 starting:backdrop:opacity-0"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // Before a first touch the browser closes it without asking: Android's Back does.
      onClose={() => isWanted && close()}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="relative">
        <div className="bg-blush px-6 pt-10 pb-7 text-center">
          <p className="font-display text-4xl font-medium text-wine">{promo.badge}</p>
        </div>
        <button
          type="button"
          aria-label={promo.close}
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-full hover:bg-ivory/60"
          onClick={() => close()}
        >
          <Icon d={CROSS} className="size-5" />
        </button>
        <div className="space-y-4 px-6 pt-6 pb-[max(1.75rem,env(safe-area-inset-bottom))] text-center sm:px-9">
          <h2 id="promo-title" className="font-display text-2xl">
            {promo.title}
          </h2>
          <p className="text-sm">{promo.text}</p>
          <Button size="lg" className="w-full" onClick={() => goTo('marki', { replace: true })}>
            {promo.button}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

const isDismissed = () => readStored('promo_dismissed') !== null

/** Calls `work` so long after the page has loaded, and again as long as it answers false. */
function afterLoad(milliseconds: number, work: () => boolean): () => void {
  let timer: number | undefined
  const run = () => {
    if (!work()) timer = window.setTimeout(run, LOOKS_AGAIN_AFTER_MS)
  }
  const start = () => {
    const [load] = performance.getEntriesByType('navigation')
    const passed = load instanceof PerformanceNavigationTiming ? performance.now() - load.loadEventStart : 0
    timer = window.setTimeout(run, Math.max(0, milliseconds - passed))
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
  return () => {
    window.removeEventListener('load', start)
    window.clearTimeout(timer)
  }
}
