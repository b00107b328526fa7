import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { RecipientFields } from '#app/checkout/recipient-fields.tsx'
import { orderChangeQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { receiverChangesSchema, receiverSchema } from '#domain/checkout/checkout-form.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { inflectOrders } from '#domain/kernel/order-words/order-names.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { BuyerCancel, ChangeableParcel, ReceiverChange } from '#domain/orders/changes/parcel-change.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'

type Call<Body> = (body: Body) => Promise<Result<unknown, ApiFailure>>

type OrderChangeProps = {
  parcel: ChangeableParcel
  change: Call<ReceiverChange>
  cancel: Call<BuyerCancel>
  /** Called when the order has changed, by this form or before it was sent. */
  onChanged: () => void
}

/** The changes that a buyer can still make to an order in the panel. */
export function OwnOrderChange({ orderId, onChanged }: { orderId: string; onChanged: () => void }) {
  const { data, error, refetch } = useQuery(orderChangeQuery(orderId), queryClient)
  const param = { id: orderId }
  if (error) return <Alert onRetry={() => void refetch()}>{error.message}</Alert>
  if (!data) return <Skeleton className="h-24 rounded-xl" />
  return (
    <OrderChange
      parcel={data}
      change={(json) => callApi('post', '/api/me/orders/:id/receiver', { param, json })}
      cancel={(json) => callApi('post', '/api/me/orders/:id/cancel', { param, json })}
      onChanged={() => {
        void refetch()
        onChanged()
      }}
    />
  )
}

/** Changes locker, address or receiver, or gives the order up, until its parcel is prepared; then says whom to ask. */
export function OrderChange(props: OrderChangeProps) {
  const { parcel } = props
  const [open, setOpen] = useState<'receiver' | 'cancel' | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(null)
    setWasOpen(true)
  }
  // The pressed button is gone: the focus moves here.
  useLayoutEffect(() => {
    if (wasOpen && open === null) first.current?.focus()
  }, [wasOpen, open])
  if (parcel.too_late !== null) return <p className="mt-2 text-sm">{parcel.too_late}</p>
  if (open === 'receiver') return <ReceiverForm {...props} onClose={close} />
  if (open === 'cancel') return <CancelForm {...props} onClose={close} />
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button ref={first} variant="secondary" onClick={() => setOpen('receiver')}>
        {parcel.delivery === 'locker' ? 'Zmień paczkomat lub odbiorcę' : 'Zmień adres lub odbiorcę'}
      </Button>
      <Button variant="danger-outline" onClick={() => setOpen('cancel')}>
        Anuluj zamówienie
      </Button>
    </div>
  )
}

/** The fields of a form about the receiver. */
export type ReceiverValues = Omit<NonNullable<ChangeableParcel['receiver']>, 'selectedLocker'> & {
  selectedLocker: ParcelLocker | null
}

const EMPTY: ReceiverValues = {
  firstName: '',
  lastName: '',
  phone: '',
  receiverEmail: '',
  street: '',
  houseNumber: '',
  city: '',
  postalCode: '',
  selectedLocker: null,
}

/** Whether a form still has its initial values. */
export const isUnchanged = (values: ReceiverValues, receiver: ChangeableParcel['receiver']): boolean =>
  JSON.stringify(values) === JSON.stringify(toReceiverValues(receiver))

export const toReceiverValues = (receiver: ChangeableParcel['receiver']): ReceiverValues =>
  receiver ? { ...receiver, phone: formatPhone(receiver.phone) } : EMPTY

type OpenFormProps = OrderChangeProps & { onClose: () => void }

function ReceiverForm({ parcel, change, onChanged, onClose }: OpenFormProps) {
  const { version, delivery, receiver } = parcel
  const shown = useFocusWhenShown<HTMLParagraphElement>()
  const form = useForm({
    schema: receiver ? receiverSchema(delivery) : receiverChangesSchema(delivery),
    initial: toReceiverValues(receiver),
    async onSubmit(data) {
      if (isUnchanged(form.values, receiver)) {
        return { toast: { title: 'Nic się nie zmieniło', description: 'Popraw pole, które ma być inne.' } }
      }
      const answer = await change({ version, ...data })
      if (!answer.ok) return explain('Nie udało się zapisać zmiany', answer.failure, onChanged)
      toast({ title: 'Zmiana zapisana', description: 'Potwierdzenie wysyłamy e-mailem.', tone: 'success' })
      onClose()
      onChanged()
      return undefined
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-label="Zmiana dostawy" className="mt-3 grid gap-5">
      <p ref={shown} tabIndex={-1} className="text-sm outline-none">
        {receiver
          ? 'Zmiana dotyczy całej paczki. Sposób dostawy i cena zostają bez zmian.'
          : 'Wypełnij tylko to, co ma być inne: puste pola zostają bez zmian. Zmiana dotyczy całej paczki.'}
      </p>
      <RecipientFields form={form} delivery={delivery} required={receiver !== null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.busy}>
          Zapisz zmianę
        </Button>
        <Button variant="secondary" disabled={form.busy} onClick={onClose}>
          Nie zmieniaj
        </Button>
      </div>
    </form>
  )
}

/** Asks which orders of the parcel to give up, and says what happens with the money. */
function CancelForm({ parcel, cancel, onChanged, onClose }: OpenFormProps) {
  const { version, numbers, refund_grosze: refundGrosze } = parcel
  const shown = useFocusWhenShown<HTMLDivElement>()
  const [number, setNumber] = useState<string | null>(null)

  const [busy, press] = useAct(async () => {
    const answer = await cancel({ version, number })
    if (answer.ok) {
      toast({ title: 'Zamówienie anulowane', tone: 'success' })
      onClose()
      onChanged()
      return
    }
    const { toast: told } = explain('Nie udało się anulować', answer.failure, onChanged)
    if (told) toast({ ...told, tone: 'error' })
  })

  return (
    <div ref={shown} tabIndex={-1} className="mt-3 grid gap-4 outline-none">
      {numbers.length > 1 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">Co anulować?</legend>
          <RadioCard
            name="cancelled"
            value="all"
            checked={number === null}
            onChoose={() => setNumber(null)}
            title={`Całą paczkę (${numbers.length}\u00a0${inflectOrders(numbers.length)})`}
          />
          {numbers.map((each) => (
            <RadioCard
              key={each}
              name="cancelled"
              value={each}
              checked={number === each}
              onChoose={() => setNumber(each)}
              title={`Tylko zamówienie #${each}`}
            />
          ))}
        </fieldset>
      )}
      <p className="text-sm">
        {refundGrosze > 0
          ? `Zwrócimy ${formatGrosze(refundGrosze)} tą samą drogą, którą przyszła wpłata. Anulowanego zamówienia nie można przywrócić.`
          : 'Nic nie trzeba płacić. Anulowanego zamówienia nie można przywrócić.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={() => void press()}>
          {number === null && numbers.length > 1 ? 'Anuluj całą paczkę' : 'Anuluj zamówienie'}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Zostaw
        </Button>
      </div>
    </div>
  )
}

/** Shows the shop's refusal at its field or in a toast, and the order's present state. */
function explain(title: string, failure: ApiFailure, onChanged: () => void): FormProblem {
  if (failure.reason !== 'refused') return { toast: { title, description: 'Brak połączenia ze sklepem.' } }
  if (failure.code === 'changed_meanwhile' || failure.code === 'parcel_not_changeable') onChanged()
  return { fields: failure.fields, toast: { title, description: failure.message } }
}
