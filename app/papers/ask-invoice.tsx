import { useState } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { type InvoicePerson, personInvoiceSchema } from '#domain/papers/invoices/person-invoice.ts'

type AskInvoiceProps = {
  ask(person: InvoicePerson): Promise<Result<unknown, ApiFailure>>
  onAsked(): void
}

/** Asks for an invoice for a person, which is mailed. A button opens the form. */
export default function AskInvoice({ ask, onAsked }: AskInvoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const form = useForm({
    schema: personInvoiceSchema,
    initial: { name: '', street: '', postal_code: '', city: '' },
    async onSubmit(person) {
      const answer = await ask(person)
      if (answer.ok) {
        toast({ title: 'Faktura jest w drodze', description: 'Wysyłamy ją na e-mail z zamówienia.', tone: 'success' })
        onAsked()
        return undefined
      }
      const { failure } = answer
      const description = failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem.'
      return {
        fields: failure.reason === 'refused' ? failure.fields : {},
        toast: { title: 'Nie udało się zamówić faktury', description },
      }
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
