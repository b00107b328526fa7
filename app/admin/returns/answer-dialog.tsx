import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze, type Grosze, parseZl } from '#domain/kernel/amounts/money.ts'
import { answerSchema } from '#domain/returns/admin-case.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import type { Decision } from '#domain/returns/return-case.ts'
import { refreshCase } from './returns-data.ts'

type Values = { decision: Decision | ''; answer: string; amount_grosze: string }

/** The answer with the typed amount, by which an accepted complaint lowers the price, at most `most`. */
const makeSchema = (most: Grosze) =>
  z
    .object({
      decision: answerSchema.shape.decision,
      answer: answerSchema.shape.answer,
      amount_grosze: z.string().transform((typed) => {
        const amount = parseZl(typed)
        return amount.ok ? amount.value : 0
      }),
    })
    .refine(({ decision, amount_grosze }) => decision === 'rejected' || most === 0 || amount_grosze > 0, {
      path: ['amount_grosze'],
      error: 'Wpisz kwotę, na przykład 20,00',
    })
    .refine(({ decision, amount_grosze }) => decision === 'rejected' || amount_grosze <= most, {
      path: ['amount_grosze'],
      error: `Najwyżej można zwrócić ${formatGrosze(most)}.`,
    })

/** Answers a complaint, or refuses a withdrawal. The text is mailed to the buyer unchanged. */
export function AnswerDialog({ found, onClose }: { found: AdminCase; onClose: CloseDialog }) {
  const { id, kind, number, demand } = found
  const isComplaint = kind === 'complaint'
  const most =
    demand === 'lower_price' && found.money ? found.money.owed_grosze + found.money.returned_beside_grosze : 0
  const form = useForm<Values, ReturnType<typeof makeSchema>>({
    schema: makeSchema(most),
    initial: { decision: isComplaint ? '' : 'rejected', answer: '', amount_grosze: '' },
    async onSubmit({ amount_grosze, ...answered }) {
      const json = { ...answered, ...(answered.decision === 'accepted' && { amount_grosze }) }
      const answer = await callApi('post', '/api/admin/returns/:id/answer', { param: { id }, json })
      await refreshCase(id)
      if (!answer.ok) return toFormProblem('Nie wysłano', answer.failure)
      toast({ title: 'Odpowiedź wysłana', tone: 'success' })
      onClose()
      return undefined
    },
  })
  const choose = (decision: Decision) => form.change({ decision })
  return (
    <FormDialog
      title={isComplaint ? `Odpowiedź na reklamację ${number}` : `Odmowa, odstąpienie ${number}`}
      form={form}
      submit={isComplaint ? 'Wyślij odpowiedź' : 'Wyślij odmowę'}
      danger={!isComplaint}
      onClose={onClose}
    >
      {isComplaint ? (
        <fieldset className="space-y-2">
          <legend className="mb-1 text-sm font-medium">Czy uznajesz reklamację?</legend>
          <RadioCard
            name="decision"
            value="accepted"
            checked={form.values.decision === 'accepted'}
            onChoose={() => choose('accepted')}
            title="Tak, uznaję"
          >
            {describeAcceptance(found)}
          </RadioCard>
          <RadioCard
            name="decision"
            value="rejected"
            checked={form.values.decision === 'rejected'}
            onChoose={() => choose('rejected')}
            title="Nie uznaję"
          />
          {form.errors.decision && <p className="text-xs font-medium text-wine">{form.errors.decision}</p>}
        </fieldset>
      ) : (
        <p className="text-sm">
          Odmów tylko wtedy, gdy odstąpienie nie ma skutku: przyszło po terminie albo nie dotyczy zakupu w tym sklepie.
        </p>
      )}
      {most > 0 && form.values.decision === 'accepted' && (
        <PanelField
          {...form.text('amount_grosze')}
          label="O ile obniżasz cenę (zł)"
          hint={`Najwyżej ${formatGrosze(most)}`}
          inputMode="decimal"
          required
        />
      )}
      <TextAreaField {...form.text('answer')} label="Odpowiedź dla kupującego" most={4000} rows={6} required />
    </FormDialog>
  )
}

/** Says what follows an acceptance that refunds money. */
function describeAcceptance({ demand, money, payment, dispatch }: AdminCase): string | null {
  if (demand !== 'lower_price' && demand !== 'withdrawal') return null
  if (money === null) return 'Najpierw przypisz sprawę do zamówienia.'
  if (money.paid_grosze === 0) return 'Kupujący jeszcze nie zapłacił, więc nie ma czego oddawać.'
  const isTransfer = payment !== 'prepaid'
  if (demand === 'lower_price') {
    return isTransfer
      ? 'Kwotę oddasz przelewem, gdy kupujący poda numer konta.'
      : 'Kwotę oddasz jednym naciśnięciem, zaraz po odpowiedzi.'
  }
  if (dispatch === 'not_sent')
    return `Paczka jest w sklepie: ${formatGrosze(money.owed_grosze)} oddasz od razu po odpowiedzi.`
  const way = isTransfer
    ? 'przelewem, gdy towar wróci i kupujący poda numer konta'
    : 'jednym naciśnięciem, gdy towar wróci'
  return `${formatGrosze(money.owed_grosze)} oddasz ${way}.`
}
