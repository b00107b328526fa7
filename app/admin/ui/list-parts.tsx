import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'

type RowListProps<Item> = { items: readonly Item[]; keyOf: (item: Item) => string; children: (item: Item) => ReactNode }

/** A card of rows. */
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

/** The link from a detail page back to its list. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm underline-offset-4 hover:underline">
      <ArrowLeft aria-hidden="true" className="size-4" /> <span>{children}</span>
    </Link>
  )
}
