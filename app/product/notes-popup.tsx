import { useQuery } from '@tanstack/react-query'
import { href, Link } from 'react-router'
import { productQuery, queryClient } from '#app/query-client.ts'
import { FamilyPicture } from '#app/shop/family-strip.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Product } from '#domain/catalog/product.ts'
import { findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { NOTE_LEVELS } from './product-notes.tsx'

type NotesPopupProps = { slug: string; open: boolean; onClose: () => void }

/** The notes of a product, each with the picture of its family. */
export default function NotesPopup({ slug, open, onClose }: NotesPopupProps) {
  const { data, error, refetch } = useQuery(productQuery(slug), queryClient)
  const product = data && 'notes' in data ? data : null
  return (
    <Dialog open={open} onClose={onClose} title="Nuty zapachowe" size="lg">
      <div className="px-5 pt-4 pb-8 sm:px-7">
        {product && <Notes product={product} />}
        {data === null && <p className="py-8 text-center">Nie znaleziono produktu</p>}
        {!product && data !== null && !error && <NotesSkeleton />}
        {!product && error && (
          <Alert title="Nie udało się wczytać nut." onRetry={() => void refetch()}>
            {error.message}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}

function Notes({ product: { name, notes, notes_pyramid: pyramid } }: { product: Product }) {
  const levels = NOTE_LEVELS.filter(({ key }) => pyramid && pyramid[key].length > 0)
  return (
    <>
      <p className="font-display text-2xl wrap-anywhere">{name}</p>
      {levels.length === 0 && <NoteList notes={notes} />}
      {levels.map(({ key, name: level, when }) => (
        <section key={key} aria-labelledby={`nuty-${key}`} className="mt-6">
          <h3 id={`nuty-${key}`} className="flex items-baseline gap-3 border-b border-night/15 pb-1.5">
            <span className="font-display text-xl">{level}</span>
            <span className="text-xs text-night/80">{when}</span>
          </h3>
          <NoteList notes={pyramid?.[key] ?? []} />
        </section>
      ))}
      <p className="mt-7 text-xs text-night/80">Naciśnij nutę, aby zobaczyć inne zapachy, które ją mają.</p>
    </>
  )
}

function NoteList({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="mt-4 grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-5">
      {notes.map((note) => {
        const family = findScentFamily(note)
        return (
          <li key={note}>
            <Link
              to={`${href('/sklep')}?note=${toSlug(note)}`}
              className="group grid min-h-11 justify-items-center gap-2 rounded-xl text-center text-sm"
            >
              {family ? (
                <FamilyPicture slug={family.slug} sizes="6rem" className="w-full max-w-24" />
              ) : (
                <span aria-hidden="true" className="aspect-square w-full max-w-24 rounded-full bg-sand" />
              )}
              <span className="wrap-anywhere underline-offset-4 group-hover:underline">{note}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function NotesSkeleton() {
  return (
    <div className="grid gap-6">
      <span role="status" className="sr-only">
        Wczytywanie nut
      </span>
      <Skeleton className="h-8 w-1/2" />
      {NOTE_LEVELS.map(({ key }) => (
        <div key={key} className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className="aspect-square max-w-24 rounded-full" />
          ))}
        </div>
      ))}
    </div>
  )
}
