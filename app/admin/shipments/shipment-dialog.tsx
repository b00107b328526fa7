import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { describePanelFailure, isRefusal, toFormProblem } from '#app/admin/panel-calls.ts'
import { RestockFields, restockAll } from '#app/admin/restock-fields.tsx'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-fields.tsx'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  describeParcel,
  formatOrderNumber,
  inflectOrders,
  nameOrderedSize,
} from '#domain/kernel/order-words/order-names.ts'
import { hasLeft } from '#domain/orders/admin/order-changes.ts'
import { labelPayment } from '#domain/orders/order.ts'
import {
  type AdminParcel,
  type AdminShipment,
  isWaiting,
  SHIPMENT_CHOICES,
  type ShipmentChoice,
  travels,
} from '#domain/shipping/admin/admin-parcel.ts'
import type { ParcelWarning } from '#domain/shipping/admin/parcel-warning.ts'
import { labelShipmentForAdmin, type ShipmentStatus } from '#domain/shipping/shipment.ts'
import { describeShipmentRefusal, refreshParcels } from './shipments-data.ts'

type ShipmentDialogProps = {
  parcels: readonly AdminParcel[]
  /** Id of the shipment that is edited; null: the dialog is closed. */
  subject: string | null
  onClose: CloseDialog
}

/** 'Aktualizuj przesyłkę': status and tracking number of a shipment, or of its whole parcel. */
export function ShipmentDialog({ parcels, subject, onClose }: ShipmentDialogProps) {
  const parcel = parcels.find(({ shipments }) => shipments.some(({ id }) => id === subject))
  const shipment = parcel?.shipments.find(({ id }) => id === subject)
  if (!parcel || !shipment) return null
  return <ShipmentForm key={shipment.id} parcel={parcel} shipment={shipment} onClose={onClose} />
}

const formSchema = z.object({ status: z.enum(SHIPMENT_CHOICES), tracking_number: z.string(), whole: z.boolean() })
const FAILED = 'Nie udało się zaktualizować przesyłki'

type ShipmentFormProps = { parcel: AdminParcel; shipment: AdminShipment; onClose: CloseDialog }

