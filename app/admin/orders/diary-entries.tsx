import { useId } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { useUnloadQuestion } from '#app/admin/leaving-question.tsx'
import { useAttempt } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { noteSchema, ORDER_NOTE_MAX } from '#domain/orders/admin/order-changes.ts'
import type { DiaryEntry } from '#domain/orders/admin/order-diary.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { formatMomentDay, formatTime } from './moments.ts'
import { useOrderChange } from './use-order-change.ts'

const DOTS: Record<DiaryEntry['tone'], string> = {
  plain: 'bg-night/40',
  good: 'bg-leaf',
  bad: 'bg-wine',
  note: 'bg-gold',
}

/** Everything that happened to an order, day by day, newest first. */
export function OrderDiary({ order: { id, diary } }: { order: AdminOrderPage }) {
  const deletion = useHistoryDialog('delete-note')
  const { busy, press } = useOrderChange(id)
  const remove = async (noteId: string) => {
    await press(noteId, () => callApi('delete', '/api/admin/orders/:id/notes/:noteId', { param: { id, noteId } }), {
      title: 'Notatka usunięta',
    })
    deletion.close()
  }
  const asked = diary.find(({ note_id }) => note_id !== null && note_id === deletion.subject)
  const days = Map.groupBy(diary, ({ at }) => formatMomentDay(at))
  return (
    <Card small title="Co się działo">
      <NoteForm orderId={id} />
      <ol className="space-y-4">
        {[...days].map(([day, entries]) => (
          <li key={day}>
            <h3 className="mb-1 text-xs font-semibold text-oud">{day}</h3>
            <ol className="space-y-2 border-l border-night/15 pl-4">
              {entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries of the same time have no other key
                <li key={`${entry.at}-${index}`} className="relative flex gap-3">
                  <span
                    aria-hidden="true"
                    className={classNames('absolute top-2 -left-[1.28rem] size-2 rounded-full', DOTS[entry.tone])}
                  />
                  <time dateTime={entry.at} className="shrink-0 text-xs leading-6 text-oud tabular-nums">
                    {formatTime(entry.at)}
                  </time>
                  <p className={classNames('min-w-0 flex-1 break-words', entry.tone === 'bad' && 'text-wine')}>
                    {entry.tone === 'note' && <span className="font-semibold">Notatka: </span>}
                    <span className={entry.tone === 'note' ? 'whitespace-pre-line' : undefined}>{entry.sentence}</span>
                  </p>
                  {entry.note_id !== null && (
                    <button
                      type="button"
                      className="min-h-11 shrink-0 self-start px-2 text-xs underline underline-offset-4 lg:min-h-6"
                      onClick={() => deletion.open(entry.note_id ?? '')}
                    >
                      Usuń <span className="sr-only">notatkę</span>
                    </button>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={asked !== undefined}
        title="Usunąć notatkę?"
        confirm="Usuń notatkę"
        danger
        busy={busy !== null}
        onConfirm={() => asked?.note_id && void remove(asked.note_id)}
        onClose={deletion.close}
      >
        <p>{asked?.sentence}</p>
      </ConfirmDialog>
    </Card>
  )
}

/** Adds a note that only the admin reads. */
function NoteForm({ orderId }: { orderId: string }) {
  const id = useId()
  const { change } = useOrderChange(orderId)
  const attempt = useAttempt()
  const form = useForm({
    schema: noteSchema,
    initial: { note: '' },
    async onSubmit(json) {
      const problem = await change(
        'note',
        () =>
          attempt((headers) =>
            callApi('post', '/api/admin/orders/:id/notes', { param: { id: orderId }, json, headers }),
          ),
        { title: 'Notatka zapisana' },
      )
      if (!problem) form.replace({ note: '' })
      return problem
    },
  })
  useUnloadQuestion(form.isChanged)
  const error = form.errors.note
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="mb-4">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Notatka dla siebie
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={ORDER_NOTE_MAX}
        value={form.values.note}
        onChange={(event) => form.change({ note: event.target.value })}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className="field-sizing-content max-h-60 w-full rounded-lg border border-night/45 bg-white px-3 py-2 text-base
          hover:border-night/70"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}-note`} className={error ? 'text-xs font-medium text-wine' : 'text-xs text-oud'}>
          {error ?? 'Widać ją tutaj i w kopii danych, o którą poprosi kupujący.'}
        </p>
        <Button
          type="submit"
          variant="secondary"
          size="tight"
          busy={form.busy}
          disabled={form.values.note.trim() === ''}
        >
          Zapisz notatkę
        </Button>
      </div>
    </form>
  )
}
