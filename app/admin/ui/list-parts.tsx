import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { countPages } from '#domain/kernel/lists/paging.ts'

type RowListProps<Item> = { items: readonly Item[]; keyOf: (item: Item) => string; children: (item: Item) => ReactNode }

export function RowList<Item>({ items, keyOf, children }: RowListProps<Item>) {
  return (
    <ul className="card divide-y divide-night/10 overflow-hidden">
      {items.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  )
}

type FilterLinkProps = Omit<ComponentProps<typeof Link>, 'className'> & { current: boolean }

/** A link to one of the views of a list; the view is kept in the address. */
export function FilterLink({ current, ...link }: FilterLinkProps) {
  return (
    <Link
      {...link}
      aria-current={current ? 'true' : undefined}
      className={classNames(
        'pill inline-flex min-h-11 shrink-0 items-center px-4 text-sm',
        current && 'bg-night text-ivory',
      )}
    />
  )
}

type ListPagesProps = Omit<ComponentProps<typeof Pagination>, 'page' | 'lastPage'> & {
  of: { page: number; total: number; pageSize: number }
}

/** The links to the pages of a list. */
export function ListPages({ of: { page, total, pageSize }, className = 'mt-6', ...links }: ListPagesProps) {
  return <Pagination page={page} lastPage={countPages(total, pageSize)} className={className} {...links} />
}

type IconButtonProps = ComponentProps<'button'> & { icon: LucideIcon; label: string }

/** A round button without text. `label` names it for screen readers. */
export function IconButton({ icon: ButtonIcon, label, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames('grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand lg:size-9', className)}
      {...button}
    >
      <ButtonIcon aria-hidden="true" className="size-4" />
    </button>
  )
}

type ViewSwitchProps = { label: string; views: readonly { name: string; query: string; isShown: boolean }[] }

/** The views of a page, one of which is shown; the view is kept in the address. */
export function ViewSwitch({ label, views }: ViewSwitchProps) {
  return (
    <nav aria-label={label} className="flex gap-1 rounded-full bg-sand p-1">
      {views.map(({ name, query, isShown }) => (
        <Link
          key={name}
          to={query || '?'}
          replace
          preventScrollReset
          aria-current={isShown ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-full px-4 text-sm font-semibold',
            isShown ? 'bg-white' : 'hover:bg-ivory',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
