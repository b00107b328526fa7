import { useState } from 'react'
import { z } from 'zod'
import type { ApiFailure } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField, TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { type InvoicePerson, personInvoiceSchema } from '#domain/papers/invoices/person-invoice.ts'

const schema = personInvoiceSchema.extend({ email: z.string() })
const emailedSchema = schema.extend({ email: z.string().trim().min(1, 'Podaj e-mail z zamówienia.') })

type AskInvoiceProps = {
  /** Whether the buyer is proved by the e-mail of the order. */
  asksEmail?: boolean
  ask(person: InvoicePerson, email: string): Promise<Result<unknown, ApiFailure>>
  onAsked(): void
}

/** Asks for an invoice for a person, which is mailed. A button opens the form. */
export default function AskInvoice({ asksEmail = false, ask, onAsked }: AskInvoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const form = useForm({
    schema: asksEmail ? emailedSchema : schema,
    initial: { email: '', name: '', street: '', postal_code: '', city: '' },
    async onSubmit({ email, ...person }) {
      const answer = await ask(person, email)
      if (!answer.ok) {
        const { failure } = answer
        const title = 'Nie udało się zamówić faktury'
        if (failure.reason === 'unreachable') return { toast: { title, description: 'Brak połączenia ze sklepem.' } }
        const { code, fields, message } = failure
        if (code === 'contract_other_email') return { fields: { email: message } }
        return { fields, toast: { title, description: message } }
      }
      toast({ title: 'Faktura jest w drodze', description: 'Wysyłamy ją na e-mail z zamówienia.', tone: 'success' })
      onAsked()
    },
  })
  if (!isOpen) {
    return (
      <Button variant="secondary" size="tight" onClick={() => setOpen(true)}>
        Poproś o fakturę
      </Button>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid grid-cols-6 gap-4">
      <p className="col-span-6 text-sm">
        Faktura dla osoby, bez NIP-u. Na firmę wystawiamy ją tylko wtedy, gdy NIP podano w zamówieniu.
      </p>
      {asksEmail && (
        <EmailField
          {...form.text('email')}
          label="E-mail z zamówienia"
          autoComplete="email"
          required
          className="col-span-6"
        />
      )}
      <TextField {...form.text('name')} label="Imię i nazwisko" autoComplete="name" required className="col-span-6" />
      <TextField
        {...form.text('street')}
        label="Ulica i numer"
        autoComplete="billing street-address"
        required
        className="col-span-6"
      />
      <TextField
        {...form.text('postal_code')}
        label="Kod pocztowy"
        placeholder="00-000"
        inputMode="numeric"
        autoComplete="billing postal-code"
        required
        className="col-span-6 sm:col-span-2"
      />
      <TextField
        {...form.text('city')}
        label="Miejscowość"
        autoComplete="billing address-level2"
        required
        className="col-span-6 sm:col-span-4"
      />
      <Button type="submit" busy={form.busy} className="col-span-6 justify-self-start">
        Wyślij mi fakturę
      </Button>
    </form>
  )
}
