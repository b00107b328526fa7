import { useId } from 'react'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { NOTE_MAX, noteSchema } from '#domain/orders/admin/order-changes.ts'
import { useOrderChange } from './use-order-change.ts'

/** A note for oneself beside an order. */
export function NoteForm({ orderId }: { orderId: string }) {
  const id = useId()
  const { change } = useOrderChange(orderId)
  const form = useForm({
    schema: noteSchema,
    initial: { note: '' },
    async onSubmit(json) {
      const problem = await change(
        'note',
        () => callApi('post', '/api/admin/orders/:id/notes', { param: { id: orderId }, json }),
        { title: 'Notatka zapisana' },
      )
      if (!problem) form.replace({ note: '' })
      return problem
    },
  })
  const error = form.errors.note
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="mb-4">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Notatka dla siebie
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={NOTE_MAX}
        value={form.values.note}
        onChange={(event) => form.change({ note: event.target.value })}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className="w-full rounded-lg border border-night/45 bg-white px-3 py-2 text-base field-sizing-content max-h-60 hover:border-night/70"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}-note`} className={error ? 'text-xs font-medium text-wine' : 'text-xs text-oud'}>
          {error ?? 'Widać ją tylko tutaj.'}
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
