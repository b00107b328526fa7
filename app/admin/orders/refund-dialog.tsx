import { type ComponentProps, useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { type DecidedPiece, RestockFields, restockAll } from '#app/admin/restock-fields.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import type { TextField } from '#app/ui/form/text-field.tsx'
import { formatGrosze, type Grosze, parseZl } from '#domain/kernel/amounts/money.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { hasLeft } from '#domain/orders/admin/order-changes.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { reasonSchema } from '#domain/payments/refunds/refund-request.ts'
import { type ChosenPurpose, countAll, listReturned, listSoldAgain, PurposeFields } from './purpose-fields.tsx'
import { SampleCodeField } from './sample-code-field.tsx'
import { useOrderChange } from './use-order-change.ts'

type Attempt = AdminOrderPage['payment']['attempts'][number]

type RefundDialogProps = {
  order: Pick<AdminOrderPage, 'id' | 'number' | 'version' | 'status' | 'items' | 'shipment' | 'payment' | 'sample_code'>
  attempt: Attempt
  /** The failed refund that is retried. */
  again?: { amount_grosze: Grosze; reason: string }
  onClose: CloseDialog
}

export const typed = (grosze: Grosze) => formatGrosze(grosze).replace(/\s*zł$/, '')

/** Null when the text is no amount that can be refunded. */
export function readTypedAmount(text: string): Grosze | null {
  const amount = parseZl(text)
  return amount.ok && amount.value > 0 ? amount.value : null
}

export const refundSchema = (leftGrosze: Grosze) =>
  z.object({
    amount_grosze: z
      .string()
      .transform((text) => readTypedAmount(text) ?? 0)
      .refine((grosze) => grosze > 0, 'Wpisz kwotę, na przykład 20,00')
      .refine((grosze) => grosze <= leftGrosze, `Najwyżej można zwrócić ${formatGrosze(leftGrosze)}.`),
    reason: reasonSchema,
  })

/** Asks how much of a payment to refund, and why. Hidden while the shop asks for the password. */
export function RefundDialog({ order, attempt, again, onClose }: RefundDialogProps) {
  // One id per opening of the dialog: two presses make one refund.
  const [refundId] = useState(makeUuid)
  const { change } = useOrderChange(order.id, onClose)
  const [outside, setOutside] = useState(attempt.is_disputed)
  const { refundable_grosze } = attempt
  // A double payment is refunded without cancelling the order.
  const others = order.payment.attempts.filter(({ id, status }) => id !== attempt.id && status === 'paid')
  const isPaidAgain = !attempt.is_addition && others.some(({ is_addition }) => !is_addition)
  // Another payment of an order that grew still pays for it.
  const mayCancel = others.length === 0
  const pieces = isPaidAgain || order.status === 'cancelled' ? [] : listReturnable(order)
  const [back, setBack] = useState(() => restockAll(pieces))
  // The other payment still pays for samples.
  const sampleCode = isPaidAgain ? null : order.sample_code
  const [endsCode, setEndsCode] = useState(sampleCode !== null)
  // What the code for returned samples took off another order is not given back twice.
  const proposed = Math.max(1, refundable_grosze - (sampleCode?.used_grosze ?? 0))
  const isWhole = (grosze: Grosze | null) => grosze === refundable_grosze
  const isSent = order.shipment !== null && hasLeft(order.shipment.status)
  const [purpose, setPurpose] = useState<ChosenPurpose>(() =>
    // A recalled bottle comes back although it is not sold again.
    isSent && pieces.some(({ recalled }) => recalled)
      ? { purpose: 'returned', back: countAll(pieces) }
      : { purpose: 'goodwill', back: {} },
  )
  // The rest of an order that was not sent cancels it, and a cancelled one has no other reason.
  const isUndone = (grosze: Grosze | null) =>
    order.status === 'cancelled' || isPaidAgain || (isWhole(grosze) && !isSent && mayCancel)
  const form = useForm({
    schema: refundSchema(refundable_grosze),
    initial: {
      amount_grosze: typed(Math.min(again?.amount_grosze ?? proposed, refundable_grosze)),
      reason: again?.reason ?? '',
    },
    onSubmit(wanted) {
      const restock =
        isWhole(wanted.amount_grosze) && (isSent || mayCancel)
          ? pieces.map(({ key, most }) => ({ product_id: key, quantity: back[key] ?? most }))
          : isSent && !isUndone(wanted.amount_grosze)
            ? listSoldAgain(pieces, purpose, back)
            : []
      const json = {
        ...wanted,
        version: order.version,
        restock,
        ...(!isUndone(wanted.amount_grosze) && { purpose: purpose.purpose, returned: listReturned(purpose) }),
        refund_id: refundId,
        payment_id: attempt.id,
        refunds_seen: attempt.refunds.length,
        outside,
        end_code: endsCode,
      }
      return change(
        'refund',
        () => callApi('post', '/api/admin/orders/:id/refunds', { param: { id: order.id }, json }),
        outside
          ? { title: 'Zwrot zapisany', description: `${formatGrosze(wanted.amount_grosze)} oddano inną drogą.` }
          : { title: 'Zwrot zlecony', description: `${formatGrosze(wanted.amount_grosze)} wraca do kupującego.` },
      )
    },
  })
  const amount = readTypedAmount(form.values.amount_grosze)
  const gone = attempt.amount_grosze - refundable_grosze
  return (
    <FormDialog
      open={!form.busy}
      title={`Zwrot do zamówienia ${order.number}`}
      form={form}
      submit={`${outside ? 'Zapisz oddane' : 'Zwróć'} ${amount ? formatGrosze(amount) : 'pieniądze'}`}
      danger={!outside}
      cancel="Nie zwracaj"
      onClose={onClose}
    >
      <p className="text-sm">
        {`Zapłacono ${formatGrosze(attempt.amount_grosze)}`}
        {gone > 0 ? `, z tego ${formatGrosze(gone)} już wróciło lub wraca. ` : '. '}
        {`Zostało ${formatGrosze(refundable_grosze)}.`}
      </p>
      {attempt.is_disputed ? (
        <p className="rounded-lg bg-wine-tint px-3 py-2 text-sm text-wine">
          {attempt.disputes.every(({ is_over }) => is_over)
            ? 'Bank wziął pieniądze po sporze o tę wpłatę, więc operator płatności nie zwróci reszty.'
            : 'Trwa spór o tę wpłatę i pieniądze trzyma bank, więc operator płatności ich teraz nie zwróci.'}{' '}
          Zapisz tylko to, co jest już oddane inną drogą.
        </p>
      ) : (
        <fieldset className="space-y-2 text-sm">
          <legend className="mb-1 font-medium">Jak wracają pieniądze?</legend>
          <RadioCard
            name="way"
            value="provider"
            checked={!outside}
            onChoose={() => setOutside(false)}
            title="Tą samą drogą, którą zapłacono"
          >
            Odda je operator płatności.
          </RadioCard>
          <RadioCard
            name="way"
            value="outside"
            checked={outside}
            onChoose={() => setOutside(true)}
            title="Oddano już inną drogą"
          >
            Na przykład przelewem. Sklep tylko to zapisze.
          </RadioCard>
        </fieldset>
      )}
      <PanelField
        {...form.text('amount_grosze')}
        label="Kwota zwrotu (zł)"
        hint={
          `Całość to ${typed(refundable_grosze)}. ` +
          (mayCancel
            ? 'Zwrot całości anuluje zamówienie, jeśli paczka jest jeszcze w sklepie.'
            : 'Zamówienie ma też inną wpłatę, więc zwrot tej go nie anuluje.')
        }
        inputMode="decimal"
        required
      />
      {!isUndone(amount) && (
        <PurposeFields
          pieces={pieces}
          chosen={purpose}
          onChange={setPurpose}
          {...(isSent && !isWhole(amount) && { again: { chosen: back, onChange: setBack } })}
        />
      )}
      {isWhole(amount) && (isSent || mayCancel) && <RestockFields pieces={pieces} chosen={back} onChange={setBack} />}
      <SampleCodeField code={sampleCode} ends={endsCode} onChange={setEndsCode} />
      <ReasonField {...form.text('reason')} asks={outside ? 'Jak i kiedy oddano. ' : ''} />
    </FormDialog>
  )
}

/** The pieces of an order that have not come back. */
export function listReturnable({ items }: Pick<AdminOrderPage, 'items'>): DecidedPiece[] {
  return items
    .map(({ product_id, name, facts, quantity, restocked, recalled }) => ({
      key: product_id,
      name: nameOrderedSize({ product_name: name, facts }),
      most: quantity - restocked,
      recalled,
    }))
    .filter(({ most }) => most > 0)
}

type ReasonFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> & { asks?: string }

/** The field for the reason of a refund or a cancellation. `asks` precedes the hint. */
export function ReasonField({ asks = '', ...field }: ReasonFieldProps) {
  return (
    <PanelField
      {...field}
      label="Powód"
      hint={`${asks}Zostaje przy zamówieniu, kupujący go nie widzi.`}
      maxLength={200}
      required
    />
  )
}

/** A random UUID, also on pages without https, where `crypto.randomUUID` is missing. */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4: the other bits are random.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
