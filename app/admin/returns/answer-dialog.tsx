import { FormDialog } from '#app/admin/form-dialog.tsx'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { type AdminCase, answerSchema } from '#domain/withdrawals/admin-case.ts'
import type { Decision } from '#domain/withdrawals/return-case.ts'
import { refreshCase } from './returns-data.ts'

type AnswerDialogProps = { found: AdminCase; onClose: () => void }
type Values = { decision: Decision | ''; answer: string }

/** Answers a complaint, or refuses a withdrawal. The words go to the buyer as they are. */
export function AnswerDialog({ found: { id, kind, number, demand }, onClose }: AnswerDialogProps) {
  const isComplaint = kind === 'complaint'
  const form = useForm<Values, typeof answerSchema>({
    schema: answerSchema,
    initial: { decision: isComplaint ? '' : 'rejected', answer: '' },
    async onSubmit(json) {
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
            {demand !== 'lower_price' && demand !== 'withdrawal'
              ? null
              : 'Pieniądze oddaj ze strony zamówienia albo przelewem.'}
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
      <TextAreaField {...form.text('answer')} label="Odpowiedź dla kupującego" most={4000} rows={6} required />
    </FormDialog>
  )
}
