import { ChevronLeft, ChevronRight, Gift, Printer, QrCode as QrCodeIcon } from 'lucide-react'
import { use, useState } from 'react'
import { href, Link } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { IsOwner } from '#app/admin/is-owner.ts'
import { OrderLink } from '#app/admin/orders/order-state.tsx'
import { ParcelLabel } from '#app/admin/shipments/parcel-label.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { Button } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { ToastPlace } from '#app/ui/toast-place.tsx'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { describeParcel, formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { labelDelivery } from '#domain/kernel/order-words/shipping-method.ts'
import { listPlaceLines } from '#domain/orders/delivery-place.ts'
import { labelPayment } from '#domain/orders/order.ts'
import { listParcelItems, type PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { sumGifts } from '#domain/shipping/admin/packing-desk.ts'
import { BottleDialog } from './bottle-dialog.tsx'
import { ItemsToTick, listTicks, useTicks } from './items-to-tick.tsx'
import { useMarkPacked, useSetStatus } from './packing-data.ts'
import { ParcelWarnings, useAskFirst } from './parcel-warnings.tsx'

type ParcelToPackProps = {
  parcel: PackingParcel
  /** '2 z 5' */
  place: string
  /** null: there is none. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onDone: () => void
}

/** One parcel to pack: receiver, address, items and the sum to collect. */
export function ParcelToPack({ parcel, place, onPrevious, onNext, onDone }: ParcelToPackProps) {
  const [ticked, toggle] = useTicks(parcel.checkout_id)
  const finish = useFinish(parcel, onDone)
  const [isAsking, setAsking] = useState(false)
  const finishing = useAskFirst(finish.submit)
  const submit = () => finishing.press(parcel.warnings)
  const [first] = parcel.shipments
  const items = listParcelItems(parcel)
  const pieces = items.flatMap(listTicks)
  const inside = pieces.filter((key) => ticked.has(key)).length
  const bottle = useHistoryDialog('bottle')
  const read = items.find(({ product_id }) => product_id === bottle.subject)
  return (
    <article aria-label="Paczka do spakowania" className="card">
      <ParcelHead parcel={parcel} />
      <ParcelWarnings warnings={parcel.warnings} className="px-4 pb-3" />
      {/* The dialogs' own forms must not submit this one. */}
      <ParcelLabel parcel={parcel} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (inside < pieces.length) setAsking(true)
          else submit()
        }}
      >
        <ItemsToTick
          items={items}
          ticked={ticked}
          onTick={toggle}
          onRead={({ product_id }) => bottle.open(product_id)}
        />
        {sumGifts([parcel]).map(({ name, pieces }) => (
          <p key={name} className="flex items-center gap-3 bg-blush px-4 py-3 font-semibold">
            <Gift aria-hidden="true" className="size-6 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {pieces === 1 ? 'Dołóż gratis (+GRATIS)' : `Dołóż gratisy: ${pieces} (+GRATIS)`}
              <span className="block text-sm font-normal">{name}</span>
            </span>
          </p>
        ))}
        {first?.order.facts.map(({ label, text }) => (
          <p key={label} className="bg-sand px-4 py-3 font-semibold wrap-anywhere">{`${label}: ${text}`}</p>
        ))}
        <p className="flex items-baseline justify-between gap-4 px-4 py-3">
          <span className="text-sm">
            {parcel.due_grosze !== null ? 'Do pobrania' : first && labelPayment(first.order)}
          </span>
          {parcel.due_grosze !== null && <Price grosze={parcel.due_grosze} className="text-2xl font-semibold" />}
        </p>
        <TrackingField number={finish.number} onChange={finish.setNumber} />
        <div
          data-bottom-bar=""
          className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] rounded-b-2xl border-t border-night/15
            bg-white px-3 py-2 lg:bottom-0"
        >
          <ToastPlace />
          <p className="mb-1 flex justify-between text-xs text-oud tabular-nums">
            <span aria-live="polite">{`W paczce ${inside} z ${pieces.length}`}</span>
            <span>Paczka {place}</span>
          </p>
          <div className="flex items-center gap-2">
            <Step label="Poprzednia paczka" onClick={onPrevious} icon={ChevronLeft} />
            <Button type="submit" size="lg-tight" className="flex-1" busy={finish.busy}>
              {finish.sends ? 'Wysłane, następna' : 'Spakowane, następna'}
            </Button>
            <Step label="Następna paczka" onClick={onNext} icon={ChevronRight} />
          </div>
        </div>
      </form>
      <ConfirmDialog
        open={isAsking}
        title="Nie wszystko odhaczono"
        confirm={finish.sends ? 'Wyślij mimo to' : 'Spakuj mimo to'}
        onConfirm={() => {
          setAsking(false)
          submit()
        }}
        onClose={() => setAsking(false)}
      >
        {`Nie odhaczono ${pieces.length - inside} z ${pieces.length} sztuk. Spakować mimo to?`}
      </ConfirmDialog>
      {read && (
        <BottleDialog
          checkoutId={parcel.checkout_id}
          item={read}
          onNoted={() => {
            const next = listTicks(read).find((key) => !ticked.has(key))
            if (next !== undefined) toggle(next)
          }}
          onClose={bottle.close}
        />
      )}
      {finishing.dialog({
        title: finish.sends ? 'Wysłać tę paczkę?' : 'Spakować tę paczkę?',
        confirm: finish.sends ? 'Wyślij mimo to' : 'Spakuj mimo to',
      })}
    </article>
  )
}

