import { DialogButton, FormDialog } from '#app/admin/form-dialog.tsx'
import { buildDialogState, type CloseDialog } from '#app/admin/history-dialog.ts'
import { callApi } from '#app/api-client.ts'
import { RecipientFields } from '#app/checkout/recipient-fields.tsx'
import { isUnchanged, toReceiverValues } from '#app/panel/orders/order-change.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { receiverSchema } from '#domain/checkout/checkout-form.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { useOrderChange } from './use-order-change.ts'

const DIALOG = 'order-receiver'

/** The state of a link that opens this dialog over the page of an order. */
export const buildReceiverDialogState = () => buildDialogState(DIALOG, '')

/** The button that changes receiver and destination; nothing where they can no longer change. */
export function ChangeReceiver({ order }: { order: AdminOrderPage }) {
  if (order.change.receiver_refusal !== null) return null
  return (
    <DialogButton
      name={DIALOG}
      variant="quiet"
      size="tight"
      className="underline"
      dialog={(close) => <ReceiverDialog order={order} onClose={close} />}
    >
      Zmień dostawę
    </DialogButton>
  )
}

function ReceiverDialog({ order, onClose }: { order: AdminOrderPage; onClose: CloseDialog }) {
  const { change: run } = useOrderChange(order.id, onClose)
  const { id, number, parcel, delivery, change } = order
  const { version, receiver } = change
  const form = useForm({
    schema: receiverSchema(delivery.method),
    initial: toReceiverValues(receiver),
    async onSubmit(data) {
      if (isUnchanged(form.values, receiver)) {
        onClose()
        return undefined
      }
      return run(
        'receiver',
        () => callApi('post', '/api/admin/orders/:id/receiver', { param: { id }, json: { version, ...data } }),
        { title: 'Dostawa zmieniona', description: 'Kupujący dostanie e-mail o zmianie.' },
      )
    },
  })
  return (
    <FormDialog
      title={`Dostawa zamówienia ${number}`}
      form={form}
      submit="Zapisz"
      size="md"
      cancel="Nie zmieniaj"
      onClose={onClose}
    >
      {parcel.length > 1 && <p className="text-sm">Zmiana dotyczy całej paczki, wszystkich jej zamówień.</p>}
      <LabelWarning order={order} />
      <RecipientFields form={form} delivery={delivery.method} />
    </FormDialog>
  )
}

/** Warns that an existing label becomes invalid. */
export function LabelWarning({ order: { change, shipment } }: { order: AdminOrderPage }) {
  if (change.label_number === null) return null
  return (
    <p className="rounded-xl bg-wine-tint px-4 py-3 text-sm font-medium text-wine">
      {`Ta paczka ma już etykietę${change.label_number === '' ? '' : ` z numerem ${change.label_number}`}. Po zapisaniu będzie nieaktualna: utwórz nową w przesyłkach${
        shipment?.is_packed ? ' i naklej ją na spakowaną paczkę' : ''
      }, a starej nie nadawaj.`}
    </p>
  )
}
