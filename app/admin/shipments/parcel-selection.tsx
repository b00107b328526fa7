import { type ReactNode, useState } from 'react'
import type { PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'

/** The selected ones of the shown parcels. A parcel that is no longer shown is not selected. */
export function useParcelSelection(shown: readonly PackingParcel[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const chosen = shown.filter(({ checkout_id }) => marked.has(checkout_id))
  return {
    chosen,
    /** The ids of all shipments in the selected parcels. */
    ids: chosen.flatMap(({ shipments }) => shipments.map(({ id }) => id)),
    has: ({ checkout_id }: PackingParcel) => marked.has(checkout_id),
    toggle({ checkout_id }: PackingParcel) {
      setMarked((before) => {
        const next = new Set(before)
        if (!next.delete(checkout_id)) next.add(checkout_id)
        return next
      })
    },
    toggleAll() {
      setMarked(new Set(chosen.length === shown.length ? [] : shown.map(({ checkout_id }) => checkout_id)))
    },
    clear: () => setMarked(new Set()),
  }
}
export type ParcelSelection = ReturnType<typeof useParcelSelection>

type SelectionBarProps = {
  selection: ParcelSelection
  shown: readonly PackingParcel[]
  /** The actions for the selected parcels. */
  children: ReactNode
}

/** Selects all shown parcels, counts the selected ones and holds the actions for them. */
export function SelectionBar({ selection, shown, children }: SelectionBarProps) {
  const count = selection.chosen.length
  return (
    <div
      className="sticky top-0 z-10 mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-2xl border border-night/15
        bg-white px-4 py-1.5"
    >
      <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-night"
          checked={count > 0 && count === shown.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < shown.length
          }}
          onChange={selection.toggleAll}
        />
        Zaznacz wszystkie
      </label>
      <p className="flex-1 text-sm text-oud tabular-nums" aria-live="polite">
        {count > 0 && `Zaznaczono: ${count}`}
      </p>
      {children}
    </div>
  )
}
