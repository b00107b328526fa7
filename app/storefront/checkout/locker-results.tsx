import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { LOCKERS_SHOWN, type LockerQuery, type ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { useParcelLockers } from './checkout-queries.ts'

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
