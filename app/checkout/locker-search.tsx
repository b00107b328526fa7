import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import {
  LOCKER_SEARCH_DEBOUNCE_MS,
  LOCKER_SEARCH_MIN_LENGTH,
  LOCKERS_SHOWN,
  type LockerQuery,
  type ParcelLocker,
} from '#domain/shipping/parcel-locker.ts'
import { useParcelLockers } from './checkout-queries.ts'
import { FormField } from './form-field.tsx'
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

type LockerResultsProps = {
  query: LockerQuery | null
  chosen: ParcelLocker | null
  onChoose: (locker: ParcelLocker) => void
}

/** Lockers that fit what was typed, as one radio group; says in words what it found or why not. */
export function LockerResults({ query, chosen, onChoose }: LockerResultsProps) {
  const { data, isLoading, isError, error, refetch } = useParcelLockers(query)
  const lockers = data?.filter(({ status }) => status === 'active').slice(0, LOCKERS_SHOWN)
  return (
    <div>
      <p role="status" className={lockers?.length === 0 ? 'text-sm' : 'sr-only'}>
        {isLoading && 'Szukam paczkomatów'}
        {lockers && lockers.length > 0 && `Znalezione paczkomaty: ${lockers.length}`}
        {lockers?.length === 0 && nothingFound(query)}
      </p>
      {isLoading && (
        <div className="grid gap-2">
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
        </div>
      )}
      {isError && (
        <div role="alert" className="rounded-xl bg-wine-tint px-4 py-3 text-sm text-wine">
          <p>Błąd podczas wczytywania paczkomatów: {error.message}</p>
          <Button variant="quiet" className="-ml-5 text-wine underline" onClick={() => void refetch()}>
            Spróbuj ponownie
          </Button>
        </div>
      )}
      {lockers && lockers.length > 0 && (
        <div
          role="radiogroup"
          aria-label="Paczkomaty"
          className="max-h-80 divide-y divide-night/10 overflow-y-auto rounded-xl border border-night/30 bg-white"
        >
          {lockers.map((locker) => (
            <LockerOption
              key={locker.inpost_id}
              locker={locker}
              checked={locker.inpost_id === chosen?.inpost_id}
              onChoose={() => onChoose(locker)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function LockerOption(props: { locker: ParcelLocker; checked: boolean; onChoose: () => void }) {
  const { locker, checked, onChoose } = props
  return (
    <label className="flex min-h-14 items-start gap-3 px-4 py-3 has-checked:bg-sand has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-gold">
      <input
        type="radio"
        name="parcelLocker"
        value={locker.inpost_id}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-night outline-none"
      />
      <span className="min-w-0 text-sm">
        <span className="block font-semibold">{locker.name}</span>
        <span className="block">
          {locker.address}, {locker.postal_code} {locker.city}
        </span>
        {locker.opening_hours && <span className="block text-xs text-oud">Czynny: {locker.opening_hours}</span>}
      </span>
    </label>
  )
}

function nothingFound(query: LockerQuery | null): string {
  return query?.search
    ? `Nie znaleziono paczkomatów dla „${query.search}”. Spróbuj podać kod pocztowy.`
    : 'Nie znaleziono paczkomatów dla kodu pocztowego'
}

/** Words say more than digits: a town can have three letters. */
const TEXT_MIN_LENGTH = 3

/**
 * What is typed into the locker search: digits are shaped into a postal code ('XX-XXX', spec 1 §5). Words stay, and so
 * does what may become one: '3 ' on the way to '3 Maja'.
 */
export function shapeLockerTerm(typed: string): string {
  if (!/^\d[\d-]*$|^\d{2}\s\d+$/.test(typed)) return typed
  const digits = typed.replace(/\D/g, '').slice(0, 5)
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits
}

function isPostalCodeTerm(term: string): boolean {
  return /^[\d-]+$/.test(term)
}

/** The question to the directory, null while too little is typed. */
export function lockerQueryOf(term: string): LockerQuery | null {
  const trimmed = term.trim()
  if (isPostalCodeTerm(trimmed)) return trimmed.length >= LOCKER_SEARCH_MIN_LENGTH ? { post_code: trimmed } : null
  return trimmed.length >= TEXT_MIN_LENGTH ? { search: trimmed } : null
}
