import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { lockersQuery, queryClient } from '#app/query-client.ts'
import { AddressText } from '#app/ui/address-text.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import type { FieldErrors, TextProps } from '#app/ui/form/form.tsx'
import { EmailField, TextField } from '#app/ui/form/text-field.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useDebounced } from '#app/ui/use-debounced.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import {
  formatDistance,
  LOCKER_SEARCH_DEBOUNCE_MS,
  LOCKER_SEARCH_MIN_LENGTH,
  LOCKER_TEXT_MIN_LENGTH,
  type LockerQuery,
  linkToMap,
  type ParcelLocker,
} from '#domain/shipping/parcel-locker.ts'
import { LockerList } from './locker-list.tsx'
import { NearbyLockers } from './nearby-lockers.tsx'

/** The part of a form that chooses a locker. */
export type LockerForm = {
  values: { selectedLocker: ParcelLocker | null }
  errors: FieldErrors
  change(changed: { selectedLocker: ParcelLocker }): void
  text(name: 'receiverEmail'): TextProps
}

/** One field finds a parcel locker by postal code, city, street or code. The chosen locker then replaces the search. */
export function LockerChoice({ form, required = true }: { form: LockerForm; required?: boolean }) {
  const { selectedLocker } = form.values
  const [isSearching, setSearching] = useState(false)
  /** Counts the choices: each moves the focus out of the hidden list. */
  const [choices, setChoices] = useState(0)
  const changeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (choices > 0) changeButton.current?.focus()
  }, [choices])
  const isOpen = isSearching || !selectedLocker || form.errors.selectedLocker !== undefined

  function choose(locker: ParcelLocker, isSettled: boolean) {
    form.change({ selectedLocker: locker })
    setSearching(!isSettled)
    if (isSettled) setChoices(choices + 1)
  }

  return (
    <fieldset>
      <legend className="mb-2 font-display text-lg">Paczkomat</legend>
      <div className="grid grid-cols-1 gap-4">
        {/* Hidden, not removed, so that the results are still there. */}
        <div hidden={!isOpen}>
          <LockerSearch form={form} required={required} onSearch={() => setSearching(true)} onChoose={choose} />
        </div>
        {selectedLocker && (
          <ChosenLocker
            ref={changeButton}
            locker={selectedLocker}
            onSearch={isOpen ? undefined : () => setSearching(true)}
          />
        )}
        <EmailField
          {...form.text('receiverEmail')}
          label="E-mail odbiorcy"
          hint="Na ten adres przyjdzie kod odbioru"
          autoComplete="email"
          required={required}
        />
      </div>
    </fieldset>
  )
}

type LockerSearchProps = {
  form: LockerForm
  required: boolean
  onSearch: () => void
  onChoose: (locker: ParcelLocker, isSettled: boolean) => void
}

function LockerSearch({ form, required, onSearch, onChoose }: LockerSearchProps) {
  const { selectedLocker } = form.values
  const [term, setTerm] = useState('')
  const query = toLockerQuery(useDebounced(term, LOCKER_SEARCH_DEBOUNCE_MS))
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className="grid scroll-mt-4 scroll-mb-40 grid-cols-1 gap-4">
      <TextField
        label="Znajdź paczkomat"
        name="lockerSearch"
        enterKeyHint="search"
        hint="Kod pocztowy, miejscowość, ulica albo kod paczkomatu"
        placeholder="np. 00-001"
        autoComplete="off"
        maxLength={60}
        required={required && !selectedLocker}
        value={term}
        error={form.errors.selectedLocker}
        onChange={(event) => {
          setTerm(shapeLockerTerm(event.target.value))
          onSearch()
        }}
        onKeyDown={(event) => {
          // Enter must not send the surrounding form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {!query && <NearbyLockers chosen={selectedLocker} onOpen={onSearch} onChoose={onChoose} />}
      <LockerResults query={query} chosen={selectedLocker} box={box} onChoose={onChoose} />
    </div>
  )
}

type ChosenLockerProps = { locker: ParcelLocker; onSearch?: () => void; ref: Ref<HTMLButtonElement> }

function ChosenLocker({ locker, onSearch, ref }: ChosenLockerProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-sand px-4 py-3">
      <MapPin aria-hidden="true" className="size-5 shrink-0 text-oud" />
      <p className="min-w-0 flex-1 text-sm" aria-live="polite">
        <span className="block font-semibold">
          <span className="sr-only">Wybrany paczkomat: </span>
          {locker.name}
        </span>
        <span className="block text-xs">
          <AddressText>{`${locker.address}, ${locker.postal_code} ${locker.city}`}</AddressText>
        </span>
      </p>
      <NewTabLink
        href={linkToMap(locker)}
        className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
      >
        Mapa
      </NewTabLink>
      {onSearch && (
        <Button ref={ref} variant="quiet" className="-mr-3 underline" onClick={onSearch}>
          Zmień
        </Button>
      )}
    </div>
  )
}

