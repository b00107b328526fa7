import { useQuery } from '@tanstack/react-query'
import { Download, Pencil } from 'lucide-react'
import { href, Link, useSearchParams } from 'react-router'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useRowDialog } from '#app/admin/history-dialog.ts'
import { buildAddress, SearchField } from '#app/admin/list-filters.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, pagedQuery, refresh, tellFailure, useProvenDownload } from '#app/admin/panel-calls.ts'
import { useRowForm } from '#app/admin/row-form.ts'
import { IconButton, ListPages, RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { buyerNoteSchema, NOTE_MOST } from '#domain/buyers/buyer.ts'
import type { BuyerList, ListedBuyer } from '#domain/buyers/buyer-queries.server.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

const LISTS = ['admin', 'buyers']

const buyersQuery = (query: { search: string; page: string }) =>
  pagedQuery([...LISTS, query], (signal) => callApi('get', '/api/admin/buyers', { query, signal }))

/** 'Klienci': who ordered, with the owner's notes about them. */
export default function Buyers() {
  const [params, setParams] = useSearchParams()
  const search = params.get('szukaj') ?? ''
  const query = buyersQuery({ search, page: String(parsePage(params)) })
  const { data } = useQuery(query, queryClient)
  const { shown, open, close } = useRowDialog('buyer', data?.items, ({ email }) => email)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Klienci</h1>
        <NewsletterList />
      </div>
      <SearchField
        label="Szukaj klientów"
        placeholder="E-mail, nazwisko, telefon, numer zamówienia"
        search={search}
        onSearch={(text) => setParams(text === '' ? {} : { szukaj: text }, { replace: true })}
      />
      <QueryView
        query={query}
        failed="Nie udało się wczytać klientów."
        loading={<LoadingList of="klientów" rows={6} rowClass="h-20" />}
      >
        {(list) => <BuyerRows list={list} search={search} onEdit={open} />}
      </QueryView>
      {shown?.row && <BuyerDialog buyer={shown.row} onClose={close} />}
    </div>
  )
}

const subscribersQuery = apiQuery(['admin', 'subscribers'], (signal) =>
  callApi('get', '/api/admin/subscribers', { signal }),
)

/** Downloads the newsletter's subscribers as a file; shows their number once it is known. */
function NewsletterList() {
  const { data } = useQuery(subscribersQuery, queryClient)
  const [busy, download] = useProvenDownload('/api/admin/exports/subscribers', (failure) =>
    tellFailure('Nie pobrano listy', failure),
  )
  return (
    <Button variant="secondary" busy={busy} onClick={() => void download()}>
      <Download aria-hidden="true" className="size-4" />
      <span>{data ? `Newsletter: ${count(data.subscribers, ADDRESSES)}` : 'Newsletter'}</span>
    </Button>
  )
}

type RowsProps = { list: BuyerList; search: string; onEdit: (buyer: ListedBuyer) => void }

function BuyerRows({ list, search, onEdit }: RowsProps) {
  if (list.items.length === 0) {
    return <EmptyState title={search === '' ? 'Nikt jeszcze nie zamówił' : 'Nikt taki nie zamawiał'} />
  }
  return (
    <>
      <RowList items={list.items} keyOf={({ email }) => email}>
        {(buyer) => <BuyerRow buyer={buyer} onEdit={() => onEdit(buyer)} />}
      </RowList>
      <ListPages
        of={list}
        label="Strony klientów"
        buildHref={(page) => buildAddress(href('/admin/klienci'), { szukaj: search, page: String(page) })}
      />
    </>
  )
}

const ADDRESSES: PolishForms = { one: 'adres', few: 'adresy', many: 'adresów' }
const ORDERS: PolishForms = { one: 'zamówienie', few: 'zamówienia', many: 'zamówień' }
const PARCELS: PolishForms = { one: 'nieodebrana paczka', few: 'nieodebrane paczki', many: 'nieodebranych paczek' }

const count = (number: number, forms: PolishForms) => `${number} ${pluralize(number, forms)}`

function BuyerRow({ buyer, onEdit }: { buyer: ListedBuyer; onEdit: () => void }) {
  const { email, name, orders, kept_grosze, last_at, returned_parcels, note, cash_on_delivery } = buyer
  return (
    <article className="flex items-start gap-2 px-4 py-3 text-sm">
      <div className="mr-auto min-w-0 wrap-anywhere">
        <h2 className="font-semibold">{name}</h2>
        <p>{email}</p>
        <p className="text-xs text-oud tabular-nums">
          <Link
            to={`${href('/admin/zamowienia')}?${new URLSearchParams({ search: email })}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 lg:min-h-8"
          >
            {count(orders, ORDERS)}
          </Link>
          {' · '}
          <span className="inline-block">{`${formatGrosze(kept_grosze)} ·`}</span>{' '}
          <span className="inline-block">{`ostatnie ${formatShortMoment(last_at)}`}</span>
        </p>
        {returned_parcels > 0 && <p className="text-xs font-semibold text-wine">{count(returned_parcels, PARCELS)}</p>}
        {!cash_on_delivery && <p className="text-xs font-semibold text-wine">Bez płatności przy odbiorze</p>}
        {note !== '' && <p className="mt-1 whitespace-pre-line">{note}</p>}
      </div>
      <IconButton
        icon={Pencil}
        label={`Notatka o kliencie ${email}`}
        title="Notatka i płatność przy odbiorze"
        onClick={onEdit}
      />
    </article>
  )
}

function BuyerDialog({ buyer, onClose }: { buyer: ListedBuyer; onClose: CloseDialog }) {
  const form = useRowForm({
    row: buyer,
    schema: buyerNoteSchema,
    toValues: (row) => ({ note: row?.note ?? '', cash_on_delivery: row?.cash_on_delivery ?? true }),
    send: (noted, seen) => {
      const { email, version } = seen ?? buyer
      return callApi('patch', '/api/admin/buyers', { json: { ...noted, email, version } })
    },
    onSaved() {
      toast({ title: 'Zapisano', description: buyer.email, tone: 'success' })
      onClose()
    },
    refresh: () => refresh({ queryKey: LISTS }),
    failed: 'Nie udało się zapisać notatki',
  })
  return (
    <FormDialog title={buyer.name} form={form} submit="Zapisz" onClose={onClose}>
      <TextAreaField {...form.text('note')} label="Notatka (widzi ją tylko obsługa sklepu)" most={NOTE_MOST} />
      <CheckboxField {...form.checkbox('cash_on_delivery')} label="Może płacić przy odbiorze" />
    </FormDialog>
  )
}
