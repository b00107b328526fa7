import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { LOCKER_SEARCH_DEBOUNCE_MS, type LockerQuery, type ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { FormField } from './form-field.tsx'
import { LockerResults } from './locker-results.tsx'
import { lockerQueryOf, shapeLockerTerm } from './locker-term.ts'
import type { CheckoutForm } from './use-checkout-form.ts'

/** One field finds a parcel locker by postal code, city, street or code; the chosen one stays in view. */
export function LockerChoice({ form }: { form: CheckoutForm }) {
  const { selectedLocker } = form.draft
  const [searching, setSearching] = useState(selectedLocker === null)
  const [term, setTerm] = useState('')
  const query = useDebounced(lockerQueryOf(term))

  return (
    <fieldset>
      <legend className="mb-2 font-display text-lg">Paczkomat</legend>
      <div className="grid grid-cols-1 gap-4">
        {(searching || !selectedLocker || form.errors.selectedLocker) && (
          <>
            <TextField
              label="Znajdź paczkomat"
              name="lockerSearch"
              enterKeyHint="search"
              hint="Kod pocztowy, miejscowość, ulica albo kod paczkomatu"
              placeholder="np. 00-001"
              autoComplete="off"
              maxLength={60}
              required={!selectedLocker}
              value={term}
              error={form.errors.selectedLocker}
              onChange={(event) => setTerm(shapeLockerTerm(event.target.value))}
              onKeyDown={(event) => {
                // Enter searches here; it must not send the form around the field.
                if (event.key === 'Enter') event.preventDefault()
              }}
            />
            <LockerResults
              query={query}
              chosen={selectedLocker}
              onChoose={(locker) => {
                form.change({ selectedLocker: locker })
                setSearching(true)
              }}
            />
          </>
        )}
        {selectedLocker && (
          <ChosenLocker locker={selectedLocker} onSearch={searching ? undefined : () => setSearching(true)} />
        )}
        <FormField
          form={form}
          name="receiverEmail"
          label="Email odbiorcy"
          hint="Na ten adres przyjdzie kod odbioru"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
        />
      </div>
    </fieldset>
  )
}

function ChosenLocker({ locker, onSearch }: { locker: ParcelLocker; onSearch?: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-sand px-4 py-3">
      <MapPin aria-hidden="true" className="size-5 shrink-0 text-oud" />
      <p className="min-w-0 flex-1 text-sm" aria-live="polite">
        <span className="block font-semibold">
          <span className="sr-only">Wybrany paczkomat: </span>
          {locker.name}
        </span>
        <span className="block text-xs">
          {locker.address}, {locker.postal_code} {locker.city}
        </span>
      </p>
      {onSearch && (
        <Button variant="quiet" className="-mr-3 underline" onClick={onSearch}>
          Zmień
        </Button>
      )}
    </div>
  )
}

/** The query once typing has paused for 300 ms (spec 1 §9). */
function useDebounced(query: LockerQuery | null): LockerQuery | null {
  const [settled, setSettled] = useState(query)
  const key = JSON.stringify(query)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as LockerQuery | null), LOCKER_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
