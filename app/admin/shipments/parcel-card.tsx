import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { LIST_ENTRY } from '#app/admin/list-keys.ts'
import { OrderLink } from '#app/admin/orders/order-state.tsx'
import { ParcelWarnings } from '#app/admin/packing/parcel-warnings.tsx'
import { GiftLine, OrderedLine } from '#app/catalog/ordered-lines.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Price } from '#app/ui/price.tsx'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { ORDER_STATUS_LABELS } from '#domain/kernel/order-words/order-status.ts'
import { labelShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { listPlaceLines } from '#domain/orders/delivery-place.ts'
import { labelPayment } from '#domain/orders/order.ts'
import { type AdminParcel, type AdminShipment, describeAdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { buildTrackingUrl, labelShipmentForAdmin, type ShipmentStatus } from '#domain/shipping/shipment.ts'
import { CarrierStrip } from './carrier-strip.tsx'
import type { ParcelSelection } from './parcel-selection.tsx'

type ParcelCardProps = {
  parcel: AdminParcel
  selection: ParcelSelection
  onEdit: (shipmentId: string) => void
  /** Set on the list whose parcels can be created at the carrier. */
  carrier?: { configured: boolean; onCreate: () => void }
}

/** One parcel: a card for each of its orders, and the total of several. */
export function ParcelCard({ parcel, selection, onEdit, carrier }: ParcelCardProps) {
  const { shipments } = parcel
  const together = shipments.length > 1
  const numbers = shipments.map(({ order }) => formatOrderNumber(order.id)).join(', ')
  const checkbox = (
    <label className="grid size-11 shrink-0 place-items-center lg:size-9">
      <input
        type="checkbox"
        className="size-5 accent-night"
        aria-label={`Zaznacz przesyłkę ${numbers}`}
        checked={selection.has(parcel)}
        onChange={() => selection.toggle(parcel)}
      />
    </label>
  )
  return (
    <div
      {...LIST_ENTRY}
      tabIndex={-1}
      className={classNames(
        'overflow-hidden rounded-2xl border bg-white',
        selection.has(parcel) ? 'border-night' : 'border-night/15',
        together && 'border-l-4 border-l-gold',
      )}
    >
      {together && (
        <p className="flex items-center gap-1 bg-sand pr-4 pl-2 text-sm font-medium">
          {checkbox}
          <span>
            {describeAdminParcel(parcel)}{' '}
            <Price grosze={parcel.due_grosze ?? parcel.total_grosze} className="font-semibold" />
          </span>
        </p>
      )}
      <div className="divide-y divide-night/15">
        {shipments.map((shipment) => (
          <ShipmentCard
            key={shipment.id}
            shipment={shipment}
            lead={together ? null : checkbox}
            onEdit={() => onEdit(shipment.id)}
          />
        ))}
      </div>
      <ParcelWarnings warnings={parcel.warnings} className="px-4 pb-3" />
      {carrier && <CarrierStrip parcel={parcel} {...carrier} />}
    </div>
  )
}

const STATUS_LOOKS: Record<ShipmentStatus | 'archived', string> = {
  created: 'bg-sand text-night',
  processing: 'bg-blush text-night',
  shipped: 'bg-sage text-night',
  delivered: 'bg-leaf text-white',
  cancelled: 'bg-wine-tint text-wine',
  archived: 'bg-smoke text-night',
}

/** The parcel's status as a word; the colour only repeats the word. */
function ShipmentBadge({ shipment }: { shipment: AdminShipment }) {
  const archived_at = shipment.archived_at === null ? null : new Date(shipment.archived_at)
  const look = STATUS_LOOKS[archived_at === null ? shipment.status : 'archived']
  return (
    <span className={classNames('rounded-full px-3 py-0.5 text-xs font-semibold whitespace-nowrap', look)}>
      {labelShipmentForAdmin({ status: shipment.status, archived_at })}
    </span>
  )
}

const TAB = classNames(
  'min-h-11 border-b-2 border-transparent text-sm font-medium text-night/75 hover:text-night',
  'data-active:border-gold data-active:text-night lg:min-h-9',
)

type ShipmentCardProps = { shipment: AdminShipment; lead: ReactNode; onEdit: () => void }

function ShipmentCard({ shipment, lead, onEdit }: ShipmentCardProps) {
  const number = formatOrderNumber(shipment.order.id)
  return (
    <article className="pb-3" aria-label={`Przesyłka ${number}`}>
      <header className={classNames('flex items-center gap-2 pt-1.5 pr-2', lead ? 'pl-2' : 'pl-4')}>
        {lead}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <h2 className="font-semibold tabular-nums">
            <OrderLink id={shipment.order.id} className="lg:min-h-9">
              #{number}
            </OrderLink>
          </h2>
          <ShipmentBadge shipment={shipment} />
        </div>
        <Button variant="quiet" size="tight" aria-label={`Edytuj przesyłkę ${number}`} onClick={onEdit}>
          Edytuj
        </Button>
      </header>
      <p className={classNames('pr-4 text-sm wrap-anywhere', lead ? 'pl-14 lg:pl-12' : 'pl-4')}>
        <span className="font-medium">{shipment.receiver_name}</span> · {shipment.parcel_locker_id ?? 'kurier'}
      </p>
      <Tabs.Root defaultValue={TABS[0].name} className="px-4">
        <Tabs.List className="flex gap-6 border-b border-night/10">
          {TABS.map(({ name }) => (
            <Tabs.Tab key={name} value={name} className={TAB}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ name, Facts }) => (
          <Tabs.Panel key={name} value={name} className="grid min-h-24 content-start gap-1 pt-3 text-sm outline-none">
            <Facts shipment={shipment} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </article>
  )
}

const TABS = [
  { name: 'Zamówienie', Facts: OrderFacts },
  { name: 'Dostawa', Facts: DeliveryFacts },
  { name: 'Śledzenie', Facts: TrackingFacts },
] as const

type FactsProps = { shipment: AdminShipment }

function OrderFacts({ shipment: { order } }: FactsProps) {
  return (
    <>
      <ul className="grid gap-1">
        {order.items.map((item) => (
          <OrderedLine key={item.product_id} item={item} />
        ))}
        {order.gift && <GiftLine gift={order.gift} />}
      </ul>
      <dl className="mt-1 grid gap-1 border-t border-night/10 pt-2">
        <Fact term="Płatność">
          <span className="font-medium">{labelPayment(order)}</span> · {ORDER_STATUS_LABELS[order.status]}
        </Fact>
        <Fact term="Razem">
          <Price grosze={order.total_grosze} className="font-semibold" />
        </Fact>
      </dl>
    </>
  )
}

function DeliveryFacts({ shipment }: FactsProps) {
  const { receiver_name, receiver_phone, receiver_email, order } = shipment
  return (
    <dl className="grid gap-1">
      <Fact term="Odbiorca">{receiver_name}</Fact>
      <Fact term="Telefon">
        <a href={`tel:${receiver_phone.replaceAll(' ', '')}`} className="underline underline-offset-4">
          {formatPhone(receiver_phone)}
        </a>
      </Fact>
      <Fact term="E-mail">{receiver_email}</Fact>
      <Fact term="Adres">{listPlaceLines({ ...shipment, ...order }).join(', ') || 'Dostawa kurierem'}</Fact>
      <Fact term="Metoda">{labelShippingMethod(order.shipping_method)}</Fact>
    </dl>
  )
}

function TrackingFacts({ shipment }: FactsProps) {
  const url = buildTrackingUrl(shipment)
  return (
    <dl className="grid gap-1">
      <Fact term="Numer śledzenia">
        {url === null ? (
          'Brak numeru śledzenia'
        ) : (
          <NewTabLink href={url} className="wrap-anywhere underline underline-offset-4">
            {shipment.tracking_number}
          </NewTabLink>
        )}
      </Fact>
      <Fact term="Utworzono">{formatDateTime(new Date(shipment.created_at))}</Fact>
      <Fact term="Zaktualizowano">{formatDateTime(new Date(shipment.updated_at))}</Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-4">
      <dt className="w-20 shrink-0 text-oud sm:w-32">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
