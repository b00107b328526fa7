import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { dismissToast, toast } from '#app/ui/toast.ts'

/** A Polish sentence per wrong field. */
export type FieldErrors = Partial<Record<string, string>>

/** Why a form was not accepted: sentences at its fields, and a toast for what no field says. */
export type FormProblem = { fields?: FieldErrors; toast?: { title: string; description?: string } }

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string
type FlagName<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] & string

type FormOptions<Values, Schema extends z.ZodType> = {
  /** What can be sent, for forms that ask for other things as other things are chosen: by the values. */
  schema: Schema | ((values: Values) => Schema)
  initial: Values
  /** Sends what the schema has accepted; answers why it was not accepted. */
  onSubmit?: (data: z.output<Schema>) => Promise<FormProblem | undefined>
  /** The toast beside the sentences at the fields, where it says more than they do. */
  summarize?: (fields: FieldErrors, values: Values) => FormProblem['toast']
  /** Further fields that change with some. */
  follow?: (changed: Partial<Values>, values: Values) => Partial<Values>
}

/**
 * The one way to write a form: checks a field as it is left (an empty one is left in peace until the form is sent), and
 * everything when it is sent; shows the shop's own sentences at their fields, focuses the first wrong one, loses nothing
 * that was typed, and does one thing at a time. Spread `text` and `checkbox` into the fields.
 */
export function useForm<Values extends object, Schema extends z.ZodType>(options: FormOptions<Values, Schema>) {
  const [values, setValues] = useState(options.initial)
  const schema = typeof options.schema === 'function' ? options.schema(values) : options.schema
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  /** Counts refusals: each time the first wrong field gets the focus. */
  const [refusals, setRefusals] = useState(0)
  const root = useRef<HTMLElement | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    root.current = element
  }, [])
  const isPressing = usePressing()
  /** State comes a render late for the second press of a double click. */
  const running = useRef(false)

  useEffect(() => {
    if (refusals > 0) focusFirstWrong(root.current)
  }, [refusals])

  function change(changed: Partial<Values>): void {
    setValues((current) => ({ ...current, ...changed, ...options.follow?.(changed, current) }))
    clearErrors(Object.keys({ ...changed, ...options.follow?.(changed, values) }))
  }

  function clearErrors(names: readonly string[]): void {
    setErrors((current) =>
      names.some((name) => name in current)
        ? Object.fromEntries(Object.entries(current).filter(([name]) => !names.includes(name)))
        : current,
    )
  }

  function leave(name: TextName<Values>): void {
    if (values[name] === '') return
    const error = check(schema, values).errors[name]
    if (error === undefined) return
    const showHere = () => setErrors((current) => ({ ...current, [name]: error }))
    // A sentence moves what is below it: not between a press and its release, which would miss what was pressed.
    if (isPressing()) window.addEventListener('mouseup', () => setTimeout(showHere), { once: true })
    else showHere()
  }

  /** Shows what is wrong and takes the focus to the first wrong field. */
  function show({ fields = {}, toast: summary }: FormProblem): void {
    if (summary) toast({ ...summary, tone: 'error' })
    setErrors(fields)
    setRefusals((count) => count + 1)
  }

  /** What the schema makes of the values, or null after showing what is wrong. */
  function validate<Part extends z.ZodType>(part: Part): z.output<Part> | null {
    const { data, errors: fields } = check(part, values)
    if (data === undefined) show({ fields, toast: options.summarize?.(fields, values) })
    // The reason of an earlier refusal is gone.
    else dismissToast('error')
    return data ?? null
  }

  /** Runs `work` as busy; undefined without running it while something else is still under way. */
  async function run<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    schema,
    values,
    errors,
    busy,
    /** For the element whose fields are searched for the first wrong one. */
    ref,
    change,
    show,
    validate,
    run,
    /** Other values, without errors. */
    replace(next: Values): void {
      setValues(next)
      setErrors({})
    },
    clearErrors: () => setErrors({}),
    async submit(event?: FormEvent): Promise<void> {
      event?.preventDefault()
      await run(async () => {
        const data = validate(schema)
        if (data === null) return
        setErrors({})
        const problem = await options.onSubmit?.(data)
        if (problem) show(problem)
      })
    },
    text: (name: TextName<Values>) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value } as Partial<Values>),
      onBlur: () => leave(name),
    }),
    checkbox: (name: FlagName<Values>) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: { target: { checked: boolean } }) =>
        change({ [name]: event.target.checked } as Partial<Values>),
    }),
  }
}

/** Whether a button of the mouse is down, or a finger that the browser tells of as one. */
function usePressing(): () => boolean {
  const isDown = useRef(false)
  useEffect(() => {
    const press = () => {
      isDown.current = true
    }
    const release = () => {
      isDown.current = false
    }
    window.addEventListener('mousedown', press, true)
    window.addEventListener('mouseup', release, true)
    return () => {
      window.removeEventListener('mousedown', press, true)
      window.removeEventListener('mouseup', release, true)
    }
  }, [])
  return () => isDown.current
}

/** The first sentence per field, in the order of the schema. */
function check<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): { data: z.output<Schema>; errors: FieldErrors } | { data: undefined; errors: FieldErrors } {
  const parsed = schema.safeParse(values)
  if (parsed.success) return { data: parsed.data, errors: {} }
  const errors: FieldErrors = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message
  return { data: undefined, errors }
}

function focusFirstWrong(root: HTMLElement | null): void {
  const wrong = root?.querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.focus({ preventScroll: true })
  wrong?.scrollIntoView({ block: 'center', behavior: 'auto' })
}
