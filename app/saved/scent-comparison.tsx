import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { QuickAddButton } from '#app/catalog/add-to-cart-button.tsx'
import { ProductLink } from '#app/catalog/product-link.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { LowestPrice, ProductPrice } from '#app/catalog/product-price.tsx'
import { Rating } from '#app/catalog/rating.tsx'
import { NOTE_LEVELS } from '#app/product/product-notes.tsx'
import { productQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { type CardProduct, describeFacts, describeStock, type Product, priceOf } from '#domain/catalog/product.ts'
import { toSlug } from '#domain/catalog/slug.ts'

/** Columns that fit on a phone. */
export const MOST_COMPARED = 3

/** Two or three scents side by side, as the shop has them now, with their common notes marked. */
export function ScentComparison({ slugs }: { slugs: readonly string[] }) {
  const { products, isPending, failed } = useQueries(
    {
      queries: slugs.map(productQuery),
      combine: (answers) => ({
        products: answers.flatMap(({ data }) => (data && 'notes' in data ? [data] : [])),
        isPending: answers.some(({ data, error }) => !error && (data === undefined || (data && !('notes' in data)))),
        failed: answers.filter(({ error, data }) => error && data === undefined),
      }),
    },
    queryClient,
  )
  if (failed.length > 0) {
    return (
      <Alert
        title="Nie udało się wczytać zapachów."
        onRetry={() => {
          for (const answer of failed) void answer.refetch()
        }}
      >
        Sprawdź połączenie z internetem.
      </Alert>
    )
  }
  if (isPending) {
    return (
      <>
        <span role="status" className="sr-only">
          Wczytywanie zapachów
        </span>
        <Skeleton className="h-96" />
      </>
    )
  }
  return <Comparison products={products} />
}

/** Slugs of the notes that more than one of the products has, so that 'Róża' and 'róża' are one. */
export function findCommonNotes(products: readonly Pick<Product, 'notes'>[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { notes } of products) {
    for (const note of new Set(notes.map(toSlug))) counts.set(note, (counts.get(note) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([note]) => note))
}

function Comparison({ products }: { products: Product[] }) {
  const common = findCommonNotes(products.map((product) => ({ notes: listNotes(product) })))
  return (
    <table className="-mx-1.5 w-[calc(100%+0.75rem)] table-fixed border-collapse text-left text-sm">
      <caption className="sr-only">Porównanie zapachów</caption>
      <thead>
        <tr className="align-top">
          {products.map((product) => (
            <th key={product.id} scope="col" className="px-1.5 pb-3 font-normal">
              <ProductPicture imageKey={product.image_key} alt="" sizes="14rem" className="w-full rounded-lg" />
              <span className="mt-2 block text-xs text-oud">{product.brand.name}</span>
              <ProductLink
                product={product}
                className="block font-display text-lg leading-snug wrap-anywhere underline-offset-4 hover:underline"
              >
                {product.name}
              </ProductLink>
              <span className="block text-xs text-night/80">{describeFacts(product)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <Row name="Cena" products={products}>
        {(product) => (
          <>
            <ProductPrice product={product} className="text-base font-semibold" />
            <LowestPrice product={product} />
          </>
        )}
      </Row>
      <Row name="Zakup" products={products}>
        {(product) => <QuickAddButton product={product} />}
      </Row>
      <Row name="Za 100 ml" products={products}>
        {(product) => <UnitPrice product={product} ml={100} />}
      </Row>
      <Row name="Za litr" products={products}>
        {(product) => <UnitPrice product={product} ml={1000} />}
      </Row>
      {products.some((product) => listOtherSizes(product).length > 0) && (
        <Row name="Inne pojemności" products={products}>
          {(product) => <OtherSizes product={product} />}
        </Row>
      )}
      <Row name="Ocena" products={products}>
        {({ average_rating, total_reviews }) =>
          average_rating === null ? (
            'bez opinii'
          ) : (
            <Rating value={average_rating} count={total_reviews} className="flex-wrap" />
          )
        }
      </Row>
      {NOTE_LEVELS.map(({ key, name }) => (
        <Row key={key} name={name} products={products}>
          {({ notes_pyramid }) => <Notes notes={notes_pyramid?.[key] ?? []} common={common} />}
        </Row>
      ))}
      {products.some(({ notes_pyramid }) => notes_pyramid === null) && (
        <Row name="Nuty" products={products}>
          {({ notes, notes_pyramid }) => <Notes notes={notes_pyramid === null ? notes : []} common={common} />}
        </Row>
      )}
      <Row name="Dostępność" products={products}>
        {describeStock}
      </Row>
    </table>
  )
}

function UnitPrice({ product: { current_price_cents, volume_ml }, ml }: { product: Product; ml: 100 | 1000 }) {
  return volume_ml === null ? 'nie podano' : <Price grosze={priceOf(ml, current_price_cents, volume_ml)} />
}

const listNotes = ({ notes, notes_pyramid: pyramid }: Product): string[] =>
  pyramid ? [...notes, ...NOTE_LEVELS.flatMap(({ key }) => pyramid[key])] : notes

type RowProps = { name: string; products: readonly Product[]; children: (product: Product) => ReactNode }

/** The label is above the columns, because beside it they would be too narrow on a phone. */
function Row({ name, products, children }: RowProps) {
  return (
    <tbody>
      <tr>
        <th
          scope="rowgroup"
          colSpan={products.length}
          className="border-t border-night/15 px-1.5 pt-2.5 text-xs text-night/80"
        >
          {name}
        </th>
      </tr>
      <tr className="align-top">
        {products.map((product) => (
          <td key={product.id} className="px-1.5 pt-0.5 pb-2.5 wrap-anywhere">
            {children(product)}
          </td>
        ))}
      </tr>
    </tbody>
  )
}

function Notes({ notes, common }: { notes: readonly string[]; common: ReadonlySet<string> }) {
  if (notes.length === 0) return '-'
  return (
    <ul>
      {notes.map((note) => (
        <li key={note}>
          {common.has(toSlug(note)) ? (
            <strong className="text-wine">
              {note}
              <span className="sr-only"> (wspólna)</span>
            </strong>
          ) : (
            note
          )}
        </li>
      ))}
    </ul>
  )
}

/** The other sizes of a product's scent that can be bought, each with its price; '-' where there are none. */
export function OtherSizes({ product: { slug, sizes } }: { product: Pick<CardProduct, 'slug' | 'sizes'> }) {
  const others = listOtherSizes({ slug, sizes })
  if (others.length === 0) return '-'
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {others.map((size) => (
        <li key={size.slug}>
          <Link to={href('/produkt/:slug', { slug: size.slug })} className="underline underline-offset-4">
            <span>{size.label}</span> <Price grosze={size.current_price_cents} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const listOtherSizes = ({ slug, sizes }: Pick<CardProduct, 'slug' | 'sizes'>) =>
  sizes.filter((size) => size.slug !== slug && !size.out_of_stock)
