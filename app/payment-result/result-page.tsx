import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useSession } from '#app/account/session.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { Grosze } from '#domain/kernel/amounts/money.ts'

const TONES = {
  good: 'bg-sage text-leaf',
  bad: 'bg-wine-tint text-wine',
  neutral: 'bg-sand text-oud',
} as const

type ResultPageProps = {
  title: string
  /** The icon above the title, which says the same in words; by default a waiting icon. */
  icon?: ReactNode
  tone?: keyof typeof TONES
  /** The sentences below the title: what happened, and what happens next. */
  lead: ReactNode
  children?: ReactNode
}

/** The result of a payment. Title and sentences are announced when they change. */
export function ResultPage({ title, icon, tone = 'neutral', lead, children }: ResultPageProps) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-5 px-5 pt-8 pb-16 text-center sm:pt-14">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      {icon ? (
        <span
          aria-hidden="true"
          className={classNames('grid size-16 place-items-center rounded-full [&>svg]:size-8', TONES[tone])}
        >
          {icon}
        </span>
      ) : (
        // Hidden without JavaScript, where the page does not wait.
        <span
          aria-hidden="true"
          className="m-1 size-14 animate-spin rounded-full border-4 border-gold border-t-transparent noscript:hidden motion-reduce:animate-none"
        />
      )}
      <div aria-live="polite" className="grid gap-3">
        <h1 className="font-display text-3xl">{title}</h1>
        {lead}
      </div>
      {children}
    </div>
  )
}

type OrderFactsProps = { orderNumber: string | null; totalGrosze: Grosze | null; isAddition?: boolean }

/** Number and value of the order, or of an addition to it. */
export function OrderFacts({ orderNumber, totalGrosze, isAddition = false }: OrderFactsProps) {
  if (orderNumber === null || totalGrosze === null) return null
  return (
    <dl className="grid w-full max-w-sm gap-2 rounded-2xl bg-white px-5 py-4 text-left">
      <div className="flex items-baseline justify-between gap-6">
        <dt>Numer zamówienia</dt>
        <dd className="font-semibold tabular-nums">{orderNumber.slice(-8)}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-6">
        <dt>{isAddition ? 'Dopłata' : 'Wartość'}</dt>
        <dd>
          <Price grosze={totalGrosze} className="font-semibold" />
        </dd>
      </div>
    </dl>
  )
}

export const CART_IS_BACK = 'Produkty z zamówienia są znów w koszyku.'

type ActionsProps = {
  /** Links to the panel instead of the shop; by default when somebody is signed in. */
  toPanel?: boolean
  /** Another button comes first. */
  secondary?: boolean
}

/** The links at the end of a result. */
export function Actions({ toPanel, secondary = false }: ActionsProps) {
  const { user } = useSession()
  const isPanel = toPanel ?? user !== null
  return (
    <div className="flex w-full flex-col justify-center gap-2 sm:flex-row">
      <Link
        to={href(isPanel ? '/panel-klienta' : '/sklep')}
        className={buttonClass(secondary ? 'secondary' : 'primary', 'lg')}
      >
        {isPanel ? 'Przejdź do panelu klienta' : 'Kontynuuj zakupy'}
      </Link>
      <Link to={href('/')} className={buttonClass('secondary', 'lg')}>
        Strona główna
      </Link>
    </div>
  )
}