function ParcelHead({ parcel }: { parcel: PackingParcel }) {
  const isOwners = use(IsOwner)
  const { shipments, checkout_id: id } = parcel
  const [first] = shipments
  if (!first) return null
  const { receiver_name, receiver_phone, order } = first
  const place = listPlaceLines({ ...first, ...order })
  // The packer sorts by locker, or by town.
  const [large, small] = first.parcel_locker_id === null ? place.toReversed() : place
  const papers = [
    { name: 'Drukuj', to: href('/admin/pakowanie/paczka/:id', { id }), icon: Printer },
    ...(isOwners ? [{ name: 'Wkładka', to: href('/admin/pakowanie/wkladka/:id', { id }), icon: QrCodeIcon }] : []),
  ]
  return (
    <header className="px-4 pt-3 pb-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex flex-wrap gap-x-3 font-semibold tabular-nums">
          {shipments.map(({ order: { id } }) =>
            isOwners ? (
              <OrderLink key={id} id={id}>
                #{formatOrderNumber(id)}
              </OrderLink>
            ) : (
              <span key={id} className="inline-flex min-h-11 items-center">
                #{formatOrderNumber(id)}
              </span>
            ),
          )}
        </h2>
        {papers.map(({ name, to, icon: PaperIcon }) => (
          <Link
            key={name}
            to={to}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 text-sm font-semibold underline-offset-4
              hover:underline"
          >
            <PaperIcon aria-hidden="true" className="size-4" />
            {name}
          </Link>
        ))}
      </div>
      {shipments.length > 1 && <p className="text-sm text-oud">{describeParcel(shipments.length)}</p>}
      <p className="mt-1 text-lg font-medium wrap-anywhere">{receiver_name}</p>
      <p className="text-sm">{formatPhone(receiver_phone)}</p>
      <p className="mt-2 text-sm text-oud">{labelDelivery(order.shipping_method)}</p>
      <p className="font-display text-3xl wrap-anywhere">{large}</p>
      <p className="wrap-anywhere">{small}</p>
    </header>
  )
}

/** Marks the parcel as packed; with a typed or scanned number as sent. */
function useFinish(parcel: PackingParcel, onDone: () => void) {
  const [number, setNumber] = useState('')
  const pack = useMarkPacked()
  const send = useSetStatus()
  const busy = pack.isPending || send.isPending
  const sends = number.trim() !== ''
  return {
    number,
    setNumber,
    sends,
    busy,
    submit(knows: string[]) {
      if (busy) return
      const after = { onSuccess: onDone }
      if (sends) send.mutate({ parcels: [parcel], status: 'shipped', trackingNumber: number, knows }, after)
      else pack.mutate({ parcels: [parcel], packed: true, knows }, after)
    },
  }
}

function TrackingField({ number, onChange }: { number: string; onChange: (number: string) => void }) {
  return (
    <PanelField
      label="Numer śledzenia"
      hint={
        number.trim() === ''
          ? 'Wpisz lub zeskanuj, jeśli paczka już wychodzi.'
          : 'Klient dostanie e-mail z numerem śledzenia.'
      }
      value={number}
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      className="border-t border-night/10 px-4 py-3"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type StepProps = { label: string; onClick: (() => void) | null; icon: typeof ChevronLeft }

function Step({ label, onClick, icon: StepIcon }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={onClick === null}
      onClick={onClick ?? undefined}
      className="grid size-13 shrink-0 place-items-center rounded-full border border-night/30 hover:bg-sand
        disabled:opacity-40"
    >
      <StepIcon aria-hidden="true" className="size-6" />
    </button>
  )
}
