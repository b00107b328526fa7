import { useRef } from 'react'
import { href, useRevalidator } from 'react-router'
import { LeavingQuestion, useLeavingQuestion } from '#app/admin/leaving-question.tsx'
import { toFormProblem, useWrite } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { DetailPage, Loading } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { MAX_MESSAGE_LENGTH } from '#domain/contact/contact.ts'
import type { AdminMessage } from '#domain/contact/contact-queries.server.ts'
import { messageAnswerSchema } from '#domain/contact/message-list.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { Route } from './+types/message-page'
import { messageQuery, refreshMessage } from './messages-data.ts'

/** A message of the contact form, the answers so far, and a field for another one. */
export default function Message({ params }: Route.ComponentProps) {
  return (
    <DetailPage
      list={{ to: href('/admin/wiadomosci'), label: 'Wszystkie wiadomości' }}
      query={messageQuery(params.id)}
      failed="Nie udało się wczytać wiadomości."
      loading={<Loading of="wiadomości" rows={2} rowClass="h-48 rounded-2xl" className="max-w-3xl space-y-4" />}
      missing={{ title: 'Nie ma takiej wiadomości', hint: 'Wiadomości przechowujemy rok.' }}
    >
      {(found) => <WholeMessage found={found} />}
    </DetailPage>
  )
}

function WholeMessage({ found }: { found: AdminMessage }) {
  const { name, email, phone, message, created_at, done_at, answers } = found
  return (
    <article aria-labelledby="wiadomosc" className="max-w-3xl space-y-4">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 id="wiadomosc" className="font-display text-2xl wrap-anywhere">
            {name}
          </h1>
          <p className="text-sm text-oud">
            <span>{formatDateTime(new Date(created_at))}</span>
            {done_at !== null && <span>{answers.length > 0 ? ', załatwiona' : ', załatwiona bez odpowiedzi'}</span>}
          </p>
        </div>
        <StateButton found={found} />
      </header>
      <Card small title="Wiadomość">
        <p className="whitespace-pre-line wrap-anywhere">{message}</p>
        <p className="mt-3 flex flex-wrap gap-x-5 border-t border-night/10 pt-2">
          <a
            href={`mailto:${email}`}
            className="inline-flex min-h-11 items-center break-all underline underline-offset-4"
          >
            {email}
          </a>
          {phone !== null && (
            <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {formatPhone(phone)}
            </a>
          )}
        </p>
      </Card>
      {answers.map(({ id, answer, created_at: at }) => (
        <Card small key={id} title={`Odpowiedź, ${formatDateTime(new Date(at))}`}>
          <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
        </Card>
      ))}
      <AnswerForm key={answers.length} found={found} />
    </article>
  )
}

/** Marks the message as done, or as waiting again. */
function StateButton({ found: { id, done_at } }: { found: AdminMessage }) {
  const { revalidate } = useRevalidator()
  const isDone = done_at !== null
  const change = useWrite({
    call: () => callApi('post', '/api/admin/messages/:id/state', { param: { id }, json: { done: !isDone } }),
    failed: 'Nie udało się',
    onSuccess: () => toast({ title: isDone ? 'Wiadomość znowu czeka' : 'Wiadomość załatwiona', tone: 'success' }),
    async onSettled() {
      // The layout loads the count in the menu.
      await Promise.all([refreshMessage(id), revalidate()])
    },
  })
  return (
    <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate()}>
      {isDone ? 'Przywróć do załatwienia' : 'Załatwione bez odpowiedzi'}
    </Button>
  )
}

function AnswerForm({ found: { id, email, answers } }: { found: AdminMessage }) {
  const { revalidate } = useRevalidator()
  /** One idempotency key for each answer, so that a retry after a lost connection sends nothing twice. */
  const key = useRef('')
  const form = useForm({
    schema: messageAnswerSchema,
    initial: { answer: '' },
    async onSubmit(json) {
      key.current ||= crypto.randomUUID()
      const answer = await callApi('post', '/api/admin/messages/:id/answer', {
        param: { id },
        json,
        headers: { 'Idempotency-Key': key.current },
      })
      if (!answer.ok) {
        // A changed answer needs another key.
        if (answer.failure.reason === 'refused') key.current = ''
        return toFormProblem('Nie wysłano odpowiedzi', answer.failure)
      }
      toast({ title: 'Odpowiedź wysłana', description: `Wyjdzie na adres ${email} za chwilę.`, tone: 'success' })
      await Promise.all([refreshMessage(id), revalidate()])
      return undefined
    },
  })
  const leaving = useLeavingQuestion(form.values.answer.trim() !== '')
  return (
    <Card small title={answers.length > 0 ? 'Kolejna odpowiedź' : 'Odpowiedź'}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-3">
        <TextAreaField {...form.text('answer')} label={`Do: ${email}`} most={MAX_MESSAGE_LENGTH} rows={8} required />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy}>
            Wyślij odpowiedź
          </Button>
          <p className="text-xs text-oud">Wysyłamy ją razem z treścią wiadomości.</p>
        </div>
      </form>
      <LeavingQuestion leaving={leaving} title="Porzucić niewysłaną odpowiedź?" confirm="Porzuć odpowiedź">
        Odpowiedzi nie wysłano. Po wyjściu przepadnie.
      </LeavingQuestion>
    </Card>
  )
}
