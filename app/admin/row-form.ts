import { useState } from 'react'
import type { z } from 'zod'
import { isRefusal, toFormProblem } from '#app/admin/panel-calls.ts'
import type { ApiFailure } from '#app/api-client.ts'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import type { Result } from '#domain/kernel/result.ts'

type RowFormOptions<Row, Values, Schema extends z.ZodType> = {
  /** The row as the list shows it now, which may change while the form is open; null for a new one. */
  row: Row | null
  schema: Schema
  toValues(row: Row | null): Values
  /** @param seen the row with which the form was filled: a change applies to its version only */
  send(input: z.output<Schema>, seen: Row | null): Promise<Result<unknown, ApiFailure>>
  onSaved(input: z.output<Schema>): void
  /** Reads the list again. */
  refresh(): Promise<unknown>
  /** Title of the toast about a refusal. */
  failed: string
  /** Takes over a refusal that has a question of its own. */
  handle?(failure: ApiFailure): boolean
}

/**
 * The form of a row with a version, for a `FormDialog`. Typed values stay when the shop refuses them; once another
 * window has changed the row, `reload` fills the form with what was saved there.
 */
export function useRowForm<Row, Values extends object, Schema extends z.ZodType>({
  row,
  schema,
  toValues,
  send,
  onSaved,
  refresh,
  failed,
  handle,
}: RowFormOptions<Row, Values, Schema>) {
  const [seen, setSeen] = useState(row)
  const [isStale, setStale] = useState(false)
  const form = useForm({
    schema,
    initial: toValues(row),
    async onSubmit(input): Promise<FormProblem | undefined> {
      const answer = await send(input, seen)
      if (answer.ok) onSaved(input)
      await refresh()
      if (answer.ok) return undefined
      if (isRefusal(answer.failure, 'changed_meanwhile')) {
        // The dialog says so, with `reload`.
        setStale(true)
        return {}
      }
      return handle?.(answer.failure) ? {} : toFormProblem(failed, answer.failure)
    },
  })

  function reload() {
    setSeen(row)
    form.replace(toValues(row))
    setStale(false)
  }

  return { ...form, ...(isStale && { reload }) }
}
