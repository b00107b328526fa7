import { useEffect, useRef, useState } from 'react'
import { callApi } from '#app/api-client.ts'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { makeIdempotencyKey } from '#app/cart/cart-key.ts'
import { Button } from '#app/ui/button.tsx'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  CONTACT_TEXTS,
  type ContactMessage,
  contactMessageSchema,
  SHORTEST_OPEN_MS,
  summarizeContact,
} from '#domain/contact/contact.ts'
import {
  CONTACT_FIELDS,
  ContactFields,
  type ContactFormProps,
  type ContactStart,
  type ContactValues,
} from './contact-fields.tsx'

const EMPTY: ContactValues = { name: '', email: '', phone: '', message: '' }

/** The loaded contact form. Stores what is typed in this tab until it is sent. */
export default function ContactForm({ start, success }: ContactFormProps) {
  const [initial] = useState(() => withDraft(start.typed))
  const [isSent, setSent] = useState(false)
  const [openedAt] = useState(() => Date.now())
  const root = useRef<HTMLFormElement>(null)

  const form = useForm({
    schema: contactMessageSchema,
    initial,
    summarize: summarizeContact,
    async onSubmit(message) {
      // The shortest time in which a person fills in the form, unless the text was still there.
      await new Promise((resolve) => setTimeout(resolve, openedAt + SHORTEST_OPEN_MS - Date.now()))
      const trap = root.current?.querySelector<HTMLInputElement>('input[name=website]') ?? null
      const problem = await send(message, { openedAt, trap })
      if (problem) return problem
      writeStored('contact_message', null)
      form.replace(EMPTY)
      setSent(true)
      toast({ title: 'Sukces!', description: success, tone: 'success' })
    },
  })
  const { values } = form

  useEffect(() => {
    if (values === initial) return
    if (CONTACT_FIELDS.every((name) => values[name] === '')) writeStored('contact_message', null)
    else {
      const attempt = readStoredObject('contact_message')?.attempt
      writeStored('contact_message', JSON.stringify({ ...values, attempt }))
      setSent(false)
    }
  }, [values, initial])

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over once the text typed before the code was loaded.
  useEffect(() => {
    if (start.focused) refocus(root.current, start.focused)
  }, [])

  return (
    <form
      ref={(element) => {
        root.current = element
        form.ref(element)
      }}
      aria-label="Formularz kontaktowy"
      noValidate
      onSubmit={form.submit}
      className="relative"
    >
      <ContactFields text={form.text} />
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" size="lg" busy={form.busy}>
          Wyślij wiadomość
        </Button>
        <p role="status" className="text-sm font-medium text-leaf">
          {isSent && success}
        </p>
      </div>
    </form>
  )
}

type Sending = { openedAt: number; trap: HTMLInputElement | null }

async function send(message: ContactMessage, { openedAt, trap }: Sending): Promise<FormProblem | undefined> {
  const sent = await callApi('post', '/api/send-contact-email', {
    json: { ...message, website: trap?.value ?? '', open_ms: Date.now() - openedAt },
    headers: { 'Idempotency-Key': readAttempt(message) },
  })
  if (sent.ok) return undefined
  const { failure } = sent
  if (failure.reason === 'unreachable') return { toast: { title: 'Błąd', description: CONTACT_TEXTS.failed } }
  // A program may have filled in the hidden field; the next press comes from a person.
  if (failure.code === 'looks_automated' && trap) trap.value = ''
  const { fields, message: sentence } = failure
  if (Object.keys(fields).length > 0) return { fields }
  return { toast: { title: 'Błąd', description: failure.status < 500 ? sentence : CONTACT_TEXTS.failed } }
}

/** The key of this message. It changes only with the message: a repeat after a lost answer sends nothing twice. */
function readAttempt(message: ContactMessage): string {
  const stored = readStoredObject('contact_message')
  const content = JSON.stringify(message)
  const attempt = stored?.attempt
  if (Array.isArray(attempt) && attempt[1] === content && typeof attempt[0] === 'string') return attempt[0]
  const key = makeIdempotencyKey()
  writeStored('contact_message', JSON.stringify({ ...stored, attempt: [key, content] }))
  return key
}

/** What was typed before the code was loaded; fields that are still empty get what this tab has stored. */
function withDraft(typed: ContactStart['typed']): ContactValues {
  const stored = readStoredObject('contact_message')
  const values = { ...EMPTY }
  for (const name of CONTACT_FIELDS) values[name] = typed[name] || String(stored?.[name] ?? '')
  return values
}

function refocus(form: HTMLFormElement | null, { name, caret }: NonNullable<ContactStart['focused']>): void {
  const field = form?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`)
  field?.focus({ preventScroll: true })
  // Fields for e-mail have no caret that can be set.
  if (caret !== null) field?.setSelectionRange(caret, caret)
}