function ShipmentForm({ parcel, shipment, onClose }: ShipmentFormProps) {
  const { revalidate } = useRevalidator()
  const [collided, setCollided] = useState<string | null>(null)
  const [back, setBack] = useState<Readonly<Record<string, number>>>({})
  // The warnings by which the shop refused: those of a cancelled parcel that is sent after all.
  const [lateWarnings, setLateWarnings] = useState<readonly ParcelWarning[]>([])
  const form = useForm({
    schema: formSchema,
    initial: toValues(shipment),
    async onSubmit({ status, tracking_number, whole }): Promise<FormProblem | undefined> {
      const changed = listChanged(parcel, shipment, whole)
      const warnings = [...findWarnings(parcel, changed), ...lateWarnings]
      const leaves = leavesNow(status, shipment)
      const pieces = listPieces(changed)
      const number = tracking_number.trim()
      const answer = await callApi('patch', '/api/admin/shipments', {
        json: {
          shipments: changed.map(({ id, version }) => ({ id, version })),
          status,
          knows: leaves ? warnings.map(({ id }) => id) : [],
          ...(status === 'cancelled' && { restock: toRestock(pieces, back) }),
          ...(number !== '' && { tracking_number: number }),
        },
      })
      if (!answer.ok) {
        const { failure } = answer
        if (isRefusal(failure, 'changed_meanwhile')) {
          setCollided(describePanelFailure(failure))
          return {}
        }
        if (failure.reason === 'refused' && failure.code === 'parcel_warned') setLateWarnings(failure.details.warnings)
        return {
          ...toFormProblem('Błąd', failure),
          toast: { title: 'Błąd', description: describeShipmentRefusal(failure, FAILED) },
        }
      }
      toast({ title: 'Przesyłka została zaktualizowana', tone: 'success' })
      onClose()
      await refreshParcels(revalidate)
      return undefined
    },
  })

  async function reload(): Promise<void> {
    await refreshParcels(revalidate)
    setCollided(null)
  }

  const { values } = form
  const cancelled = values.status === 'cancelled' && shipment.status !== 'cancelled'
  const chosen = listChanged(parcel, shipment, values.whole)
  const orders = chosen.length
  const warned = leavesNow(values.status, shipment) ? [...findWarnings(parcel, chosen), ...lateWarnings] : []
  const unsent = values.status === 'archived' && isWaiting({ shipments: chosen })
  return (
    <FormDialog
      title="Aktualizuj przesyłkę"
      form={form}
      {...(cancelled
        ? { submit: `Anuluj ${countOrders(orders)}`, danger: true, cancel: 'Zostaw' }
        : warned.length > 0
          ? { submit: 'Zapisz mimo to', danger: true, cancel: 'Zostaw' }
          : unsent
            ? { submit: 'Archiwizuj mimo to', danger: true, cancel: 'Zostaw' }
            : { submit: 'Zapisz zmiany' })}
      onClose={onClose}
    >
      <p className="text-sm">
        Zamówienie <span className="font-semibold tabular-nums">#{formatOrderNumber(shipment.order.id)}</span>,{' '}
        {shipment.receiver_name}
      </p>
      {collided !== null && (
        <Alert>
          <p>{collided}</p>
          <Button variant="secondary" className="mt-3" onClick={() => void reload()}>
            Wczytaj aktualny stan
          </Button>
        </Alert>
      )}
      <SelectField {...form.text('status')} label="Status">
        <Options of={SHIPMENT_CHOICES.map((choice) => [choice, labelChoice(choice)])} />
      </SelectField>
      <PanelField
        {...form.text('tracking_number')}
        label="Numer śledzenia"
        hint={describeMail(values, shipment)}
        autoCapitalize="characters"
        spellCheck={false}
      />
      {parcel.shipments.length > 1 && (
        <CheckboxField
          {...form.checkbox('whole')}
          label={`Zmień całą paczkę: ${describeParcel(parcel.shipments.length)}`}
        />
      )}
      {warned.map(({ id, sentence }) => (
        <p key={id} className="rounded-xl bg-wine-tint px-4 py-3 text-sm font-semibold wrap-anywhere text-wine">
          {sentence}
        </p>
      ))}
      {unsent && (
        <p className="rounded-xl bg-wine-tint px-4 py-3 text-sm">
          Paczka nie jest jeszcze wysłana, a z archiwum nikt jej nie spakuje.
        </p>
      )}
      {cancelled && (
        <>
          <CancelNote shipment={shipment} orders={orders} />
          <RestockFields
            pieces={listPieces(chosen)}
            chosen={{ ...restockAll(listPieces(chosen)), ...back }}
            onChange={setBack}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Whether saving this status sends a parcel that is still in the shop. */
function leavesNow(status: ShipmentChoice, shipment: AdminShipment): boolean {
  return (status === 'shipped' || status === 'delivered') && !hasLeft(shipment.status)
}

function findWarnings({ warnings }: AdminParcel, shipments: readonly AdminShipment[]) {
  return warnings.filter(({ order_ids }) => shipments.some(({ order }) => order_ids.includes(order.id)))
}

/** The pieces that return when these shipments are cancelled. */
function listPieces(shipments: readonly AdminShipment[]) {
  return shipments
    .filter(({ order }) => order.status !== 'cancelled')
    .flatMap(({ order: { id: order_id, items } }) =>
      items.map(({ product_id, quantity: most, recalled, ...item }) => {
        return { key: `${order_id} ${product_id}`, order_id, product_id, name: nameOrderedSize(item), most, recalled }
      }),
    )
}

function toRestock(pieces: ReturnType<typeof listPieces>, back: Readonly<Record<string, number>>) {
  const all = restockAll(pieces)
  return pieces.map(({ key, order_id, product_id }) => ({ order_id, product_id, quantity: back[key] ?? all[key] ?? 0 }))
}

function toValues({ archived_at, status, tracking_number }: AdminShipment): z.output<typeof formSchema> {
  return { status: archived_at === null ? status : 'archived', tracking_number: tracking_number ?? '', whole: true }
}

/** Whether saving mails the customer. */
function describeMail(values: z.output<typeof formSchema>, shipment: AdminShipment): string | undefined {
  if (values.status !== 'shipped') return undefined
  const number = values.tracking_number.trim()
  if (number === '') return 'Klient dostanie e-mail, gdy wpiszesz numer śledzenia.'
  const isTold = shipment.status === 'shipped' && shipment.tracking_number === number
  return isTold ? undefined : 'Klient dostanie e-mail z numerem śledzenia.'
}

function CancelNote({ shipment, orders }: { shipment: AdminShipment; orders: number }) {
  const { order } = shipment
  const isPaid = order.status === 'completed' || labelPayment(order) === 'Opłacone z góry'
  return (
    <p className="rounded-xl bg-wine-tint px-4 py-3 text-sm">
      <span>Anulowanie przesyłki anuluje też {countOrders(orders)}, a produkty wracają do sprzedaży.</span>
      {isPaid && <span> Zamówienie jest opłacone: pieniądze zwróć osobno.</span>}
    </p>
  )
}

/** The shipment; with `whole` all shipments of its parcel that are not cancelled. */
function listChanged(parcel: AdminParcel, shipment: AdminShipment, whole: boolean): AdminShipment[] {
  return whole ? parcel.shipments.filter((part) => part === shipment || travels(part)) : [shipment]
}

function countOrders(orders: number): string {
  return orders === 1 ? 'zamówienie' : `${orders} ${inflectOrders(orders)}`
}

function labelChoice(choice: ShipmentChoice): string {
  const status: ShipmentStatus = choice === 'archived' ? 'delivered' : choice
  return labelShipmentForAdmin({ status, archived_at: choice === 'archived' ? new Date(0) : null })
}
