import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { IconButton } from '#app/admin/ui/list-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import type { AdminProducer } from '#domain/labels/producer.ts'
import { producersQuery } from './labels-data.tsx'
import { ProducerDialog } from './producer-dialog.tsx'

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
  const [edited, setEdited] = useState<AdminProducer | 'new' | null>(null)
  const removal = useRemoval<AdminProducer>({
    title: 'Usunąć producenta?',
    confirm: 'Usuń producenta',
    question: (producer) => `Producent „${producer?.name ?? ''}” zniknie z listy. Tego nie można cofnąć.`,
    call: ({ id, version }) => callApi('delete', '/api/admin/producers/:id', { param: { id }, json: { version } }),
    failed: 'Nie udało się usunąć producenta',
    done: 'Producent usunięty',
    nameOf: ({ name }) => name,
    query: producersQuery,
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
              onClick={() => setEdited(producer)}
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
      <Button variant="secondary" onClick={() => setEdited('new')}>
        <Plus aria-hidden="true" className="size-4" />
        Dodaj producenta
      </Button>
      {edited !== null && (
        <ProducerDialog producer={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removal.dialog}
    </>
  )
}
