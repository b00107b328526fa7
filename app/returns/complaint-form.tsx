import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { makeIdempotencyKey } from '#app/checkout/order-attempt.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { DEMAND_LABELS, DEMANDS, type Demand } from '#domain/withdrawals/return-case.ts'
import { complaintSchema, MAX_REASON_LENGTH, type StatementReceipt } from '#domain/withdrawals/statement.ts'
import { chooseAll, chooseNone, namePieces, toDeclaredItems } from './chosen-pieces.tsx'
import { ComplaintPictures } from './complaint-pictures.tsx'
import type { LinkedOrder } from './order-by-link.tsx'
import { NO_ANSWER, StatementSubject } from './statement-fields.tsx'
import { type Declared, StatementReceiptView } from './statement-receipt.tsx'

type Values = {
  name: string
  order_number: string
  email: string
  items_note: string
  reason: string
  demand: Demand | ''
  pictures: string[]
}
const EMPTY: Values = { name: '', order_number: '', email: '', items_note: '', reason: '', demand: '', pictures: [] }

const typedSchema = complaintSchema.omit({ items: true })
const { reason, demand, pictures } = complaintSchema.shape
const linkedSchema = z.object({ reason, demand, pictures })

/** The form of a complaint; after sending its receipt. */
export function ComplaintForm({ order }: { order: LinkedOrder | null }) {
  const isOnly = order?.items.length === 1
  const [chosen, setChosen] = useState(() => (isOnly ? chooseAll : chooseNone)(order?.items ?? []))
  const [piecesError, setPiecesError] = useState<string>()
  const [problem, setProblem] = useState<string | null>(null)
  const [receipt, setReceipt] = useState<StatementReceipt | null>(null)
  // The same for every press, so that a repeat after a lost answer is the same complaint.
  const [key] = useState(makeIdempotencyKey)
  const form = useForm<Values, typeof typedSchema | typeof linkedSchema>({
    schema: order ? linkedSchema : typedSchema,
    initial: EMPTY,
    onSubmit: send,
  })

  async function send(): Promise<FormProblem | undefined> {
    const items = toDeclaredItems(chosen)
    if (order && items.length === 0) {
      setPiecesError('Zaznacz, czego dotyczy reklamacja.')
      return {}
    }
    setProblem(null)
    const headers = { 'Idempotency-Key': key }
    const { demand: wanted, ...values } = form.values
    if (wanted === '') return undefined
    const answer = order
      ? await callApi('post', '/api/order-link/complain', {
          json: { token: order.token, items, reason: values.reason, demand: wanted, pictures: values.pictures },
          headers,
        })
      : await callApi('post', '/api/complaints', { json: { ...values, demand: wanted }, headers })
    if (answer.ok) {
      setReceipt(answer.value)
      return undefined
    }
    const { failure } = answer
    if (failure.reason === 'refused' && Object.keys(failure.fields).length > 0) return { fields: failure.fields }
    setProblem(failure.reason === 'refused' ? failure.message : NO_ANSWER)
    return undefined
  }

  if (receipt) {
    return (
      <StatementReceiptView
        title="Reklamacja została złożona"
        receipt={receipt}
        declared={describe(order, form.values, order ? namePieces(order.items, chosen) : [])}
        email={order?.email ?? form.values.email}
      >
        <p>Odpowiemy w ciągu 14 dni. Nie odsyłaj jeszcze produktu: napiszemy, co zrobić.</p>
      </StatementReceiptView>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-label="Reklamacja" className="grid gap-5">
      <StatementSubject
        order={order}
        text={form.text}
        pieces={{
          legend: 'Czego dotyczy reklamacja?',
          chosen,
          error: piecesError,
          onChange(next) {
            setChosen(next)
            setPiecesError(undefined)
          },
        }}
        noteLabel="Którego produktu dotyczy? (puste: całego zamówienia)"
      />
      <TextAreaField {...form.text('reason')} label="Co jest nie tak?" most={MAX_REASON_LENGTH} rows={5} required />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">
          Czego oczekujesz?
          <span aria-hidden="true" className="text-wine">
            {' *'}
          </span>
        </legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {DEMANDS.map((each) => (
            <RadioCard
              key={each}
              name="demand"
              value={each}
              checked={form.values.demand === each}
              onChoose={() => form.change({ demand: each })}
              title={`${DEMAND_LABELS[each].charAt(0).toUpperCase()}${DEMAND_LABELS[each].slice(1)}`}
              errorId={form.errors.demand ? 'demand-error' : undefined}
            />
          ))}
        </div>
        {form.errors.demand && (
          <p id="demand-error" className="mt-1 text-xs font-medium text-wine">
            {form.errors.demand}
          </p>
        )}
      </fieldset>
      <ComplaintPictures
        keys={form.values.pictures}
        error={form.errors.pictures}
        onChange={(keys) => form.change({ pictures: keys })}
      />
      {problem && <Alert title="Nie udało się wysłać reklamacji.">{problem}</Alert>}
      <Button type="submit" size="lg" busy={form.busy} className="justify-self-start">
        Złóż reklamację
      </Button>
    </form>
  )
}

function describe(order: LinkedOrder | null, typed: Values, pieces: string[]): Declared {
  const note = typed.items_note.trim()
  return [
    { term: 'Imię i nazwisko', lines: [order?.name ?? typed.name] },
    { term: 'Numer zamówienia', lines: [order?.order_number ?? typed.order_number] },
    { term: 'E-mail', lines: [order?.email ?? typed.email] },
    { term: 'Dotyczy', lines: order ? pieces : note ? note.split('\n') : ['Całego zamówienia'] },
    { term: 'Co jest nie tak', lines: typed.reason.trim().split('\n') },
    { term: 'Żądanie', lines: typed.demand === '' ? [] : [DEMAND_LABELS[typed.demand]] },
    ...(typed.pictures.length > 0 ? [{ term: 'Zdjęcia', lines: [String(typed.pictures.length)] }] : []),
  ]
}
