import { type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useSectionLink } from './section-link.ts'
import { useClearance } from './use-clearance.ts'

const MESSAGE = 'M7.9 20A9 9 0 1 0 4 16.1L2 22zM8 12h.01M12 12h.01M16 12h.01'
const PHONE =
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384'

type ContactWidgetProps = {
  /** The element that contains all floating parts. */
  own: RefObject<HTMLElement | null>
  phone: string
  /** Another notice is beside it: hides the caption on phones. */
  crowded?: boolean
}

/** With the caption, px. */
const WIDE_PX = 176

/**
 * Links to the contact form and the telephone: two circles, on wide screens one above the other in the page's margin.
 * The caption is beside the telephone where the page begins, if it covers nothing.
 */
export function ContactWidget({ own, phone, crowded }: ContactWidgetProps) {
  const goTo = useSectionLink()
  const { isDown, isReadingOn, isMovingDown } = useScrolling()
  const widget = useRef<HTMLElement>(null)
  const isClear = useClearance(widget, own)
  const hasRoom = useClearance(widget, own, WIDE_PX)
  const isSmall = isDown || crowded || !hasRoom
  const circle = 'min-h-11 min-w-11 rounded-full shadow-lift ring-1 ring-night/10'
  return (
    <aside
      ref={widget}
      aria-label="Kontakt"
      className={classNames(
        'pointer-events-auto ml-auto flex items-center gap-2 transition-[opacity,visibility] duration-200 sm:flex-col sm:items-end',
        isReadingOn && 'max-sm:pointer-events-none max-sm:invisible max-sm:opacity-0',
        (isMovingDown || !isClear) && 'pointer-events-none invisible opacity-0',
      )}
    >
      <button
        type="button"
        title="Wyślij wiadomość"
        className={classNames('grid place-items-center bg-ivory text-night hover:bg-sand', circle)}
        onClick={() => goTo('kontakt')}
      >
        <Icon d={MESSAGE} className="size-5" strokeWidth={1.6} />
        <span className="sr-only">Wyślij wiadomość</span>
      </button>
      <a
        href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
        className={classNames(
          'flex items-center justify-center gap-3 bg-gold-light text-night hover:bg-sand-deep',
          !isSmall && 'pr-5 pl-3',
          circle,
        )}
      >
        <Icon d={PHONE} className="size-5 shrink-0" strokeWidth={1.6} />
        <span className={classNames('leading-tight', isSmall ? 'sr-only' : '[@media(max-height:26rem)]:sr-only')}>
          <span className="block text-xs font-semibold">Zadzwoń, zapytaj!</span>
          <span className="block text-xs tabular-nums">{phone}</span>
        </span>
      </a>
    </aside>
  )
}

/** The caption is hidden once the page is scrolled this far, px. */
const READING_FROM_PX = 160

/**
 * `isReadingOn`: the visitor last scrolled down and reads on, so nothing should cover the content. `isMovingDown`: and
 * the page still moves.
 */
function useScrolling() {
  const [state, setState] = useState({ isDown: false, isReadingOn: false, isMovingDown: false })
  useEffect(() => {
    let last = window.scrollY
    const look = (event?: Event) => {
      const { scrollY } = window
      const isDown = scrollY > READING_FROM_PX
      const isMoving = event?.type === 'scroll'
      setState((current) => {
        const isReadingOn = isDown && (scrollY === last ? current.isReadingOn : scrollY > last)
        const isMovingDown = isReadingOn && isMoving
        const isSame =
          current.isDown === isDown && current.isReadingOn === isReadingOn && current.isMovingDown === isMovingDown
        return isSame ? current : { isDown, isReadingOn, isMovingDown }
      })
      last = scrollY
    }
    look()
    const options = { passive: true } as const
    window.addEventListener('scroll', look, options)
    window.addEventListener('scrollend', look, options)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('scrollend', look)
    }
  }, [])
  return state
}