type LockerResultsProps = {
  query: LockerQuery | null
  chosen: ParcelLocker | null
  /** Scrolls into view with the results, which are below the screen on a phone. */
  box: RefObject<HTMLElement | null>
  onChoose: (locker: ParcelLocker, isSettled: boolean) => void
}

/** The lockers found, as one radio group, or a sentence why there are none. */
function LockerResults({ query, chosen, box, onChoose }: LockerResultsProps) {
  const { data, isLoading, isError, error, refetch } = useQuery(lockersQuery(query), queryClient)
  const lockers = data?.filter(({ status }) => status === 'active').slice(0, PAGE_SIZES.lockers)
  useEffect(() => {
    if (data) box.current?.scrollIntoView({ block: 'nearest' })
  }, [data, box])

  return (
    <div>
      <p role="status" className={lockers?.length === 0 ? 'text-sm' : 'sr-only'}>
        {isLoading
          ? 'Szukam paczkomatów'
          : lockers && (lockers.length > 0 ? `Znalezione paczkomaty: ${lockers.length}` : nothingFound(query))}
      </p>
      {isLoading && (
        <div className="grid gap-2">
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
        </div>
      )}
      {isError && <Alert onRetry={() => void refetch()}>Błąd podczas wczytywania paczkomatów: {error.message}</Alert>}
      {lockers && lockers.length > 0 && (
        <LockerList
          key={JSON.stringify(query)}
          lockers={lockers}
          chosen={chosen}
          onChoose={onChoose}
          describe={({ postal_code, distance }) => ({
            aside: [
              postal_code === query?.post_code && 'ten sam kod',
              distance !== undefined && formatDistance(distance),
            ]
              .filter(Boolean)
              .join(', '),
          })}
        />
      )}
    </div>
  )
}

function nothingFound(query: LockerQuery | null): string {
  return query?.search
    ? `Nie znaleziono paczkomatów dla „${query.search}”. Spróbuj podać kod pocztowy.`
    : 'Nie znaleziono paczkomatów dla kodu pocztowego'
}

/**
 * Shapes typed digits into a postal code ('XX-XXX'). Leaves words as they are, and what may become one: '3 ' of
 * '3 Maja'.
 */
export function shapeLockerTerm(typed: string): string {
  if (!/^\d[\d\p{Pd}]*$|^\d{2}\s\d+$/u.test(typed)) return typed
  const digits = typed.replace(/\D/g, '').slice(0, 5)
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits
}

/** The query for the directory; null while the text is too short. */
export function toLockerQuery(term: string): LockerQuery | null {
  const trimmed = term.trim()
  if (/^[\d-]+$/.test(trimmed)) return trimmed.length >= LOCKER_SEARCH_MIN_LENGTH ? { post_code: trimmed } : null
  return trimmed.length >= LOCKER_TEXT_MIN_LENGTH ? { search: trimmed } : null
}
