import { useEffect, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useSectionLink } from './section-link.ts'

const MESSAGE = 'M7.9 20A9 9 0 1 0 4 16.1L2 22zM8 12h.01M12 12h.01M16 12h.01'
const PHONE =
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384'

type ContactWidgetProps = {
  phone: string
  /** Another notice is beside it: hides the caption on phones. */
  crowded?: boolean
}

/** Links to the contact form and the telephone. */
export function ContactWidget({ phone, crowded }: ContactWidgetProps) {
  const goTo = useSectionLink()
  const { isDown, isReadingOn } = useScrolling()
  const isSmall = isDown || crowded
  const lift = 'shadow-lift ring-1 ring-night/10'
  return (
    <aside
      aria-label="Kontakt"
      className={classNames(
        'pointer-events-auto ml-auto flex items-center gap-2 transition-[opacity,visibility] duration-200',
        isReadingOn && 'max-sm:pointer-events-none max-sm:invisible max-sm:opacity-0',
      )}
    >
      <button
        type="button"
        title="Wyślij wiadomość"
        className={classNames('grid size-12 place-items-center rounded-full bg-ivory text-night hover:bg-sand', lift)}
        onClick={() => goTo('kontakt')}
      >
        <Icon d={MESSAGE} className="size-6" strokeWidth={1.6} />
        <span className="sr-only">Wyślij wiadomość</span>
      </button>
      <a
        href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
        className={classNames(
          'flex min-h-12 min-w-12 items-center justify-center gap-3 rounded-full bg-gold-light text-night hover:bg-sand-deep',
          isSmall ? 'px-3 sm:pr-5' : 'pr-5 pl-3',
          lift,
        )}
      >
        <Icon d={PHONE} className="size-6 shrink-0" strokeWidth={1.6} />
        <span
          className={classNames('leading-tight', isSmall && 'max-sm:sr-only', '[@media(max-height:26rem)]:sr-only')}
        >
          <span className="block text-xs font-semibold">Zadzwoń, zapytaj!</span>
          <span className="block text-xs tabular-nums">{phone}</span>
        </span>
      </a>
    </aside>
  )
}

/** Phones hide the caption once the page is scrolled this far, px. */
const READING_FROM_PX = 160

/** `isReadingOn`: the visitor last scrolled down and reads on, so nothing should cover the content. */
function useScrolling(): { isDown: boolean; isReadingOn: boolean } {
  const [state, setState] = useState({ isDown: false, isReadingOn: false })
  useEffect(() => {
    let last = window.scrollY
    const look = () => {
      const { scrollY } = window
      const isDown = scrollY > READING_FROM_PX
      const isReadingOn = isDown && scrollY > last
      last = scrollY
      setState((current) =>
        current.isDown === isDown && current.isReadingOn === isReadingOn ? current : { isDown, isReadingOn },
      )
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return state
}
