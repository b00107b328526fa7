import { BookCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { type BookDifference, DIFFERENCE_LABELS, pathOfDifference } from '#domain/books/book-comparison.ts'
import { describeResult } from '#domain/books/describe-comparison.ts'

type BooksCardProps = {
  /** Null: no night has passed yet. `compared_at`: a moment. */
  books: { compared_at: string; orders: number; grosze: number; differences: readonly BookDifference[] } | null
}

/** Whether orders, money and papers agreed last night; what did not, each with where to mend it. */
export function BooksCard({ books }: BooksCardProps) {
  if (books === null) return null
  const { differences } = books
  return (
    <section aria-label="Księgi" className="card px-5 py-3">
      <p className="flex min-h-8 flex-wrap items-center gap-x-3">
        <BookCheck aria-hidden="true" className="size-5 shrink-0 text-oud" />
        <span className={classNames('min-w-0 flex-1', differences.length > 0 && 'font-semibold text-wine')}>
          {describeResult(books)}
        </span>
        <span className="text-xs text-oud max-sm:basis-full max-sm:pl-8">{`7 dni, porównano ${formatShortMoment(books.compared_at)}`}</span>
      </p>
      {differences.length > 0 && (
        <ul className="mt-1 divide-y divide-night/10 text-sm">
          {differences.map((each) => (
            <li key={`${each.kind} ${each.product_id ?? each.name}`} className="flex flex-wrap items-center gap-x-3">
              <Link
                to={pathOfDifference(each)}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere"
              >
                {each.name}
              </Link>
              <span>{DIFFERENCE_LABELS[each.kind]}</span>
              {each.grosze !== null && <Price grosze={each.grosze} className="ml-auto" />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
