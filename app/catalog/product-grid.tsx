import { classNames } from '#app/ui/class-names.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'
import { ProductCard } from './product-card.tsx'

/** Columns of each layout, and how wide they make the pictures. */
const LAYOUTS = {
  wall: {
    columns: 'grid-cols-2 sm:grid-cols-3',
    sizes: '(min-width: 80rem) 384px, (min-width: 40rem) 31vw, 46vw',
  },
  'beside-filters': {
    columns: 'grid-cols-2 sm:grid-cols-3 xl:grid-cols-4',
    sizes: '(min-width: 80rem) 210px, (min-width: 64rem) 22vw, (min-width: 40rem) 31vw, 46vw',
  },
  row: {
    columns: 'grid-cols-2 md:grid-cols-4',
    sizes: '(min-width: 80rem) 282px, (min-width: 48rem) 23vw, 46vw',
  },
} as const

type Layout = keyof typeof LAYOUTS

const GRID = 'grid gap-x-4 gap-y-9 sm:gap-x-6 sm:gap-y-12'

/** Cards that may be seen without scrolling. */
const PRIORITY_CARDS = 4

type ProductGridProps = {
  products: CardProduct[]
  layout: Layout
  opens?: 'dialog' | 'page'
  priority?: boolean
  /** A remark on each product; '' for none. */
  remarks?: readonly string[]
  className?: string
}

export function ProductGrid({ products, layout, opens, priority = false, remarks, className }: ProductGridProps) {
  const { columns, sizes } = LAYOUTS[layout]
  return (
    <ul className={classNames(GRID, columns, className)}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            sizes={sizes}
            opens={opens}
            priority={priority && index < PRIORITY_CARDS}
            remark={remarks?.[index]}
          />
        </li>
      ))}
    </ul>
  )
}

const SKELETON_CARDS = Array.from({ length: 12 }, (_, index) => index)

export function ProductGridSkeleton({ layout }: { layout: Layout }) {
  return (
    <ul aria-hidden="true" className={`${GRID} ${LAYOUTS[layout].columns}`}>
      {SKELETON_CARDS.map((card) => (
        <li key={card}>
          <Skeleton className="aspect-4/5 rounded-xl" />
          <Skeleton className="mt-4 h-3 w-1/3" />
          <Skeleton className="mt-2 h-5 w-3/4" />
          <Skeleton className="mt-2 h-3 w-1/2" />
          <Skeleton className="mt-5 h-11 rounded-full" />
        </li>
      ))}
    </ul>
  )
}
