import { type FormEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { dismissToast, toast } from '#app/ui/toast.ts'
import { useBusy } from './use-act.ts'

/** A Polish sentence per wrong field. */
export type FieldErrors = Partial<Record<string, string>>

/** Why a form was not accepted: sentences at its fields, and a toast for the rest. */
export type FormProblem = { fields?: FieldErrors; toast?: { title: string; description?: string } }

/** What `text` returns, to be spread into a field. */
export type TextProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string
type FlagName<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] & string

type FormOptions<Values, Schema extends z.ZodType> = {
  /** The schema of the sent data; a function if it depends on the values. */
  schema: Schema | ((values: Values) => Schema)
  initial: Values
  /** Sends the data that the schema has accepted. Returns the problem, or undefined on success. */
  onSubmit?: (data: z.output<Schema>) => Promise<FormProblem | undefined>
  /** The toast beside the sentences at the fields. */
  summarize?: (fields: FieldErrors, values: Values) => FormProblem['toast']
  /** Further fields that change together with the changed ones. */
  follow?: (changed: Partial<Values>, values: Values) => Partial<Values>
}

/**
 * Every form of the shop uses this. It checks a filled field on blur and everything on submit, shows the shop's
 * sentences at their fields, focuses the first wrong one, keeps what was typed, and runs one submit at a time. Spread
 * `text` and `checkbox` into the fields.
 */
export function useForm<Values extends object, Schema extends z.ZodType>(options: FormOptions<Values, Schema>) {
  const [values, setValues] = useState(options.initial)
  const [start, setStart] = useState(options.initial)
  const schema = typeof options.schema === 'function' ? options.schema(values) : options.schema
  const [errors, setErrors] = useState<FieldErrors>({})
  const { busy, run } = useBusy()
  /** Counts refusals: each time the first wrong field gets the focus. */
  const [refusals, setRefusals] = useState(0)
  const root = useRef<HTMLElement | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    root.current = element
  }, [])
  useFilledSilently(root, (filled) => {
    const known = new Map<string, unknown>(Object.entries(values))
    const changed = Object.entries(filled).filter(([name, text]) => {
      return typeof known.get(name) === 'string' && known.get(name) !== text
    })
    // Synchronous, because the next press reads the values.
    if (changed.length > 0) flushSync(() => change(Object.fromEntries(changed) as Partial<Values>))
  })
  const isPressing = usePressing()

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
    const error = checkForm(schema, values).errors[name]
    if (error === undefined) return
    const showHere = () => setErrors((current) => ({ ...current, [name]: error }))
    // An error sentence moves the content below it. Between a press and its release the press would miss its button.
    if (isPressing()) window.addEventListener('mouseup', () => setTimeout(showHere), { once: true })
    else showHere()
  }

  /** Shows the problem and focuses the first wrong field. */
  function show({ fields = {}, toast: summary }: FormProblem): void {
    if (summary) toast({ ...summary, tone: 'error' })
    setErrors(fields)
    setRefusals((count) => count + 1)
  }

  /** The output of the schema; null after showing the errors. */
  function validate<Part extends z.ZodType>(part: Part): z.output<Part> | null {
    const { data, errors: fields } = checkForm(part, values)
    if (data === undefined) show({ fields, toast: options.summarize?.(fields, values) })
    // An earlier refusal no longer holds.
    else dismissToast('error')
    return data ?? null
  }

  return {
    schema,
    values,
    errors,
    busy,
    /** Whether the values differ from those the form was filled with. */
    isChanged: JSON.stringify(values) !== JSON.stringify(start),
    /** For the element around the fields. */
    ref,
    change,
    show,
    validate,
    run,
    /** Fills the form anew and clears the errors. */
    replace(next: Values): void {
      setValues(next)
      setStart(next)
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

const TEXT_FIELDS = ':is(input:not([type=radio], [type=checkbox], [type=file]), textarea)[name]'

/**
 * Reads the fields of a form before a press, a key or a move of the focus is handled: some programs that fill in forms
 * cause no events, and the next rendering would empty the fields again.
 */
function useFilledSilently(
  root: { current: HTMLElement | null },
  onRead: (texts: Record<string, string>) => void,
): void {
  const read = useEffectEvent((event: Event) => {
    const form = root.current
    if (!(form && event.target instanceof Node && form.contains(event.target))) return
    const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)
    onRead(Object.fromEntries([...fields].map(({ name, value }) => [name, value])))
  })
  useEffect(() => {
    const unmounted = new AbortController()
    for (const type of ['pointerdown', 'click', 'keydown']) {
      window.addEventListener(type, (event) => read(event), { capture: true, signal: unmounted.signal })
    }
    // The focus also leaves a button that a rendering removes, before the fields show what was rendered.
    const readRendered = (event: Event) => queueMicrotask(() => read(event))
    window.addEventListener('focusout', readRendered, { capture: true, signal: unmounted.signal })
    return () => unmounted.abort()
  }, [])
}

/** Whether a button of the mouse, or a finger that the browser reports as one, is down. */
function usePressing(): () => boolean {
  const isDown = useRef(false)
  useEffect(() => {
    const unmounted = new AbortController()
    for (const type of ['mousedown', 'mouseup']) {
      const note = () => {
        isDown.current = type === 'mousedown'
      }
      window.addEventListener(type, note, { capture: true, signal: unmounted.signal })
    }
    return () => unmounted.abort()
  }, [])
  return () => isDown.current
}

/** The form's valid data, or the first error sentence per field, in the order of the schema. */
export function checkForm<Schema extends z.ZodType>(
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
