import { Ellipsis, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { SignOutButton } from '#app/account/sign-in/sign-out-button.tsx'
import { SETTINGS_PAGES } from '#app/admin/settings/settings-pages.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { InvitedRole } from '#domain/accounts/account.ts'
import type { PendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { SECTION_GROUPS, SECTIONS, type Section, type SectionGroup } from './sections.ts'

/** Pages that are linked from other pages, not from the rail. `of`: the section that links them. */
const FURTHER: readonly (Pick<Section, 'to' | 'label'> & { of?: string })[] = [
  { to: href('/admin/dziennik'), label: 'Dziennik' },
  { to: href('/admin/inwentaryzacja'), label: 'Inwentaryzacja', of: href('/admin/produkty') },
  { to: href('/admin/partie'), label: 'Partie', of: href('/admin/produkty') },
  { to: href('/admin/zacznij-naprawde'), label: 'Zacznij naprawdę' },
]

/** The first section that this page belongs to, or the page itself where it is no section's. */
function findSection(pathname: string): (typeof FURTHER)[number] | undefined {
  // The addresses of all sections begin with that of the overview.
  const has = ({ to }: { to: string }) => pathname === to || (to !== href('/admin') && pathname.startsWith(`${to}/`))
  return [...SECTIONS, ...FURTHER].find(has)
}

/** The name of this page of the panel, or of its section. */
export function labelSection(pathname: string): string | undefined {
  return SETTINGS_PAGES.find(({ to }) => to === pathname)?.title ?? findSection(pathname)?.label
}

type Counts = Partial<PendingWork>

/** The sections of invited people. */
const INVITED_SECTIONS: Record<InvitedRole, readonly Section[]> = {
  packer: SECTIONS.filter(({ to }) => to === href('/admin/pakowanie')),
  accountant: [
    ...SECTIONS.filter(({ to }) => to === href('/admin/miesiac') || to === href('/admin/faktury')),
    { to: href('/admin/kasa/zwroty'), label: 'Zwroty', icon: Undo2, words: '' },
  ],
}

/** @param role of an invited person, who has the sections of that role alone; null: all */
export function Sections({ work, role = null }: { work: Counts; role?: InvitedRole | null }) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const [first, ...others]: readonly SectionGroup[] = role
    ? [{ name: null, sections: INVITED_SECTIONS[role] }]
    : SECTION_GROUPS
  const further = others.flatMap(({ sections }) => sections)
  const waiting = further.reduce((sum, section) => sum + countWaiting(section, work), 0)
  const current = findSection(pathname)
  const isElsewhere = further.some((section) => section === current)
  return (
    <nav
      aria-label="Panel Administracyjny"
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-40 border-t border-night/15 bg-white pb-[env(safe-area-inset-bottom)]
        lg:static lg:border-0 lg:px-3 lg:pb-2"
    >
      <ul className="flex lg:flex-col">
        {first?.sections.map((section) => (
          <li key={section.to} className="min-w-0 flex-1">
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
      {others.map(({ name, sections }) => (
        <div key={name} className="max-lg:hidden">
          <p aria-hidden="true" className={GROUP}>
            {name}
          </p>
          <ul aria-label={name ?? undefined}>
            {sections.map((section) => (
              <li key={section.to}>
                <SectionLink section={section} work={work} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Więcej" size="sm">
        <div className="px-3 pt-1 pb-3 empty:hidden">
          {others.map(({ name, sections }) => (
            <div key={name}>
              <p aria-hidden="true" className="px-3 pt-2 text-xs font-semibold text-oud">
                {name}
              </p>
              <ul aria-label={name ?? undefined} className="grid grid-cols-2">
                {sections.map((section) => (
                  <li key={section.to} className="min-w-0">
                    <SectionLink section={section} work={work} inSheet onChosen={() => setOpen(false)} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="border-t border-night/10 px-5 py-3">
          <SignOutButton />
        </div>
      </Dialog>
    </nav>
  )
}

const countWaiting = ({ waiting }: Section, work: Counts) => (waiting === undefined ? 0 : (work[waiting] ?? 0))

const LINK = classNames(
  'relative flex min-h-16 flex-col items-center justify-center gap-1 px-1 text-xs font-semibold',
  // All sections fit on a laptop without scrolling.
  'lg:min-h-7.5 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-lg lg:px-3 lg:text-sm',
  'lg:[@media(max-height:880px)]:min-h-6 lg:[@media(max-height:880px)]:text-[0.8125rem]',
)
const GROUP = classNames(
  'px-3 pt-1.5 text-[0.6875rem] leading-4 font-semibold tracking-wide text-oud uppercase',
  '[@media(max-height:880px)]:pt-0.5',
)
const ACTIVE = 'text-night max-lg:shadow-[inset_0_3px_0] max-lg:shadow-gold lg:bg-sand'
const RESTING = 'text-night/75 hover:text-night lg:hover:bg-ivory'
const IN_SHEET = 'flex min-h-11 items-center gap-2.5 rounded-xl px-3 text-sm font-semibold hover:bg-ivory'

type SectionLinkProps = { section: Section; work: Counts; inSheet?: boolean; onChosen?: () => void }

function SectionLink({ section, work, inSheet = false, onChosen }: SectionLinkProps) {
  const { to, label, icon: SectionIcon } = section
  const { pathname } = useLocation()
  const current = findSection(pathname)
  const isActive = pathname === to || current === section || current?.of === to
  const waiting = countWaiting(section, work)
  return (
    <Link
      to={to}
      onClick={onChosen}
      aria-current={isActive ? 'page' : undefined}
      className={inSheet ? classNames(IN_SHEET, isActive && 'bg-sand') : classNames(LINK, isActive ? ACTIVE : RESTING)}
    >
      <SectionIcon aria-hidden="true" className="size-5 shrink-0 lg:size-4" />
      <span>{label}</span>
      {waiting > 0 && <Waiting count={waiting} inSheet={inSheet} />}
    </Link>
  )
}

function Waiting({ count, inSheet = false }: { count: number; inSheet?: boolean }) {
  return (
    <span
      className={classNames(
        'rounded-full bg-wine px-2 text-xs leading-5 text-ivory tabular-nums lg:leading-4.5',
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
