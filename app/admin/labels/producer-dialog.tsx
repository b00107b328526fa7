import { FormDialog } from '#app/admin/form-dialog.tsx'
import { refresh, toFormProblem, useAttempt } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { type AdminProducer, producerInputSchema } from '#domain/labels/producer.ts'
import { producersQuery } from './labels-data.tsx'

const CONTACT_HINT = 'Adres e-mail albo strony, na przykład kontakt@producent.pl'

function toValues(producer: AdminProducer | null) {
  return {
    name: producer?.name ?? '',
    address: producer?.address ?? '',
    contact: producer?.contact ?? '',
    is_in_eu: producer?.is_in_eu ?? true,
    responsible_name: producer?.responsible_name ?? '',
    responsible_address: producer?.responsible_address ?? '',
    responsible_contact: producer?.responsible_contact ?? '',
  }
}

type ProducerDialogProps = {
  /** Null for a new one. */
  producer: AdminProducer | null
  onClose: () => void
}

/** The form of a producer. Typed values stay when the shop refuses them. Closing with unsaved changes asks first. */
export function ProducerDialog({ producer, onClose }: ProducerDialogProps) {
  const initial = toValues(producer)
  const attempt = useAttempt()
  const form = useForm({
    schema: producerInputSchema,
    initial,
    async onSubmit(input) {
      const answer = producer
        ? await callApi('patch', '/api/admin/producers/:id', {
            param: { id: producer.id },
            json: { producer: input, version: producer.version },
          })
        : await attempt((headers) => callApi('post', '/api/admin/producers', { json: input, headers }))
      await refresh(producersQuery)
      if (!answer.ok) return toFormProblem('Nie udało się zapisać producenta', answer.failure)
      toast({ title: producer ? 'Producent zapisany' : 'Producent dodany', description: input.name, tone: 'success' })
      onClose()
      return undefined
    },
  })
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial)
  return (
    <FormDialog
      title={producer ? 'Edytuj producenta' : 'Dodaj producenta'}
      form={form}
      submit={producer ? 'Zapisz zmiany' : 'Dodaj producenta'}
      unsaved={isChanged && 'To, co zostało wpisane, nie jest zapisane.'}
      onClose={onClose}
    >
      <TextField {...form.text('name')} label="Nazwa" required autoComplete="off" />
      <TextField {...form.text('address')} label="Adres pocztowy z krajem" required autoComplete="off" />
      <TextField
        {...form.text('contact')}
        label="Adres elektroniczny"
        required
        autoComplete="off"
        hint={CONTACT_HINT}
      />
      <CheckboxField {...form.checkbox('is_in_eu')} label="Producent ma siedzibę w Unii Europejskiej" />
      <p className="text-sm">
        {form.values.is_in_eu
          ? 'Osoba odpowiedzialna w Unii: tylko jeśli jest nią ktoś inny niż producent.'
          : 'Producent spoza Unii musi mieć osobę odpowiedzialną w Unii; jej dane są na opakowaniu.'}
      </p>
      <TextField {...form.text('responsible_name')} label="Osoba odpowiedzialna: nazwa" autoComplete="off" />
      <TextField
        {...form.text('responsible_address')}
        label="Osoba odpowiedzialna: adres pocztowy"
        autoComplete="off"
      />
      <TextField
        {...form.text('responsible_contact')}
        label="Osoba odpowiedzialna: adres elektroniczny"
        autoComplete="off"
      />
    </FormDialog>
  )
}
