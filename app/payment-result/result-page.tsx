import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { Grosze } from '#domain/kernel/money.ts'

type ResultPageProps = {
  title: string
  mark: ReactNode
  /** The sentences right below the title: what happened, and what happens next. */
  lead: ReactNode
  children?: ReactNode
}

/** What became of a payment: title and sentences are announced whenever they change. */
export function ResultPage({ title, mark, lead, children }: ResultPageProps) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-5 px-5 pt-8 pb-16 text-center sm:pt-14">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      {mark}
      <div aria-live="polite" className="grid gap-3">
        <h1 className="font-display text-3xl">{title}</h1>
        {lead}
      </div>
      {children}
    </div>
  )
}

const MARKS = {
  good: 'bg-sage text-leaf',
  bad: 'bg-wine-tint text-wine',
  neutral: 'bg-sand text-oud',
} as const

/** The picture above the title, which says the same in words. */
export function ResultMark({ tone, children }: { tone: keyof typeof MARKS; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('grid size-16 place-items-center rounded-full [&>svg]:size-8', MARKS[tone])}
    >
      {children}
    </span>
  )
}

/** Something is being waited for; what, the title says. Without scripts nobody waits. */
export function WaitingMark() {
  return (
    <span
      aria-hidden="true"
      className="m-1 size-14 animate-spin rounded-full border-4 border-gold border-t-transparent noscript:hidden motion-reduce:animate-none"
    />
  )
}

/** Number and value of the order. */
export function OrderFacts({ orderNumber, totalGrosze }: { orderNumber: string | null; totalGrosze: Grosze | null }) {
  if (orderNumber === null || totalGrosze === null) return null
  return (
    <dl className="grid w-full max-w-sm gap-2 rounded-2xl bg-white px-5 py-4 text-left">
      <div className="flex items-baseline justify-between gap-6">
        <dt>Numer zamówienia</dt>
        <dd className="font-semibold tabular-nums">{orderNumber.slice(-8)}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-6">
        <dt>Wartość</dt>
        <dd>
          <Price grosze={totalGrosze} className="font-semibold" />
        </dd>
      </div>
    </dl>
  )
}

/** Said where a cart was given back. */
export const CART_IS_BACK = 'Produkty z zamówienia są znów w koszyku.'

/** The ways on from a result; `secondary` where something else comes first. */
export function Actions({ signedIn, secondary = false }: { signedIn: boolean; secondary?: boolean }) {
  const first = buttonClass(secondary ? 'secondary' : 'primary', 'lg')
  return (
    <div className="flex w-full flex-col justify-center gap-2 sm:flex-row">
      {signedIn ? (
        <Link to={href('/panel-klienta')} className={first}>
          Przejdź do panelu klienta
        </Link>
      ) : (
        <Link to={href('/sklep')} className={first}>
          Kontynuuj zakupy
        </Link>
      )}
      <Link to={href('/')} className={buttonClass('secondary', 'lg')}>
        Strona główna
      </Link>
    </div>
  )
}
