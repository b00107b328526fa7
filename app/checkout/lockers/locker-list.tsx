import { useRef, useState } from 'react'
import { AddressText } from '#app/ui/address-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'

/** Lockers shown at first, and how many more each press shows. */
const FIRST = 5
const MORE = 10

type LockerListProps<Locker extends ParcelLocker> = {
  lockers: readonly Locker[]
  chosen: ParcelLocker | null
  /** `isSettled`: chosen by a press, not by arrow keys, which choose every locker they pass. */
  onChoose: (locker: Locker, isSettled: boolean) => void
  /** Texts before a locker's name and at the right end of its row. */
  describe?: (locker: Locker, index: number) => { mark?: string; aside?: string }
}

/** Lockers as one radio group, at first only a few of them. */
export function LockerList<Locker extends ParcelLocker>(props: LockerListProps<Locker>) {
  const { lockers, chosen, onChoose, describe } = props
  const [shown, setShown] = useState(FIRST)
  const isPassing = useRef(false)

  /** Reports the pressed locker, also when it is already chosen and no change event follows. */
  function settle({ target }: { target: EventTarget }) {
    const locker = lockers.find(({ inpost_id }) => target instanceof HTMLInputElement && target.value === inpost_id)
    if (locker) onChoose(locker, true)
  }

  return (
    <div className="grid gap-2">
      <div
        role="radiogroup"
        aria-label="Paczkomaty"
        className="divide-y divide-night/10 overflow-hidden rounded-xl border border-night/30 bg-white"
        onKeyDown={(event) => {
          isPassing.current = event.key.startsWith('Arrow')
          if (event.key !== 'Enter') return
          // The focus moves to a button, which the same press must not reach.
          event.preventDefault()
          settle(event)
        }}
        onPointerDown={() => {
          isPassing.current = false
        }}
        onClick={(event) => {
          if (!isPassing.current) settle(event)
        }}
      >
        {lockers.slice(0, shown).map((locker, index) => {
          const { mark = '', aside } = describe?.(locker, index) ?? {}
          return (
            <RadioCard
              key={locker.inpost_id}
              variant="row"
              name="parcelLocker"
              value={locker.inpost_id}
              checked={locker.inpost_id === chosen?.inpost_id}
              onChoose={() => onChoose(locker, !isPassing.current)}
              title={mark + locker.name}
              aside={
                aside && (
                  <span className="max-w-22 shrink-0 text-right text-xs font-semibold tabular-nums">{aside}</span>
                )
              }
            >
              <span className="block">
                <AddressText>{`${locker.address}, ${locker.postal_code} ${locker.city}`}</AddressText>
              </span>
              {locker.opening_hours && <span className="block text-xs text-oud">Czynny: {locker.opening_hours}</span>}
            </RadioCard>
          )
        })}
      </div>
      {lockers.length > shown && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setShown(shown + MORE)}>
          Pokaż więcej
        </Button>
      )}
    </div>
  )
}
