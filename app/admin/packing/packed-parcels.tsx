import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { labelParcelNumbers } from '#app/admin/shipments/carrier-strip.tsx'
import { ParcelLabel } from '#app/admin/shipments/parcel-label.tsx'
import { SelectionBar, useParcelSelection } from '#app/admin/shipments/parcel-selection.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import type { PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { useMarkPacked, useSetStatus } from './packing-data.ts'
import { ParcelWarnings, useAskFirst } from './parcel-warnings.tsx'

/** Parcels that are packed and not sent: a tracking number for each, actions for several. */
export function PackedParcels({ parcels, total }: { parcels: PackingParcel[]; total: number }) {
  const selection = useParcelSelection(parcels)
  const setStatus = useSetStatus()
  const pack = useMarkPacked()
  const none = selection.chosen.length === 0
  const sending = useAskFirst((knows) => setStatus.mutate({ parcels: selection.chosen, status: 'shipped', knows }))
  return (
    <section aria-labelledby="spakowane" className="mt-8">
      <h2 id="spakowane" className="mb-2 font-display text-xl">
        Spakowane, czekają na wysłanie <span className="text-oud tabular-nums">({total})</span>
      </h2>
      <SelectionBar selection={selection} shown={parcels}>
        <Button
          variant="quiet"
          size="tight"
          disabled={none}
          busy={pack.isPending}
          onClick={() => pack.mutate({ parcels: selection.chosen, packed: false })}
        >
          Do spakowania
        </Button>
        <Button
          variant="secondary"
          size="tight"
          disabled={none}
          busy={setStatus.isPending}
          onClick={() => sending.press(selection.chosen.flatMap(({ warnings }) => warnings))}
        >
          Oznacz jako wysłane
        </Button>
      </SelectionBar>
      {sending.dialog({ title: 'Oznaczyć jako wysłane?', confirm: 'Oznacz mimo to' })}
      <ul className="card divide-y divide-night/10">
        {parcels.map((parcel) => (
          <li key={parcel.checkout_id}>
            <PackedParcel parcel={parcel} chosen={selection.has(parcel)} onToggle={() => selection.toggle(parcel)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Id of a packed parcel on the page, for links to it. */
export const nameParcelPlace = (checkoutId: string) => `paczka-${checkoutId}`

type PackedParcelProps = { parcel: PackingParcel; chosen: boolean; onToggle: () => void }

function PackedParcel({ parcel, chosen, onToggle }: PackedParcelProps) {
  const [number, setNumber] = useState(parcel.shipments[0]?.tracking_number ?? '')
  const send = useSetStatus()
  const sending = useAskFirst((knows) =>
    send.mutate({ parcels: [parcel], status: 'shipped', trackingNumber: number, knows }),
  )
  const place = nameParcelPlace(parcel.checkout_id)
  const isMeant = useLocation().hash === `#${place}`
  const form = useRef<HTMLFormElement>(null)
  // The list loads after the page: until then the browser finds no target to scroll to.
  useEffect(() => {
    if (isMeant) form.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  const numbers = parcel.shipments.map(({ order }) => formatOrderNumber(order.id))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (number.trim() === '' || send.isPending) return
    sending.press(parcel.warnings)
  }

  return (
    <>
      <form
        ref={form}
        id={place}
        onSubmit={submit}
        className={classNames(
          'grid gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[1fr_auto] sm:items-end',
          isMeant && 'rounded-2xl outline-2 outline-gold',
        )}
      >
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-night"
            aria-label={`Zaznacz przesyłkę ${numbers.join(', ')}`}
            checked={chosen}
            onChange={onToggle}
          />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold tabular-nums">{labelParcelNumbers(parcel)}</span>{' '}
            <span>{parcel.shipments[0]?.receiver_name}</span>
          </span>
        </label>
        <div className="flex items-end gap-2">
          <PanelField
            label="Numer śledzenia"
            aria-label={`Numer śledzenia ${numbers.join(', ')}`}
            value={number}
            autoCapitalize="characters"
            spellCheck={false}
            className="flex-1"
            onChange={({ target }) => setNumber(target.value)}
          />
          <Button
            type="submit"
            variant="secondary"
            size="lg-tight"
            disabled={number.trim() === ''}
            busy={send.isPending}
          >
            Wyślij
          </Button>
        </div>
      </form>
      <ParcelWarnings warnings={parcel.warnings} className="px-3 pb-2" />
      <ParcelLabel parcel={parcel} />
      {sending.dialog({ title: 'Wysłać tę paczkę?', confirm: 'Wyślij mimo to' })}
    </>
  )
}
