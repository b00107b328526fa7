import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { makeIdempotencyKey } from '#app/checkout/order-attempt.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import {
  MAX_REASON_LENGTH,
  type StatementReceipt,
  type Withdrawal,
  withdrawalSchema,
} from '#domain/withdrawals/statement.ts'
import { chooseAll, namePieces, toDeclaredItems } from './chosen-pieces.tsx'
import type { LinkedOrder } from './order-by-link.tsx'
import { NO_ANSWER, StatementSubject } from './statement-fields.tsx'
import { type Declared, DeclaredList, StatementReceiptView } from './statement-receipt.tsx'

const EMPTY = { name: '', order_number: '', email: '', items_note: '', reason: '' }

type WithdrawalFormProps = { order: LinkedOrder | null; returnAddress: string }

/** Fills in, repeats what is declared, and sends it: the statement is made by the second press. */
export function WithdrawalForm({ order, returnAddress }: WithdrawalFormProps) {
  const [chosen, setChosen] = useState(() => chooseAll(order?.items ?? []))
  const [piecesError, setPiecesError] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const [receipt, setReceipt] = useState<StatementReceipt | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The same for every press, so that a repeat after a lost answer is the same statement.
  const [key] = useState(makeIdempotencyKey)
  const form = useForm({
    schema: order ? linkedSchema : typedSchema,
    initial: EMPTY,
    async onSubmit() {
      if (order && toDeclaredItems(chosen).length === 0) {
        setPiecesError('Zaznacz, czego dotyczy odstąpienie.')
        return undefined
      }
      setProblem(null)
      setConfirming(true)
      return undefined
    },
  })
  const declared = describe(order, form.values, chosen)

  async function send(): Promise<void> {
    await form.run(async () => {
      const headers = { 'Idempotency-Key': key }
      const { values } = form
      const answer = order
        ? await callApi('post', '/api/order-link/withdraw', {
            json: { token: order.token, items: toDeclaredItems(chosen), reason: values.reason },
            headers,
          })
        : await callApi('post', '/api/withdrawals', { json: values, headers })
      if (answer.ok) return setReceipt(answer.value)
      const { failure } = answer
      if (failure.reason === 'refused' && Object.keys(failure.fields).length > 0) {
        setConfirming(false)
        form.show({ fields: failure.fields })
      } else setProblem(failure.reason === 'refused' ? failure.message : NO_ANSWER)
    })
  }

  if (receipt) {
    return (
      <StatementReceiptView
        title="Odstąpienie zostało złożone"
        receipt={receipt}
        declared={declared}
        email={order?.email ?? form.values.email}
      >
        <p>Odeślij towar w ciągu 14 dni na adres: {returnAddress}. Włóż do paczki kartkę z numerem sprawy.</p>
        <p>Pieniądze oddamy w ciągu 14 dni od dzisiaj. Możemy zaczekać na towar albo dowód jego nadania.</p>
      </StatementReceiptView>
    )
  }
  if (isConfirming) {
    return (
      <ConfirmStep
        declared={declared}
        problem={problem}
        busy={form.busy}
        onBack={() => setConfirming(false)}
        onConfirm={() => void send()}
      />
    )
  }
  if (order?.items.length === 0) return <p className="font-semibold">W tym zamówieniu nie ma już sztuk do zwrotu.</p>
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-label="Odstąpienie od umowy" className="grid gap-5">
      <StatementSubject
        order={order}
        text={form.text}
        pieces={{
          legend: 'Od czego odstępujesz?',
          chosen,
          error: piecesError,
          onChange(next) {
            setChosen(next)
            setPiecesError(undefined)
          },
        }}
        noteLabel="Których rzeczy dotyczy? (puste: całego zamówienia)"
      />
      <TextAreaField {...form.text('reason')} label="Powód (nieobowiązkowo)" most={MAX_REASON_LENGTH} rows={3} />
      <Button type="submit" size="lg" className="justify-self-start">
        Dalej
      </Button>
    </form>
  )
}

const typedSchema = withdrawalSchema.omit({ items: true })
const linkedSchema = z.object({ reason: withdrawalSchema.shape.reason })

type Typed = Pick<Withdrawal, 'name' | 'order_number' | 'email' | 'items_note' | 'reason'>

function describe(order: LinkedOrder | null, typed: Typed, chosen: Parameters<typeof toDeclaredItems>[0]): Declared {
  const note = typed.items_note.trim()
  return [
    { term: 'Oświadczenie', lines: ['Odstępuję od umowy sprzedaży.'] },
    { term: 'Imię i nazwisko', lines: [order?.name ?? typed.name] },
    { term: 'Numer zamówienia', lines: [order?.order_number ?? typed.order_number] },
    { term: 'E-mail', lines: [order?.email ?? typed.email] },
    {
      term: 'Dotyczy',
      lines: order ? namePieces(order.items, chosen) : note ? note.split('\n') : ['Całego zamówienia'],
    },
    ...(typed.reason.trim() ? [{ term: 'Powód', lines: typed.reason.trim().split('\n') }] : []),
  ]
}

type ConfirmStepProps = {
  declared: Declared
  problem: ReactNode
  busy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The second step: repeats what is declared. */
function ConfirmStep({ declared, problem, busy, onBack, onConfirm }: ConfirmStepProps) {
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  return (
    <section aria-labelledby="sprawdz" className="grid gap-5">
      <h2 id="sprawdz" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Sprawdź i potwierdź
      </h2>
      <div className="rounded-2xl border border-night/15 bg-white px-5 py-4">
        <DeclaredList of={declared} />
      </div>
      {problem && <Alert title="Nie udało się wysłać odstąpienia.">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button size="lg" busy={busy} onClick={onConfirm}>
          Potwierdź odstąpienie
        </Button>
        <Button size="lg" variant="secondary" disabled={busy} onClick={onBack}>
          Popraw dane
        </Button>
      </div>
    </section>
  )
}
