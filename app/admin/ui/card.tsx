import { ChevronDown, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'

type CardProps = {
  title: string
  /** The id for links to this card. */
  id?: string
  /** A small line below the title. */
  under?: string
  /** At the right end of the title. */
  aside?: ReactNode
  className?: string
  /** With a smaller heading, for pages with many cards. */
  small?: boolean
  /** Shown on phones after a press, or where a link leads to it. */
  folds?: boolean
  children: ReactNode
}

/** A white card with its heading. */
export function Card({ title, under, id, aside, className, small = false, folds = false, children }: CardProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={classNames('card min-w-0 scroll-mt-4 py-4', small ? 'px-4 text-sm sm:px-5' : 'px-5', className)}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4',
          small ? 'mb-2 min-h-8' : 'mb-3 gap-y-1',
        )}
      >
        <h2 id={heading} className={small ? 'text-base font-semibold' : 'font-display text-xl'}>
          <span>{title}</span>
          {under !== undefined && <span className="block font-sans text-xs text-oud">{under}</span>}
        </h2>
        {aside}
      </div>
      {folds ? (
        <PhoneFold title={title} id={id}>
          {children}
        </PhoneFold>
      ) : (
        children
      )}
    </section>
  )
}

function PhoneFold({ title, id, children }: Pick<CardProps, 'title' | 'id' | 'children'>) {
  const content = useId()
  const { key, hash } = useLocation()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of a link opens it
  useEffect(() => {
    if (id !== undefined && hash === `#${id}`) setOpen(true)
  }, [key, hash, id])
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        aria-label={`${isOpen ? 'Zwiń' : 'Pokaż'}: ${title}`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between text-sm sm:hidden"
      >
        <span className="underline underline-offset-4">{isOpen ? 'Zwiń' : 'Pokaż'}</span>
        <ChevronDown aria-hidden="true" className={classNames('size-5 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={content} className={isOpen ? undefined : 'max-sm:hidden'}>
        {children}
      </div>
    </>
  )
}

type CautionProps = { role?: 'status'; className?: string; children: ReactNode }

/** A note with what the owner has to know before going on. */
export function Caution({ role, className = 'rounded-2xl bg-white px-5 py-3', children }: CautionProps) {
  return (
    <p role={role} className={classNames('flex gap-3 border border-gold text-sm', className)}>
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-gold" />
      <span>{children}</span>
    </p>
  )
}
