import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useRowDialog } from '#app/admin/history-dialog.ts'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, refresh, toFormProblem } from '#app/admin/panel-calls.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useDebounced } from '#app/ui/use-debounced.ts'
import { HAZARD_MAX, recallSchema } from '#domain/batches/batch.ts'
import type { ListedBatch } from '#domain/batches/batch-queries.server.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { inflectOrders } from '#domain/kernel/order-words/order-names.ts'

const batchesQuery = (search: string) =>
  apiQuery(['admin-batches', search], (signal) => callApi('get', '/api/admin/batches', { query: { search }, signal }))

const SEARCH_DEBOUNCE_MS = 300

/** 'Partie': which batches were sent, and the recall of one. */
export default function Batches() {
  const [typed, setTyped] = useState('')
  const query = batchesQuery(useDebounced(typed, SEARCH_DEBOUNCE_MS).trim())
  const recalled = useRowDialog('recall', useQuery(query, queryClient).data, keyOf)
  return (
    <div className="mx-auto max-w-3xl space-y-4">
      <h1 className="font-display text-2xl">Partie</h1>
      <p className="text-sm">
        Numery partii, które odczytano przy pakowaniu. Wycofanie partii ostrzega kupujących, którym ją wysłano, zdejmuje
        produkt ze sprzedaży i nie pozwala jej więcej spakować.
      </p>
      <PanelField
        label="Szukaj"
        type="search"
        hint="Numer partii, nazwa albo kod EAN"
        maxLength={60}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <QueryView
        query={query}
        failed="Nie udało się wczytać partii."
        loading={<LoadingList of="partii" rows={4} rowClass="h-20" />}
      >
        {(batches) =>
          batches.length === 0 ? (
            <EmptyState title={typed.trim() === '' ? 'Nie odczytano jeszcze żadnej partii' : 'Nie ma takiej partii'}>
              <p className="max-w-md text-sm">Partię wpisujesz na stronie pakowania, przy produkcie.</p>
            </EmptyState>
          ) : (
            <RowList items={batches} keyOf={keyOf}>
              {(batch) => <BatchRow of={batch} onRecall={() => recalled.open(batch)} />}
            </RowList>
          )
        }
      </QueryView>
      {recalled.shown?.row && (
        <RecallDialog
          batch={recalled.shown.row}
          refresh={() => refresh({ queryKey: ['admin-batches'] })}
          onClose={recalled.close}
        />
      )}
    </div>
  )
}

const keyOf = ({ product_id, batch }: ListedBatch) => `${product_id} ${batch}`

function BatchRow({ of: batch, onRecall }: { of: ListedBatch; onRecall: () => void }) {
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <h2 className="font-semibold">{batch.batch}</h2>
        <p>{`${nameSized(batch)}, ${batch.brand_name}`}</p>
        <p className="text-xs text-oud">
          {`${batch.orders} ${inflectOrders(batch.orders)}, ostatnie ${formatShortMoment(batch.packed_at)}`}
        </p>
      </div>
      {batch.recalled_at === null ? (
        <Button variant="secondary" size="tight" onClick={onRecall}>
          Wycofaj partię
        </Button>
      ) : (
        <p className="font-medium text-wine">{`Wycofana ${formatShortMoment(batch.recalled_at)}`}</p>
      )}
      {batch.unreached.length > 0 && (
        <p className="basis-full text-wine">
          <span>Nie mają adresu e-mail, napisz przez platformę sprzedażową:</span>
          {batch.unreached.map(({ id, number }) => (
            <Link key={id} to={href('/admin/zamowienia/:id', { id })} className="ml-2 underline underline-offset-4">
              {`#${number}`}
            </Link>
          ))}
        </p>
      )}
    </article>
  )
}

type RecallDialogProps = { batch: ListedBatch; refresh: () => Promise<unknown>; onClose: CloseDialog }

function RecallDialog({ batch, refresh: readAgain, onClose }: RecallDialogProps) {
  const form = useForm({
    schema: recallSchema.pick({ hazard: true }),
    initial: { hazard: '' },
    async onSubmit({ hazard }) {
      const json = { product_id: batch.product_id, batch: batch.batch, hazard }
      const answer = await callApi('post', '/api/admin/recalls', { json })
      await readAgain()
      if (!answer.ok) return toFormProblem('Nie wycofano partii', answer.failure)
      const { letters, without_address: others } = answer.value
      const further = others > 0 ? ` Bez adresu: ${others}, ich zamówienia są na liście.` : ''
      toast({ title: 'Partia wycofana', description: `Wysyłamy wiadomości: ${letters}.${further}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title={`Wycofać partię ${batch.batch}?`}
      form={form}
      submit="Wycofaj i ostrzeż kupujących"
      danger
      size="md"
      onClose={onClose}
    >
      <p className="text-sm">
        {`${nameSized(batch)}: ${batch.orders} ${inflectOrders(batch.orders)}. Kupujący, do których paczka wyszła, dostaną wiadomość o wycofaniu ze względów bezpieczeństwa. Przed wysłaniem paczek, które są w sklepie, ostrzeżemy pakującego. Produkt zejdzie ze sprzedaży. Zgłoś też wycofanie w systemie Safety Business Gateway.`}
      </p>
      {batch.kind === 'bottle' && (
        <p className="text-sm">
          Próbki przelane z tych flakonów to osobny produkt: zostaną w sprzedaży i jako gratis, dopóki nie oznaczysz ich
          jako wyprzedane. Wycofaj też ich partię.
        </p>
      )}
      <TextAreaField
        {...form.text('hazard')}
        label="Na czym polega zagrożenie (kupujący przeczyta to w wiadomości)"
        most={HAZARD_MAX}
        rows={4}
        required
      />
    </FormDialog>
  )
}
