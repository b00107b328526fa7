import { Printer, Truck } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { href, Link } from 'react-router'
import { IsOwner } from '#app/admin/is-owner.ts'
import { buildReceiverDialogState } from '#app/admin/orders/change-receiver-dialog.tsx'
import { useAskFirst } from '#app/admin/packing/parcel-warnings.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { isSendable, type PackingParcel, travels } from '#domain/shipping/admin/admin-parcel.ts'
import type { CarrierShipmentView } from '#domain/shipping/carrier/carrier-shipment.ts'
import { describeCarrierStatus, HANDED_OVER_STATUSES } from '#domain/shipping/carrier/carrier-status.ts'
import { useCarrierCancelling, useLabelDownload } from './carrier-data.ts'

type CarrierStripProps = {
  parcel: PackingParcel
  /** Whether the shop has keys of the carrier. */
  configured: boolean
  onCreate: () => void
}

/** The carrier's state of a parcel and the actions it allows; nothing where the carrier is not involved. */
export function CarrierStrip({ parcel, configured, onCreate }: CarrierStripProps) {
  const { carrier } = parcel
  const isOwners = use(IsOwner)
  const head = parcel.shipments.find(travels)
  const sendable = configured && isSendable(parcel)
  const shown = carrier && carrier.status !== 'cancelled' && carrier.status !== 'replaced' ? carrier : null
  if (!shown && !sendable) return null
  const number = parcel.shipments.find(({ tracking_number }) => tracking_number !== null)?.tracking_number
  return (
    <section
      aria-label={`InPost, ${labelParcelNumbers(parcel)}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-night/15 bg-ivory px-4 py-1.5 text-sm"
    >
      <Truck aria-hidden="true" className="size-4 shrink-0 text-oud" />
      <CarrierWords carrier={carrier} delivered={shown?.status === 'confirmed' && isDelivered(parcel)} />
      {shown && number && <p className="tabular-nums wrap-anywhere">{number}</p>}
      <span className="ml-auto flex flex-wrap gap-2">
        {shown && <CarrierActions parcel={parcel} carrier={shown} />}
        {isOwners && shown?.status === 'refused' && head && (
          <Link
            to={href('/admin/zamowienia/:id', { id: head.order.id })}
            state={buildReceiverDialogState()}
            className={buttonClass('secondary', 'tight')}
          >
            Popraw odbiorcę lub paczkomat
          </Link>
        )}
        {sendable && (
          <Button variant="secondary" size="tight" onClick={onCreate}>
            {shown?.outdated ? 'Utwórz nową etykietę' : shown ? 'Spróbuj ponownie' : 'Utwórz etykietę'}
          </Button>
        )}
      </span>
      {shown && <CarrierWarning parcel={parcel} carrier={shown} />}
    </section>
  )
}

/** '#12442231, #12442232': the numbers of its orders. */
export const labelParcelNumbers = ({ shipments }: Pick<PackingParcel, 'shipments'>) =>
  shipments.map(({ order }) => `#${formatOrderNumber(order.id)}`).join(', ')

type CarrierWordsProps = { carrier: CarrierShipmentView | null; delivered: boolean }

function CarrierWords({ carrier, delivered }: CarrierWordsProps) {
  if (carrier === null) return <p>InPost: jeszcze nie utworzono</p>
  const { label, alarm } = delivered ? describeCarrierStatus('delivered') : describeCarrier(carrier)
  return (
    <p role="status" className={classNames('min-w-0 flex-1 basis-48', alarm && 'font-medium text-wine')}>
      {label.startsWith('InPost') ? label : `InPost: ${label}`}
    </p>
  )
}

function describeCarrier({ status, carrier_status, problem }: CarrierShipmentView): { label: string; alarm: boolean } {
  switch (status) {
    case 'requested':
      return { label: 'czekamy na odpowiedź…', alarm: false }
    case 'refused':
      return { label: problem ?? 'nie utworzono', alarm: true }
    case 'created':
      return problem ? { label: problem, alarm: true } : { label: 'przygotowuje etykietę…', alarm: false }
    case 'confirmed':
      return describeCarrierStatus(carrier_status ?? '')
    case 'replaced':
      return { label: 'poprzednia etykieta jest nieważna', alarm: false }
    case 'cancelled':
      return { label: 'poprzednią przesyłkę anulowano', alarm: false }
  }
}

function CarrierActions({ parcel, carrier }: { parcel: PackingParcel; carrier: CarrierShipmentView }) {
  const label = useLabelDownload()
  const printing = useAskFirst(() => label.mutate([carrier.id]))
  const cancelled = !parcel.shipments.some(travels)
  const isLabelUsed = isDelivered(parcel) || HANDED_OVER_STATUSES.includes(carrier.carrier_status ?? '')
  const cancelling = useCarrierCancelling()
  return (
    <>
      {carrier.status === 'confirmed' && !cancelled && !carrier.outdated && !isLabelUsed && (
        <Button variant="secondary" size="tight" busy={label.isPending} onClick={() => printing.press(parcel.warnings)}>
          {!label.isPending && <Printer aria-hidden="true" className="size-4" />}
          <span>Drukuj etykietę</span>
        </Button>
      )}
      {printing.dialog({ title: 'Drukować etykietę?', confirm: 'Drukuj mimo to' })}
      {canCancel(carrier, cancelled) && (
        <Button variant="quiet" size="tight" busy={cancelling.isPending} onClick={() => cancelling.mutate(carrier.id)}>
          Anuluj w InPost
        </Button>
      )}
    </>
  )
}

/** Whether all that travels has arrived, also by the word of the owner alone. */
const isDelivered = ({ shipments }: Pick<PackingParcel, 'shipments'>) =>
  shipments.some(travels) && shipments.filter(travels).every(({ status }) => status === 'delivered')

/** InPost cancels only unconfirmed parcels. For a cancelled order the shop asks anyway and shows InPost's answer. */
function canCancel({ status, carrier_status }: CarrierShipmentView, cancelled: boolean): boolean {
  return status === 'created' || (cancelled && status === 'confirmed' && carrier_status === 'confirmed')
}

/** Warns of a change in the shop that the carrier does not know of. */
function CarrierWarning({ parcel, carrier }: { parcel: PackingParcel; carrier: CarrierShipmentView }) {
  if (carrier.status !== 'created' && carrier.status !== 'confirmed') return null
  const travelling = parcel.shipments.filter(travels)
  const sent = travelling.some(({ status }) => status === 'delivered')
  const due = parcel.due_grosze
  if (travelling.length === 0) {
    return <Warning>Zamówienie jest anulowane, a InPost ma tę przesyłkę. Nie nadawaj jej.</Warning>
  }
  if (carrier.outdated) {
    return <Warning>Etykieta jest zużyta albo ma inne dane lub kwotę niż zamówienie. Utwórz nową przesyłkę.</Warning>
  }
  if (sent || due === carrier.cod_grosze) return null
  const collected = carrier.cod_grosze === null ? 'nic' : formatGrosze(carrier.cod_grosze)
  return (
    <Warning>
      InPost pobierze {collected}, a do zapłaty jest {due === null ? 'nic' : formatGrosze(due)}.
    </Warning>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="w-full font-medium text-wine">{children}</p>
}
