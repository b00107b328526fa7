import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { DEMAND_LABELS, DEMANDS } from '#domain/returns/return-case.ts'
import { complaintSchema, MAX_REASON_LENGTH, MOST_PICTURES } from '#domain/returns/statement.ts'
import { type ChosenPieces, chooseAll, chooseNone, toDeclaredItems } from './chosen-pieces.tsx'
import type { OrderOfLink } from './order-by-link.tsx'
import { type StatementValues, useBegunStatement, useStatement } from './statement-draft.ts'
import { NO_ANSWER, StatementSubject } from './statement-fields.tsx'
import { type Declared, declareSubject, StatementReceiptView } from './statement-receipt.tsx'
import { UploadedPictures } from './uploaded-pictures.tsx'

const typedSchema = complaintSchema.omit({ items: true })
const { reason, demand, pictures } = complaintSchema.shape
const linkedSchema = z.object({ reason, demand, pictures })

/** The form of a complaint; after sending, its receipt. */
export function ComplaintForm({ order }: { order: OrderOfLink | null }) {
  const isOnly = order?.items.length === 1
  const begun = useBegunStatement('complaint', order, (isOnly ? chooseAll : chooseNone)(order?.items ?? []))
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useForm<StatementValues, typeof typedSchema | typeof linkedSchema>({
    schema: order ? linkedSchema : typedSchema,
    initial: begun.values,
    onSubmit: send,
  })
  const statement = useStatement(begun, form.values)
  const { chosen } = statement.pieces

  async function send(): Promise<FormProblem | undefined> {
    const items = toDeclaredItems(chosen)
    if (order && items.length === 0) {
      statement.refusePieces('Zaznacz, czego dotyczy reklamacja.')
      return {}
    }
    setProblem(null)
    const headers = { 'Idempotency-Key': begun.key }
    const { demand: wanted, ...values } = form.values
    if (wanted === '') return undefined
    const answer = order
      ? await callApi('post', '/api/order-link/complain', {
          json: { token: order.token, items, reason: values.reason, demand: wanted, pictures: values.pictures },
          headers,
        })
      : await callApi('post', '/api/complaints', { json: { ...values, demand: wanted }, headers })
    if (answer.ok) {
      const declared = describe(order, form.values, chosen)
      statement.finish({ ...answer.value, declared, email: order?.email ?? form.values.email })
      return undefined
    }
    const { failure } = answer
    if (failure.reason === 'refused' && Object.keys(failure.fields).length > 0) return { fields: failure.fields }
    setProblem(failure.reason === 'refused' ? failure.message : NO_ANSWER)
  }

  if (statement.receipt) {
    return (
      <StatementReceiptView title="Reklamacja została złożona" receipt={statement.receipt}>
        <p>Odpowiemy w ciągu 14 dni. Nie odsyłaj jeszcze produktu: napiszemy, co zrobić.</p>
      </StatementReceiptView>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-label="Reklamacja" className="grid gap-5">
      <StatementSubject
        order={order}
        text={form.text}
        pieces={{ ...statement.pieces, legend: 'Czego dotyczy reklamacja?' }}
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
      <UploadedPictures
        most={MOST_PICTURES}
        keys={form.values.pictures}
        error={form.errors.pictures}
        onChange={(keys) => form.change({ pictures: keys })}
        onSending={setSending}
      />
      {problem && <Alert title="Nie udało się wysłać reklamacji.">{problem}</Alert>}
      <Button type="submit" size="lg" busy={form.busy || isSending} className="justify-self-start">
        Złóż reklamację
      </Button>
    </form>
  )
}

function describe(order: OrderOfLink | null, typed: StatementValues, chosen: ChosenPieces): Declared {
  return [
    ...declareSubject(order, typed, chosen),
    { term: 'Co jest nie tak', lines: typed.reason.trim().split('\n') },
    { term: 'Żądanie', lines: typed.demand === '' ? [] : [DEMAND_LABELS[typed.demand]] },
    ...(typed.pictures.length > 0 ? [{ term: 'Zdjęcia', lines: [String(typed.pictures.length)] }] : []),
  ]
}
