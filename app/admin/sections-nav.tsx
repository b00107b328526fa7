import {
  Bug,
  CalendarCheck,
  ChartColumn,
  Ellipsis,
  FileText,
  FlaskConical,
  LayoutDashboard,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  Package,
  PackageCheck,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  Tag,
  TicketPercent,
  Truck,
  Undo2,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { SignOutButton } from '#app/account/sign-in/sign-out-button.tsx'
import { SETTINGS_PAGES } from '#app/admin/settings/settings-pages.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { PendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'

type Section = {
  to: string
  label: string
  icon: LucideIcon
  /** The count beside the section's name. */
  waiting?: keyof PendingWork
}

/** The sections in the order of the rail, each a route with its own folder. A phone's bar has the first four. */
const SECTIONS: readonly Section[] = [
  { to: href('/admin/produkty'), label: 'Produkty', icon: Package },
  { to: href('/admin/marki'), label: 'Marki', icon: Tag },
  { to: href('/admin/przesylki'), label: 'Przesyłki', icon: Truck },
  { to: href('/admin'), label: 'Przegląd', icon: LayoutDashboard },
  { to: href('/admin/zamowienia'), label: 'Zamówienia', icon: ReceiptText },
  { to: href('/admin/pakowanie'), label: 'Pakowanie', icon: PackageCheck, waiting: 'shipments' },
  { to: href('/admin/kasa'), label: 'Kasa', icon: Receipt, waiting: 'receipts' },
  { to: href('/admin/liczby'), label: 'Liczby', icon: ChartColumn },
  { to: href('/admin/faktury'), label: 'Faktury', icon: FileText },
  { to: href('/admin/miesiac'), label: 'Miesiąc', icon: CalendarCheck },
  { to: href('/admin/klienci'), label: 'Klienci', icon: Users },
  { to: href('/admin/kody'), label: 'Kody', icon: TicketPercent },
  { to: href('/admin/wiadomosci'), label: 'Wiadomości', icon: MessageSquare, waiting: 'messages' },
  { to: href('/admin/niewyslane-emaile'), label: 'Niewysłane e-maile', icon: MailWarning, waiting: 'mails' },
  { to: href('/admin/awarie'), label: 'Awarie', icon: Bug, waiting: 'failures' },
  { to: href('/admin/zgodnosc'), label: 'Zgodność', icon: Scale },
  { to: href('/admin/zwroty'), label: 'Zwroty', icon: Undo2, waiting: 'returns' },
  { to: href('/admin/regulamin'), label: 'Regulamin', icon: ScrollText },
  { to: href('/admin/ustawienia/sklad-i-producenci'), label: 'Skład i producenci', icon: FlaskConical },
  { to: href('/admin/ustawienia'), label: 'Ustawienia', icon: Settings },
]

/** Pages that are linked from other pages, not from the rail. */
const FURTHER: readonly Pick<Section, 'to' | 'label'>[] = [
  { to: href('/admin/dziennik'), label: 'Dziennik' },
  { to: href('/admin/zacznij-naprawde'), label: 'Zacznij naprawdę' },
]

/** The first section that this page belongs to. */
function findSection(pathname: string) {
  // The addresses of all sections begin with that of the overview.
  const has = ({ to }: { to: string }) => pathname === to || (to !== href('/admin') && pathname.startsWith(`${to}/`))
  return [...SECTIONS, ...FURTHER].find(has)
}

/** The name of this page of the panel, or of its section. */
export function nameSection(pathname: string): string | undefined {
  return SETTINGS_PAGES.find(({ to }) => to === pathname)?.title ?? findSection(pathname)?.label
}

const IN_BAR = 4

type Counts = Partial<PendingWork>

/** `packs`: the person packs, and has that section alone. */
export function Sections({ work, packs = false }: { work: Counts; packs?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const sections = packs ? SECTIONS.filter(({ to }) => to === href('/admin/pakowanie')) : SECTIONS
  const others = sections.slice(IN_BAR)
  const waiting = others.reduce((sum, section) => sum + countWaiting(section, work), 0)
  const current = findSection(pathname)
  const isElsewhere = others.some((section) => section === current)
  return (
    <nav
      aria-label="Panel Administracyjny"
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-40 border-t border-night/15 bg-white pb-[env(safe-area-inset-bottom)]
        lg:static lg:border-0 lg:px-3"
    >
      <ul className="flex lg:flex-col lg:gap-1">
        {sections.map((section, index) => (
          <li key={section.to} className={classNames('min-w-0 flex-1', index >= IN_BAR && 'max-lg:hidden')}>
            <SectionLink section={section} work={work} />
          </li>
        ))}
        <li className="min-w-0 flex-1 lg:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className={classNames(LINK, 'w-full', isElsewhere ? ACTIVE : RESTING)}
          >
            <Ellipsis aria-hidden="true" className="size-5 shrink-0" />
            <span>Więcej</span>
            {waiting > 0 && <Waiting count={waiting} />}
          </button>
        </li>
      </ul>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Więcej" size="sm">
        <ul className="px-3 py-2 empty:hidden">
          {others.map((section) => (
            <li key={section.to}>
              <SectionLink section={section} work={work} inSheet onChosen={() => setOpen(false)} />
            </li>
          ))}
        </ul>
        <div className="border-t border-night/10 px-5 py-4">
          <SignOutButton />
        </div>
      </Dialog>
    </nav>
  )
}

const countWaiting = ({ waiting }: Section, work: Counts) => (waiting === undefined ? 0 : (work[waiting] ?? 0))

const LINK = classNames(
  'relative flex min-h-16 flex-col items-center justify-center gap-1 px-1 text-xs font-semibold',
  'lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-xl lg:px-3 lg:text-sm',
)
const ACTIVE = 'text-night max-lg:shadow-[inset_0_3px_0] max-lg:shadow-gold lg:bg-sand'
const RESTING = 'text-night/75 hover:text-night lg:hover:bg-ivory'
const IN_SHEET = 'flex min-h-12 items-center gap-3 rounded-xl px-3 font-semibold hover:bg-ivory'

type SectionLinkProps = { section: Section; work: Counts; inSheet?: boolean; onChosen?: () => void }

function SectionLink({ section, work, inSheet = false, onChosen }: SectionLinkProps) {
  const { to, label, icon: SectionIcon } = section
  const isActive = findSection(useLocation().pathname) === section
  const waiting = countWaiting(section, work)
  return (
    <Link
      to={to}
      onClick={onChosen}
      aria-current={isActive ? 'page' : undefined}
      className={inSheet ? classNames(IN_SHEET, isActive && 'bg-sand') : classNames(LINK, isActive ? ACTIVE : RESTING)}
    >
      <SectionIcon aria-hidden="true" className="size-5 shrink-0" />
      <span>{label}</span>
      {waiting > 0 && <Waiting count={waiting} inSheet={inSheet} />}
    </Link>
  )
}

function Waiting({ count, inSheet = false }: { count: number; inSheet?: boolean }) {
  return (
    <span
      className={classNames(
        'rounded-full bg-wine px-2 text-xs leading-5 text-ivory tabular-nums',
        inSheet
          ? 'ml-auto'
          : 'max-lg:absolute max-lg:top-1 max-lg:left-[calc(50%+0.5rem)] max-lg:px-1.5 max-lg:leading-4 lg:ml-auto',
      )}
    >
      <span className="sr-only">, </span>
      {count}
      <span className="sr-only"> do sprawdzenia</span>
    </span>
  )
}
