import { useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { nearbyLockersQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import {
  blurPlace,
  formatDistance,
  measureMetres,
  type NearbyLocker,
  type ParcelLocker,
  type Place,
} from '#domain/shipping/parcel-locker.ts'
import { LockerList } from './locker-list.tsx'

/** How long the browser may take to find its position, and how old a known one may be, ms. */
const LOCATE_TIMEOUT_MS = 15_000
const PLACE_FRESH_MS = 5 * 60_000

/** Numbered lockers on the map. */
const ON_MAP = 9

/** Sentences by the code of a geolocation error. */
const REFUSALS: Partial<Record<number, string>> = {
  1: 'Przeglądarka nie udostępnia położenia. Nic nie szkodzi: wpisz kod pocztowy, miejscowość albo ulicę.',
  3: 'Ustalanie położenia trwało zbyt długo. Spróbuj ponownie albo wpisz kod pocztowy.',
}
const NO_PLACE = 'Nie udało się ustalić położenia. Wpisz kod pocztowy, miejscowość albo ulicę.'

type NearbyLockersProps = {
  chosen: ParcelLocker | null
  /** The search begins and should stay open. */
  onOpen: () => void
  onChoose: (locker: ParcelLocker, isSettled: boolean) => void
}

/** 'Paczkomaty w pobliżu': asks for the position only when pressed, and lists the lockers around it by distance. */
export function NearbyLockers({ chosen, onOpen, onChoose }: NearbyLockersProps) {
  const [place, setPlace] = useState<Place | null>(null)
  const [state, setState] = useState<'idle' | 'locating' | { refused: string }>('idle')
  const { data, isLoading, isError, error, refetch } = useQuery(
    nearbyLockersQuery(place && blurPlace(place)),
    queryClient,
  )
  const lockers = place && data && sortByDistance(data, place)

  function locate() {
    onOpen()
    if (!('geolocation' in navigator)) return setState({ refused: NO_PLACE })
    setState('locating')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setPlace({ latitude, longitude })
        setState('idle')
      },
      ({ code }) => setState({ refused: REFUSALS[code] ?? NO_PLACE }),
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: PLACE_FRESH_MS },
    )
  }

  return (
    <div className="grid gap-3">
      <Button variant="secondary" busy={state === 'locating'} onClick={locate} className="justify-self-start">
        <LocateFixed aria-hidden="true" className="size-4" />
        Paczkomaty w pobliżu
      </Button>
      <p role="status" className={typeof state === 'object' || lockers?.length === 0 ? 'text-sm' : 'sr-only'}>
        {typeof state === 'object'
          ? state.refused
          : state === 'locating'
            ? 'Ustalam położenie'
            : isLoading
              ? 'Szukam paczkomatów'
              : lockers?.length === 0
                ? 'W promieniu 30 km nie ma paczkomatu. Wpisz kod pocztowy albo miejscowość.'
                : lockers && `Paczkomaty w pobliżu: ${lockers.length}`}
      </p>
      {isLoading && (
        <div className="grid gap-2">
          <Skeleton className="h-44 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
        </div>
      )}
      {isError && <Alert onRetry={() => void refetch()}>Błąd podczas wczytywania paczkomatów: {error.message}</Alert>}
      {place && lockers && lockers.length > 0 && (
        <>
          <LockerMap place={place} lockers={lockers.slice(0, ON_MAP)} chosen={chosen} />
          <LockerList
            lockers={lockers}
            chosen={chosen}
            onChoose={({ metres: _, ...locker }, isSettled) => onChoose(locker, isSettled)}
            describe={({ metres }, index) => ({
              mark: index < ON_MAP ? `${index + 1}. ` : '',
              aside: formatDistance(metres),
            })}
          />
        </>
      )}
    </div>
  )
}

type MeasuredLocker = NearbyLocker & { metres: number }

/** The shop knows only a rounded position; distances from the exact one may change the order. */
function sortByDistance(lockers: readonly NearbyLocker[], place: Place): MeasuredLocker[] {
  return lockers
    .map((locker) => ({ ...locker, metres: measureMetres(place, locker) }))
    .sort((a, b) => a.metres - b.metres)
}

/** Half the side of the map, and the farthest locker's distance from its middle. */
const MIDDLE = 100
const REACH = 84

type LockerMapProps = { place: Place; lockers: readonly MeasuredLocker[]; chosen: ParcelLocker | null }

/** A map of the lockers around the visitor, north on top. Decorative: the list says the same in words. */
function LockerMap({ place, lockers, chosen }: LockerMapProps) {
  const farthest = lockers.at(-1)?.metres || 1
  return (
    <figure className="rounded-xl border border-night/30 bg-sand/50 p-2">
      <svg aria-hidden="true" viewBox={`0 0 ${2 * MIDDLE} ${2 * MIDDLE}`} className="mx-auto block w-full max-w-72">
        {[REACH, REACH / 2].map((radius) => (
          <circle
            key={radius}
            cx={MIDDLE}
            cy={MIDDLE}
            r={radius}
            className="fill-none stroke-night/25"
            strokeDasharray="3 4"
          />
        ))}
        <text x={MIDDLE} y={11} textAnchor="middle" className="fill-oud text-[9px]">
          N
        </text>
        <circle cx={MIDDLE} cy={MIDDLE} r={5} className="fill-wine stroke-white" strokeWidth={2} />
        {lockers
          .map((locker, index) => ({ locker, number: index + 1 }))
          .toReversed()
          .map(({ locker, number }) => {
            const { x, y } = placeOnMap(place, locker, farthest)
            const isChosen = locker.inpost_id === chosen?.inpost_id
            return (
              <g key={locker.inpost_id}>
                <circle cx={x} cy={y} r={9} className={isChosen ? 'fill-wine' : 'fill-night'} />
                <text x={x} y={y + 3.5} textAnchor="middle" className="fill-ivory text-[10px] font-semibold">
                  {number}
                </text>
              </g>
            )
          })}
      </svg>
      <figcaption className="mt-1 text-center text-xs text-night/80">
        Ty w środku, okrąg to {formatDistance(farthest)}
      </figcaption>
    </figure>
  )
}

/** Scales by the root of the distance, so that near lockers do not overlap. */
function placeOnMap(place: Place, locker: MeasuredLocker, farthest: number): { x: number; y: number } {
  const north = locker.latitude - place.latitude
  const east = (locker.longitude - place.longitude) * Math.cos((place.latitude * Math.PI) / 180)
  const angle = Math.atan2(north, east)
  const reach = REACH * Math.sqrt(locker.metres / farthest)
  return { x: MIDDLE + reach * Math.cos(angle), y: MIDDLE - reach * Math.sin(angle) }
}
