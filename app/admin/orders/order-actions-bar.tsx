import { Fragment, useState } from 'react'
import { href, Link } from 'react-router'
import { z } from 'zod'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { DialogButton, FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useHistoryDialog } from '#app/admin/history-dialog.ts'
import { nameParcelPlace } from '#app/admin/packing/packed-parcels.tsx'
import { RestockFields, restockAll } from '#app/admin/restock-fields.tsx'
import { callApi } from '#app/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { hasLeft, type SettableStatus } from '#domain/orders/admin/order-changes.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { reasonSchema } from '#domain/payments/refunds/refund-request.ts'
import { listReturnable, ReasonField } from './refund-dialog.tsx'
import { useOrderChange } from './use-order-change.ts'

const SETTING = {
  paid: {
    action: 'mark_paid',
    button: 'Oznacz jako opłacone',
    title: 'Oznaczyć jako opłacone?',
    done: 'Zamówienie opłacone',
    question: 'Pieniądze za pobranie są już u Ciebie?',
  },
  completed: {
    action: 'complete',
    button: 'Zakończ',
    title: 'Zakończyć zamówienie?',
    done: 'Zamówienie zakończone',
    question: 'Zakończone zamówienie można anulować już tylko z przesyłką, jeśli paczka wróci.',
  },
} as const satisfies Record<SettableStatus, { action: keyof AdminOrderPage['actions']; [text: string]: string }>

type NextStep = 'pack' | 'send' | SettableStatus

function findNextStep({ shipment, actions }: Pick<AdminOrderPage, 'shipment' | 'actions'>): NextStep | null {
  const isHere = shipment && !shipment.is_archived && ['created', 'processing'].includes(shipment.status)
  if (isHere) return shipment.is_packed ? 'send' : 'pack'
  if (actions.mark_paid) return 'paid'
  return actions.complete ? 'completed' : null
}

type OrderActionsProps = {
  order: Pick<AdminOrderPage, 'id' | 'checkout_id' | 'number' | 'status' | 'version' | 'actions' | 'shipment'>
}

/** The actions that the status of an order allows; the button of the next step is filled. */
export function OrderActionsBar({ order }: OrderActionsProps) {
  const asking = useHistoryDialog('order-action')
  const { busy, press } = useOrderChange(order.id)
  const next = findNextStep(order)
  if (next === null) return null

  async function set(to: SettableStatus) {
    const json = { seen: order.status, version: order.version, to }
    await press(to, () => callApi('post', '/api/admin/orders/:id/status', { param: { id: order.id }, json }), {
      title: SETTING[to].done,
    })
    asking.close()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {next === 'pack' && (
        <Link
          to={`${href('/admin/pakowanie')}?parcel=${order.checkout_id}`}
          className={buttonClass('primary', 'tight')}
        >
          Spakuj
        </Link>
      )}
      {next === 'send' && (
        <Link
          to={`${href('/admin/pakowanie')}#${nameParcelPlace(order.checkout_id)}`}
          className={buttonClass('primary', 'tight')}
        >
          Wyślij
        </Link>
      )}
      {(['paid', 'completed'] as const).map((to) => (
        <Fragment key={to}>
          {order.actions[SETTING[to].action] && (
            <Button variant={next === to ? 'primary' : 'secondary'} size="tight" onClick={() => asking.open(to)}>
              {SETTING[to].button}
            </Button>
          )}
          <ConfirmDialog
            open={asking.subject === to}
            title={SETTING[to].title}
            confirm={SETTING[to].button}
            busy={busy === to}
            onConfirm={() => void set(to)}
            onClose={asking.close}
          >
            <p>
              Zamówienie {order.number}. {SETTING[to].question}
            </p>
          </ConfirmDialog>
        </Fragment>
      ))}
    </div>
  )
}

/** For the end of the page, away from the button of the next step. */
export function CancelOrder({ order }: { order: AdminOrderPage }) {
  if (!order.actions.cancel) {
    const isAway = hasLeft(order.shipment?.status ?? null) && (order.status === 'pending' || order.status === 'paid')
    return isAway ? (
      <p className="mt-8 border-t border-night/10 pt-5 text-sm text-oud">
        Paczka opuściła sklep. Gdy wróci, ustaw jej przesyłkę na „Anulowana”: zamówienie anuluje się razem z nią.
      </p>
    ) : null
  }
  return (
    <div className="mt-8 border-t border-night/10 pt-5">
      <DialogButton
        name="order-cancel"
        variant="danger-outline"
        dialog={(close) => <CancelDialog order={order} onClose={close} />}
      >
        Anuluj zamówienie
      </DialogButton>
    </div>
  )
}

const cancelSchema = z.object({ reason: reasonSchema })

/** Asks why an order is cancelled and, where it was paid, whether the money goes back. */
function CancelDialog({ order, onClose }: { order: AdminOrderPage; onClose: CloseDialog }) {
  // Money that the bank holds because of a dispute cannot be refunded now.
  const left = order.payment.attempts.reduce(
    (sum, { refundable_grosze, is_disputed }) => sum + (is_disputed ? 0 : refundable_grosze),
    0,
  )
  const [refund, setRefund] = useState(left > 0)
  const pieces = listReturnable(order)
  const [back, setBack] = useState(() => restockAll(pieces))
  const { change } = useOrderChange(order.id, onClose)
  const form = useForm({
    schema: cancelSchema,
    initial: { reason: '' },
    onSubmit({ reason }) {
      const restock = pieces.map(({ key, most }) => ({
        order_id: order.id,
        product_id: key,
        quantity: back[key] ?? most,
      }))
      const call = { param: { id: order.id }, json: { reason, seen: order.status, version: order.version, restock } }
      return change(
        'cancel',
        () =>
          refund
            ? callApi('post', '/api/admin/orders/:id/cancel-and-refund', call)
            : callApi('post', '/api/admin/orders/:id/cancel', call),
        {
          title: 'Zamówienie anulowane',
          description: refund
            ? `${formatGrosze(left)} wraca do kupującego.`
            : 'Sztuki wróciły do sprzedaży, jak w formularzu.',
        },
      )
    },
  })
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
        {`Zamówienie ${order.number} zostanie anulowane${order.shipment ? ' razem z przesyłką' : ''}. `}
        Tego nie można cofnąć.
      </p>
      <RestockFields pieces={pieces} chosen={back} onChange={setBack} />
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
      <ReasonField {...form.text('reason')} />
    </FormDialog>
  )
}
