import { RadioCard } from '#app/ui/radio-card.tsx'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'

type LockerListProps<Locker extends ParcelLocker> = {
  lockers: readonly Locker[]
  chosen: ParcelLocker | null
  onChoose: (locker: Locker) => void
  /** Before a locker's name, and at its right end. */
  describe?: (locker: Locker, index: number) => { mark: string; aside: string }
}

/** Lockers as one radio group with its own scrolling. */
export function LockerList<Locker extends ParcelLocker>(props: LockerListProps<Locker>) {
  const { lockers, chosen, onChoose, describe } = props
  return (
    <div
      role="radiogroup"
      aria-label="Paczkomaty"
      className="max-h-80 divide-y divide-night/10 overflow-y-auto rounded-xl border border-night/30 bg-white"
    >
      {lockers.map((locker, index) => {
        const { mark = '', aside = '' } = describe?.(locker, index) ?? {}
        return (
          <RadioCard
            key={locker.inpost_id}
            variant="row"
            name="parcelLocker"
            value={locker.inpost_id}
            checked={locker.inpost_id === chosen?.inpost_id}
            onChoose={() => onChoose(locker)}
            title={mark + locker.name}
            aside={aside && <span className="shrink-0 text-sm font-semibold tabular-nums">{aside}</span>}
          >
            <span className="block">
              {locker.address}, {locker.postal_code} {locker.city}
            </span>
            {locker.opening_hours && <span className="block text-xs text-oud">Czynny: {locker.opening_hours}</span>}
          </RadioCard>
        )
      })}
    </div>
  )
}
