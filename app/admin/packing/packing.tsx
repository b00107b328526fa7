import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { href, Link, useNavigate, useSearchParams } from 'react-router'
import { isTyping } from '#app/admin/list-keys.ts'
import { carrierQuery } from '#app/admin/shipments/carrier-data.ts'
import { AnswerView } from '#app/admin/ui/query-view.tsx'
import { useWaitForParts } from '#app/admin/ui/wait-for-parts.ts'
import { queryClient } from '#app/query-client.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { PackingDesk } from '#domain/shipping/admin/packing-desk.ts'
import { PackedParcels } from './packed-parcels.tsx'
import { packingDeskQuery } from './packing-data.ts'
import { ParcelToPack } from './parcel-to-pack.tsx'

const LOADING = <Skeleton className="h-[70dvh] w-full rounded-2xl" />

/** 'Pakowanie': parcels one after another, the oldest first; below them the packed ones. */
export default function Packing() {
  const desk = useQuery(packingDeskQuery, queryClient)
  // Its strip stands above the pieces, which would move under the finger if it came later.
  const isWaiting = useWaitForParts(useQuery(carrierQuery, queryClient).isPending)
  return (
    // Sideways movements are swipes here, not scrolling.
    <div className="mx-auto max-w-2xl touch-pan-y touch-pinch-zoom">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="font-display text-2xl">Pakowanie</h1>
        {desk.data && desk.data.items.length > 0 && (
          <Link to={href('/admin/pakowanie/lista')} className={buttonClass('quiet', 'tight')}>
            <Printer aria-hidden="true" className="size-4" />
            Lista do zebrania
          </Link>
        )}
      </header>
      <AnswerView of={desk} loading={LOADING}>
        {(data) => (isWaiting ? LOADING : <Desk desk={data} />)}
      </AnswerView>
    </div>
  )
}

function Desk({ desk: { items, packed, total, packed_total } }: { desk: PackingDesk }) {
  const { index, go } = useCurrent(items.map(({ checkout_id }) => checkout_id))
  useWalking(index, go)
  const current = items[index]
  return (
    <>
      {total + packed_total > 0 && <Progress done={packed_total} of={total + packed_total} />}
      {current ? (
        <ParcelToPack
          key={current.checkout_id}
          parcel={current}
          place={`${index + 1} z ${items.length}`}
          onPrevious={index > 0 ? () => go(index - 1) : null}
          onNext={index < items.length - 1 ? () => go(index + 1) : null}
          onDone={() => go(index < items.length - 1 ? index + 1 : index - 1)}
        />
      ) : (
        <EmptyState title={packed.length > 0 ? 'Wszystko spakowane.' : 'Nie ma nic do spakowania.'}>
          <p>{packed.length > 0 ? 'Została jeszcze wysyłka.' : 'Odpocznij: nowe zamówienia pojawią się tu same.'}</p>
        </EmptyState>
      )}
      {packed.length > 0 && <PackedParcels parcels={packed} total={packed_total} />}
    </>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="mb-3">
      <p className="mb-1 text-sm">
        Spakowane: <span className="font-semibold tabular-nums">{`${done} z ${of}`}</span>
      </p>
      <progress
        aria-label="Spakowane paczki"
        value={done}
        max={of}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sand [&::-moz-progress-bar]:bg-leaf
          [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  )
}

/** The open parcel by the address; the first one when the address names no waiting parcel. */
function useCurrent(ids: readonly string[]) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return {
    index: Math.max(ids.indexOf(params.get('parcel') ?? ''), 0),
    go(index: number) {
      const id = ids[index]
      void navigate(
        { search: id === undefined ? '' : `?parcel=${id}` },
        { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
      )
    },
  }
}

/** Shortest swipe, px. */
const SWIPE_PX = 60

/** j and the right arrow lead to the next parcel, k and the left arrow to the one before; so do swipes. */
function useWalking(index: number, go: (index: number) => void): void {
  const step = useEffectEvent((by: number) => go(Math.max(index + by, 0)))
  useEffect(() => {
    const mounted = new AbortController()
    const options = { passive: true, signal: mounted.signal }
    let start: Touch | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const by = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1 }[event.key]
      if (by !== undefined && !isTyping(event)) step(by)
    }
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      start = touches.length === 1 && !isTypedInto(target) ? touches[0] : undefined
    }
    const onTouchEnd = ({ changedTouches: [end] }: TouchEvent) => {
      if (!start || !end) return
      const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY]
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1)
    }
    document.addEventListener('keydown', onKeyDown, options)
    document.addEventListener('touchstart', onTouchStart, options)
    document.addEventListener('touchend', onTouchEnd, options)
    return () => mounted.abort()
  }, [])
}

/** Ignores fields, dialogs and the bar of sections, which scrolls sideways itself. */
function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, nav, [role=dialog]') !== null
}
