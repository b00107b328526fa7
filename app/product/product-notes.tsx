import { useId } from 'react'
import { type DialogEntry, preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import type { Product } from '#domain/catalog/product.ts'
import type { NotesPyramid } from '#domain/catalog/scents/scent-pyramid.ts'

export const NOTE_LEVELS = [
  { key: 'head', name: 'Głowa', when: 'pierwsze minuty' },
  { key: 'heart', name: 'Serce', when: 'kilka godzin' },
  { key: 'base', name: 'Baza', when: 'do następnego dnia' },
] as const

/** Notes by head, heart and base, or unsorted as a list; a popup shows their pictures. */
export function ScentNotes({ slug, notes, notes_pyramid }: Pick<Product, 'slug' | 'notes' | 'notes_pyramid'>) {
  const heading = useId()
  const isSorted = notes_pyramid !== null && NOTE_LEVELS.some(({ key }) => notes_pyramid[key].length > 0)
  if (!isSorted && notes.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="font-display text-xl">
        Nuty zapachowe
      </h2>
      {isSorted ? <NoteLevels pyramid={notes_pyramid} /> : <p className="mt-2 text-sm">{notes.join(', ')}</p>}
      <PopupButton dialog={{ name: 'notes', slug }}>Zobacz nuty na zdjęciach</PopupButton>
    </section>
  )
}

function NoteLevels({ pyramid }: { pyramid: NotesPyramid }) {
  return (
    <dl className="mt-3 divide-y divide-night/10 border-y border-night/10">
      {NOTE_LEVELS.filter(({ key }) => pyramid[key].length > 0).map(({ key, name, when }) => (
        <div key={key} className="grid grid-cols-[7.5rem_1fr] gap-4 py-3 sm:grid-cols-[9rem_1fr]">
          <dt>
            <span className="block font-display text-lg leading-tight">{name}</span>
            <span className="text-xs text-night/80">{when}</span>
          </dt>
          <dd className="self-center text-sm">{pyramid[key].join(', ')}</dd>
        </div>
      ))}
    </dl>
  )
}

type PopupButtonProps = { dialog: Extract<DialogEntry, { name: 'description' | 'notes' }>; children: string }

/** Opens a popup with more about a product. */
export function PopupButton({ dialog, children }: PopupButtonProps) {
  const dialogs = useDialogs()
  const preload = () => preloadDialog(dialog.name)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold underline-offset-4 noscript:hidden hover:underline"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => dialogs.open(dialog)}
    >
      {children}
      <Icon d={ARROW_RIGHT} className="size-4" />
    </button>
  )
}
