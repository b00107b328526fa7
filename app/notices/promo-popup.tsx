import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onStoredElsewhere, readStored, writeStored } from '#app/browser-storage.ts'
import { promo, promo_titles } from '#app/copy.json'
import { isDialogOpening, LOGIN_HASH, useDialogs } from '#app/dialogs/dialogs.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CROSS, Icon } from '#app/ui/icon.tsx'
import type { GiftOffer } from '#domain/gifts/gift.ts'
import { chooseGiftTitle, describeGiftOffer } from './gift-words.ts'
import { focusSection, useSectionLink } from './section-link.ts'

/** Delay after the load of the page, ms. */
const APPEARS_AFTER_MS = 1000
/** Duration of its closing transition, ms; the same as in its classes. */
const CLOSES_IN_MS = 300
/** Delay before the next try, while something else is open or the visitor types, ms. */
const RETRY_AFTER_MS = 500

/** The section of the landing page that it leads to. */
const OFFER = 'marki'

/** Elements that the popup must not cover or take the focus from. */
const BUSY = '[role=dialog], [role=alertdialog], dialog[open], input:focus, textarea:focus, select:focus'

/** On phones it is a card that blocks nothing, not a modal dialog. */
const IS_PHONE = '(max-width: 39.99rem)'

type PromoPopupProps = { offer: GiftOffer; ownTitle?: string; waits: boolean }

/**
 * Announces the free gift. Once closed (by a button, Escape, a press beside it or Back) it never appears again in this
 * browser. It has a history entry like every dialog, but is a native `<dialog>`, because the code of the others is ten
 * times as large. On phones opening a dialog or another page closes it too.
 */
export function PromoPopup({ offer, ownTitle, waits }: PromoPopupProps) {
  const { dialogs, open, close } = useDialogs()
  const location = useLocation()
  const navigate = useNavigate()
  const goTo = useSectionLink()
  const isWanted = dialogs.at(-1)?.name === 'promo'
  const [phase, setPhase] = useState<'hidden' | 'open' | 'closing'>('hidden')
  const dialog = useRef<HTMLDialogElement>(null)

  const appear = useEffectEvent(() => {
    if (isDismissed()) return true
    const isLogin = location.hash === LOGIN_HASH
    if (waits || dialogs.length > 0 || isLogin || isDialogOpening() || document.querySelector(BUSY)) return false
    open({ name: 'promo' })
    return true
  })
  useEffect(() => afterLoad(APPEARS_AFTER_MS, appear), [])

  const follow = useEffectEvent(() => {
    if (isWanted && isDismissed()) {
      // Forward has led to the entry of a dismissed popup.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows only the history
  useEffect(() => follow(), [isWanted])

  const closeHere = useEffectEvent(() => isWanted && close())
  useEffect(() => onStoredElsewhere('promo_dismissed', () => closeHere()), [])

  // Something that must not share the screen with it is due now, such as the question for consent.
  const giveWay = useEffectEvent(() => waits && closeHere())
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows only the order of surfaces
  useEffect(() => {
    giveWay()
  }, [waits])

  // Back that leaves the shop before any touch dismisses the popup too.
  const remember = useEffectEvent(() => {
    if (phase === 'open') writeStored('promo_dismissed', new Date().toISOString())
  })
  useEffect(() => {
    const onPageHide = () => remember()
    window.addEventListener('pagehide', onPageHide)
    return () => window.removeEventListener('pagehide', onPageHide)
  }, [])

  const isLedOn = useRef(false)
  useEffect(() => {
    if (phase === 'open' && window.matchMedia(IS_PHONE).matches) {
      // Unlike `show()` this does not move the focus.
      if (dialog.current) dialog.current.open = true
    } else if (phase === 'open') {
      dialog.current?.showModal()
      // It opens by itself, so its first button should not show a focus ring.
      dialog.current?.focus()
    }
    if (phase !== 'closing') return
    const timer = setTimeout(() => {
      const hadFocus = dialog.current?.contains(document.activeElement) === true
      // The browser restores the earlier focus.
      dialog.current?.close()
      setPhase('hidden')
      if (isLedOn.current) focusSection(OFFER)
      else if (hadFocus && (!document.activeElement || document.activeElement === document.body)) {
        document.querySelector<HTMLElement>('a[href="#tresc"]')?.focus({ preventScroll: true })
      }
    }, CLOSES_IN_MS)
    return () => clearTimeout(timer)
  }, [phase])

  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && isWanted) close()
  })
  useEffect(() => {
    // The browser does so itself when the dialog is modal.
    if (phase !== 'open' || !window.matchMedia(IS_PHONE).matches) return
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  }, [phase])

  if (phase === 'hidden') return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby="promo-title"
      data-closing={phase === 'closing' || undefined}
      className={classNames(
        'pointer-events-auto w-full overflow-hidden border border-transparent bg-ivory text-night shadow-lift outline-none print:hidden',
        'transition-[opacity,translate] duration-300 ease-calm data-closing:translate-y-6 data-closing:opacity-0 starting:translate-y-6 starting:opacity-0',
        'backdrop:bg-night/60 backdrop:transition-opacity backdrop:duration-300 data-closing:backdrop:opacity-0 starting:backdrop:opacity-0',
        'max-sm:static max-sm:m-0 max-sm:max-w-none max-sm:rounded-2xl max-sm:ring-1 max-sm:ring-night/15',
        'sm:fixed sm:inset-0 sm:m-auto sm:max-w-md sm:rounded-3xl',
      )}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // Before the first touch Android's Back closes it without a cancel event.
      onClose={() => isWanted && close()}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="relative max-sm:bg-blush">
        <div className="bg-blush px-6 pt-10 pb-7 text-center max-sm:hidden">
          <p className="font-display text-4xl font-medium text-wine">{promo.badge}</p>
        </div>
        <button
          type="button"
          aria-label={promo.close}
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-full hover:bg-ivory/60 max-sm:top-0 max-sm:right-0"
          onClick={() => close()}
        >
          <Icon d={CROSS} className="size-5" />
        </button>
        <div className="max-sm:px-4 max-sm:pt-1 sm:space-y-4 sm:px-9 sm:pt-6 sm:pb-7 sm:text-center">
          <h2 id="promo-title" className="font-display text-base max-sm:pr-9 max-sm:leading-5 sm:text-2xl">
            <span className="font-semibold text-wine sm:hidden">{promo.badge} </span>
            {ownTitle ?? promo_titles[chooseGiftTitle(offer)]}
          </h2>
          <p className="text-[0.75rem] max-sm:leading-4 sm:text-sm">{describeGiftOffer(offer)}</p>
          <button
            type="button"
            className="min-h-11 text-sm font-semibold underline underline-offset-4 sm:min-h-13 sm:w-full sm:rounded-full sm:bg-night sm:text-base sm:text-ivory sm:no-underline sm:hover:bg-oud"
            onClick={() => {
              isLedOn.current = true
              goTo(OFFER, { replace: true })
            }}
          >
            {promo.button}
          </button>
        </div>
      </div>
    </dialog>
  )
}

const isDismissed = () => readStored('promo_dismissed') !== null

/** Calls `work` this long after the load of the page, and again until it returns true. */
function afterLoad(milliseconds: number, work: () => boolean): () => void {
  let timer: number | undefined
  const run = () => {
    if (!work()) timer = window.setTimeout(run, RETRY_AFTER_MS)
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
