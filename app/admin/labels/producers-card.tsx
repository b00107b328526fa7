import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useRowDialog } from '#app/admin/history-dialog.ts'
import { refresh, useAttempt } from '#app/admin/panel-calls.ts'
import { useRowForm } from '#app/admin/row-form.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { IconButton } from '#app/admin/ui/list-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { toast } from '#app/ui/toast.ts'
import type { AdminProducer } from '#domain/labels/label-queries.server.ts'
import { producerInputSchema } from '#domain/labels/producer.ts'
import { producersQuery } from './labels-data.tsx'

/** The producers who answer for products; brands and products refer to them. */
export function ProducersCard() {
  return (
    <QueryCard
      title="Producenci"
      id="producenci"
      query={producersQuery}
      failed="Nie udało się załadować producentów"
      rows={3}
      lead="Przy każdym produkcie kupujący widzi, kto go zrobił i kto za niego odpowiada w Unii. Producenta wybierasz przy marce, a gdy trzeba, przy samym produkcie."
    >
      {({ items }) => <Producers producers={items} />}
    </QueryCard>
  )
}

function Producers({ producers }: { producers: readonly AdminProducer[] }) {
  const edited = useRowDialog('producer', producers, ({ id }) => id)
  const removal = useRemoval<AdminProducer>({
    title: 'Usunąć producenta?',
    confirm: 'Usuń producenta',
    question: (producer) => `Producent „${producer?.name ?? ''}” zniknie z listy. Tego nie można cofnąć.`,
    call: ({ id, version }) => callApi('delete', '/api/admin/producers/:id', { param: { id }, json: { version } }),
    failed: 'Nie udało się usunąć producenta',
    done: 'Producent usunięty',
    nameOf: ({ name }) => name,
    refresh: () => refresh(producersQuery),
  })
  return (
    <>
      {producers.length === 0 && <p className="mb-3 text-sm">Nie ma jeszcze żadnego producenta.</p>}
      <ul className="mb-3 divide-y divide-night/10">
        {producers.map((producer) => (
          <li key={producer.id} className="flex items-start gap-2 py-2">
            <div className="mr-auto min-w-0 text-sm wrap-anywhere">
              <p className="font-semibold">{producer.name}</p>
              <p className="text-xs text-oud">
                {producer.address} · {producer.contact}
              </p>
              {producer.responsible_name !== null && (
                <p className="text-xs text-oud">
                  W Unii odpowiada: {producer.responsible_name}, {producer.responsible_address}
                </p>
              )}
            </div>
            <IconButton
              icon={Pencil}
              label={`Edytuj producenta ${producer.name}`}
              onClick={() => edited.open(producer)}
            />
            <IconButton
              icon={Trash2}
              label={`Usuń producenta ${producer.name}`}
              className="text-wine"
              onClick={() => removal.ask(producer)}
            />
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={() => edited.open(null)}>
        <Plus aria-hidden="true" className="size-4" />
        Dodaj producenta
      </Button>
      {edited.shown && <ProducerDialog producer={edited.shown.row} onClose={edited.close} />}
      {removal.dialog}
    </>
  )
}

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
  onClose: CloseDialog
}

function ProducerDialog({ producer, onClose }: ProducerDialogProps) {
  const attempt = useAttempt()
  const form = useRowForm({
    row: producer,
    schema: producerInputSchema,
    toValues,
    send: (input, seen) =>
      seen
        ? callApi('patch', '/api/admin/producers/:id', {
            param: { id: seen.id },
            json: { ...input, version: seen.version },
          })
        : attempt((headers) => callApi('post', '/api/admin/producers', { json: input, headers })),
    onSaved({ name }) {
      toast({ title: producer ? 'Producent zapisany' : 'Producent dodany', description: name, tone: 'success' })
      onClose()
    },
    refresh: () => refresh(producersQuery),
    failed: 'Nie udało się zapisać producenta',
  })
  return (
    <FormDialog
      title={producer ? 'Edytuj producenta' : 'Dodaj producenta'}
      form={form}
      submit={producer ? 'Zapisz zmiany' : 'Dodaj producenta'}
      onClose={onClose}
    >
      <PanelField {...form.text('name')} label="Nazwa" required />
      <PanelField {...form.text('address')} label="Adres pocztowy z krajem" required />
      <PanelField
        {...form.text('contact')}
        label="Adres elektroniczny"
        required
        hint="Adres e-mail albo strony, na przykład kontakt@producent.pl"
      />
      <CheckboxField {...form.checkbox('is_in_eu')} label="Producent ma siedzibę w Unii Europejskiej" />
      <p className="text-sm">
        {form.values.is_in_eu
          ? 'Osoba odpowiedzialna w Unii: tylko jeśli jest nią ktoś inny niż producent.'
          : 'Producent spoza Unii musi mieć osobę odpowiedzialną w Unii; jej dane są na opakowaniu.'}
      </p>
      <PanelField {...form.text('responsible_name')} label="Osoba odpowiedzialna: nazwa" />
      <PanelField {...form.text('responsible_address')} label="Osoba odpowiedzialna: adres pocztowy" />
      <PanelField {...form.text('responsible_contact')} label="Osoba odpowiedzialna: adres elektroniczny" />
    </FormDialog>
  )
}
