import { useState } from 'react'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useHistoryDialog } from '#app/admin/history-dialog.ts'
import { restockAll } from '#app/admin/restock-fields.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { Price } from '#app/ui/price.tsx'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { hasLeft } from '#domain/orders/admin/order-changes.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { formatShortMoment } from './moments.ts'
import { type ChosenPurpose, listReturned, listSoldAgain, PurposeFields } from './purpose-fields.tsx'
import { listReturnable, makeUuid, ReasonField, readTypedAmount, refundSchema, typed } from './refund-dialog.tsx'
import { SampleCodeField } from './sample-code-field.tsx'
import { useOrderChange } from './use-order-change.ts'

type OnDelivery = NonNullable<AdminOrderPage['payment']['on_delivery']>

/** The money of an order paid on delivery or elsewhere, and how much of it was given back. */
export function CashOnDelivery({ order, money }: { order: AdminOrderPage; money: OnDelivery }) {
  const recording = useHistoryDialog('transfer')
  const leftGrosze = Math.max(0, money.paid_grosze - money.returned_grosze)
  return (
    <>
      <p>
        {order.payment.method === 'elsewhere' ? (
          <span className="font-semibold">{order.payment.label}</span>
        ) : (
          <>
            Za pobraniem: <span className="font-semibold">{describeCash(order)}</span>
          </>
        )}
      </p>
      {money.transfers.length > 0 && (
        <ul className="mt-2 space-y-1">
          {money.transfers.map((transfer) => (
            <li key={transfer.id} className="rounded-lg bg-ivory px-3 py-2">
              <MoneyBack {...transfer} label="Oddano przelewem" />
            </li>
          ))}
        </ul>
      )}
      {leftGrosze > 0 && (
        <Button variant="secondary" size="tight" className="mt-2" onClick={() => recording.open(order.id)}>
          Zapisz oddane pieniądze
        </Button>
      )}
      {recording.subject === order.id && leftGrosze > 0 && (
        <TransferDialog order={order} money={money} leftGrosze={leftGrosze} onClose={recording.close} />
      )}
    </>
  )
}

type MoneyBackProps = Pick<OnDelivery['transfers'][number], 'amount_grosze' | 'reason' | 'created_at'> & {
  label: string
  hasFailed?: boolean
}

/** Money that was given back: when, how much and why. */
export function MoneyBack({ label, amount_grosze, reason, created_at, hasFailed = false }: MoneyBackProps) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className={hasFailed ? 'font-semibold text-wine' : 'font-semibold'}>{`${label} `}</span>
          <span className="text-xs text-oud">{formatShortMoment(created_at)}</span>
        </span>
        <span className={classNames('ml-auto tabular-nums', hasFailed && 'line-through')}>
          −<Price grosze={amount_grosze} />
        </span>
      </p>
      <p className="text-xs break-words text-night/85">{reason}</p>
    </>
  )
}

function describeCash({ status, shipment, payment }: AdminOrderPage): string {
  if (status === 'cancelled') {
    const kept = (payment.on_delivery?.paid_grosze ?? 0) - (payment.on_delivery?.returned_grosze ?? 0)
    return kept > 0 ? `do oddania ${formatGrosze(kept)}` : 'nic nie jest do zapłaty'
  }
  if (status === 'paid' || status === 'completed') return 'zapłacono'
  return shipment?.status === 'delivered' ? 'zapłacono przy odbiorze' : 'do zapłaty przy odbiorze'
}

type TransferDialogProps = {
  order: Pick<AdminOrderPage, 'id' | 'number' | 'items' | 'shipment' | 'sample_code' | 'payment'>
  money: OnDelivery
  leftGrosze: Grosze
  onClose: CloseDialog
}

/** Asks how much was transferred back, and why. The dialog records the transfer and moves no money. */
function TransferDialog({ order, money, leftGrosze, onClose }: TransferDialogProps) {
  // One id per opening of the dialog: two presses record one transfer.
  const [transferId] = useState(makeUuid)
  const [purpose, setPurpose] = useState<ChosenPurpose>({ purpose: 'goodwill', back: {} })
  const pieces = listReturnable(order)
  const isSent = order.shipment !== null && hasLeft(order.shipment.status)
  const [again, setAgain] = useState(() => restockAll(pieces))
  const [endsCode, setEndsCode] = useState(true)
  const { change } = useOrderChange(order.id, onClose)
  const form = useForm({
    schema: refundSchema(leftGrosze),
    initial: { amount_grosze: '', reason: '' },
    onSubmit(wanted) {
      const why = { purpose: purpose.purpose, returned: listReturned(purpose) }
      const json = {
        ...wanted,
        ...why,
        restock: isSent ? listSoldAgain(pieces, purpose, again) : [],
        transfer_id: transferId,
        returned_seen: money.returned_grosze,
        end_code: endsCode,
      }
      return change(
        'transfer',
        () => callApi('post', '/api/admin/orders/:id/transfers', { param: { id: order.id }, json }),
        { title: 'Zapisano', description: `${formatGrosze(wanted.amount_grosze)} oddano kupującemu.` },
      )
    },
  })
  const amount = readTypedAmount(form.values.amount_grosze)
  return (
    <FormDialog
      open={!form.busy}
      title={`Oddane za zamówienie ${order.number}`}
      form={form}
      submit={`Zapisz oddane ${amount ? formatGrosze(amount) : 'pieniądze'}`}
      cancel="Nie zapisuj"
      onClose={onClose}
    >
      <p className="text-sm">
        {`Zapłacono ${order.payment.method === 'elsewhere' ? 'poza sklepem' : 'przy odbiorze'} ${formatGrosze(money.paid_grosze)}`}
        {money.returned_grosze > 0 ? `, z tego ${formatGrosze(money.returned_grosze)} już wróciło. ` : '. '}
        Sklep niczego nie przelewa: zapisuje, że pieniądze są już oddane.
      </p>
      <PanelField
        {...form.text('amount_grosze')}
        label="Oddana kwota (zł)"
        hint={`Najwyżej ${typed(leftGrosze)}.`}
        inputMode="decimal"
        required
      />
      <PurposeFields
        pieces={pieces}
        chosen={purpose}
        onChange={setPurpose}
        {...(isSent && { again: { chosen: again, onChange: setAgain } })}
      />
      <SampleCodeField code={order.sample_code} ends={endsCode} onChange={setEndsCode} />
      <ReasonField {...form.text('reason')} asks="Jak i kiedy oddano. " />
    </FormDialog>
  )
}
