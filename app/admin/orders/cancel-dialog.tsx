import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { formatGrosze } from '#domain/kernel/money.ts'
import type { AdminOrderPage } from '#domain/orders/admin/admin-order.ts'
import { reasonSchema } from '#domain/payments/refunds/refund-request.ts'
import { FormDialog } from '../form-dialog.tsx'
import { useOrderChange } from './use-order-change.ts'

const cancelSchema = z.object({ reason: reasonSchema })

/** Asks why an order is cancelled and, where it was paid, what becomes of the money. */
export function CancelDialog({ order, onClose }: { order: AdminOrderPage; onClose: () => void }) {
  const left = order.payment.attempts.reduce((sum, { refundableGrosze }) => sum + refundableGrosze, 0)
  const [refund, setRefund] = useState(left > 0)
  const { change } = useOrderChange(order.id)
  const form = useForm({
    schema: cancelSchema,
    initial: { reason: '' },
    async onSubmit({ reason }) {
      const call = { param: { id: order.id }, json: { reason, seen: order.status } }
      const problem = await change(
        'cancel',
        () =>
          refund
            ? callApi('post', '/api/admin/orders/:id/cancel-and-refund', call)
            : callApi('post', '/api/admin/orders/:id/cancel', call),
        {
          title: 'Zamówienie anulowane',
          description: refund ? `${formatGrosze(left)} wraca do kupującego.` : 'Sztuki wróciły do magazynu.',
        },
      )
      if (!problem) onClose()
      return problem
    },
  })
  const isGone = order.shipment?.status === 'shipped' || order.shipment?.status === 'delivered'
  return (
    <FormDialog
      open={!form.busy}
      title={`Anulować zamówienie ${order.number}?`}
      form={form}
      submit={refund ? `Anuluj i zwróć ${formatGrosze(left)}` : 'Anuluj zamówienie'}
      danger
      cancel="Zostaw"
      onClose={onClose}
    >
      <p className="text-sm">
        Wszystkie sztuki z zamówienia {order.number} wrócą do magazynu
        {order.shipment && !isGone && ', a przesyłka zostanie anulowana'}. Tego nie można cofnąć.
      </p>
      {isGone && (
        <p className="rounded-lg bg-wine-tint px-3 py-2 text-sm text-wine">
          Paczka opuściła już sklep. Anuluj tylko wtedy, gdy towar do Ciebie wrócił.
        </p>
      )}
      {left > 0 && (
        <fieldset className="space-y-2 text-sm">
          <legend className="mb-1 font-medium">Co z zapłaconymi pieniędzmi?</legend>
          <RadioCard
            name="refund"
            value="yes"
            checked={refund}
            onChoose={() => setRefund(true)}
            title={`Zwróć ${formatGrosze(left)}`}
          />
          <RadioCard
            name="refund"
            value="no"
            checked={!refund}
            onChoose={() => setRefund(false)}
            title="Nie zwracaj teraz"
          >
            Oddasz je inną drogą albo później.
          </RadioCard>
        </fieldset>
      )}
      <TextField
        {...form.text('reason')}
        label="Powód"
        hint="Zostaje przy zamówieniu, kupujący go nie widzi."
        maxLength={200}
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}
