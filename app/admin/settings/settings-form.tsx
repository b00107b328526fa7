import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import { LeavingQuestion, useLeavingQuestion } from '#app/admin/leaving-question.tsx'
import { isRefusal, toFormProblem } from '#app/admin/panel-calls.ts'
import type { ApiFailure } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { formatClock } from '#domain/kernel/text/dates-and-plurals.ts'

type SettingsFormOptions<Stored, Typed, Schema extends z.ZodType> = {
  stored: Stored
  /** The settings as values of the fields. */
  toTyped(stored: Stored): Typed
  schema(seen: Stored): Schema
  save(data: z.output<Schema>, seen: Stored): Promise<Result<unknown, ApiFailure>>
  /** The shop's present settings; undefined when they cannot be read. */
  read(): Promise<Stored | undefined>
  saved: string
  /** Title of the toast when the shop refuses; `lead` precedes the reason. */
  failed: { title: string; lead?: string }
}

/**
 * A form of settings that two windows may change: it never overwrites a version that it has not shown. Leaving the page
 * with unsaved changes asks first; a page has only one such form.
 */
export function useSettingsForm<Stored, Typed extends object, Schema extends z.ZodType>(
  options: SettingsFormOptions<Stored, Typed, Schema>,
) {
  const { stored, toTyped, schema, save, read, saved, failed } = options
  const [seen, setSeen] = useState(stored)
  const [isStale, setStale] = useState(false)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const form = useForm({
    schema: schema(seen),
    initial: toTyped(stored),
    async onSubmit(data) {
      const answer = await save(data, seen)
      if (answer.ok) {
        toast({ title: saved, tone: 'success' })
        setSavedAt(formatClock(new Date()))
        await load()
        return undefined
      }
      if (isRefusal(answer.failure, 'changed_meanwhile')) setStale(true)
      const problem = toFormProblem(failed.title, answer.failure)
      const description = `${failed.lead ?? ''}${problem.toast?.description}`
      return { ...problem, toast: { title: failed.title, description } }
    },
  })

  /** Fills the form with the shop's present settings. */
  async function load() {
    const newest = await read()
    if (newest === undefined) return
    setSeen(newest)
    setStale(false)
    form.replace(toTyped(newest))
  }

  const before = toTyped(seen)
  const isChanged = (Object.keys(before) as (keyof Typed)[]).some((name) => form.values[name] !== before[name])
  const leaving = useLeavingQuestion(isChanged)
  return { form, seen, isStale, isChanged, savedAt, leaving, load: () => void load() }
}

type SaveBarProps = {
  settings: { form: { busy: boolean } } & Omit<ReturnType<typeof useSettingsForm>, 'form' | 'seen'>
  save: string
  /** Whether unchanged settings can be saved. */
  canSaveUnchanged?: boolean
  /** Stays in view below a long form. */
  sticky?: boolean
  /** Further buttons after the one that saves. */
  choice?: ReactNode
  /** Shown while nothing is changed. */
  children?: ReactNode
}

/** The foot of a settings form: saves, loads the current settings after a conflict, and says what is unsaved. */
export function SaveBar({ settings, save, canSaveUnchanged = false, sticky = false, choice, children }: SaveBarProps) {
  const { form, isStale, isChanged, savedAt, leaving, load } = settings
  return (
    <div
      className={classNames(
        'mt-3 flex flex-wrap items-center gap-3',
        sticky &&
          'sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 border-t border-night/15 bg-white py-3 lg:bottom-0',
      )}
    >
      <Button type="submit" busy={form.busy} disabled={!isChanged && !canSaveUnchanged}>
        {save}
      </Button>
      {choice}
      {isStale && (
        <Button variant="secondary" onClick={load}>
          Wczytaj aktualne
        </Button>
      )}
      <p role="status" className="text-xs text-oud">
        {isChanged ? 'Niezapisane zmiany' : savedAt !== null ? `Zapisano ${savedAt}` : children}
      </p>
      <LeavingQuestion leaving={leaving} title="Porzucić niezapisane zmiany?" confirm="Porzuć zmiany">
        Na tej stronie są zmiany, których nie zapisano. Po wyjściu przepadną.
      </LeavingQuestion>
    </div>
  )
}

type PreviewedForm<Schema extends z.ZodType> = { schema: Schema; validate(schema: Schema): unknown }

/** A preview of the typed values in its own tab, so that the form stays open. `page` reads them from `field`. */
export function usePreview<Schema extends z.ZodType>(form: PreviewedForm<Schema>, page: string, field: string) {
  const draft = useRef<HTMLInputElement>(null)
  return {
    show() {
      const typed = form.validate(form.schema)
      if (typed === null || !draft.current) return
      draft.current.value = JSON.stringify(typed)
      draft.current.form?.submit()
    },
    form: (
      <form method="post" action={page} target="_blank" hidden rel="noopener">
        <input ref={draft} type="hidden" name={field} />
      </form>
    ),
  }
}
