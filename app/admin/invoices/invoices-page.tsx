import { Download } from 'lucide-react'
import { use } from 'react'
import { href, useSearchParams } from 'react-router'
import { IsOwner } from '#app/admin/is-owner.ts'
import { SearchField, withParams } from '#app/admin/list-filters.tsx'
import { InvoiceMistakes } from '#app/admin/orders/invoice-mistakes.tsx'
import { OrderLink } from '#app/admin/orders/order-state.tsx'
import { pagedQuery, tellFailure, useProvenDownload } from '#app/admin/panel-calls.ts'
import { ListPages, RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { Price } from '#app/ui/price.tsx'
import { toast } from '#app/ui/toast.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { formatNip } from '#domain/papers/company.ts'
import type {
  InvoiceList,
  ListedInvoice,
  UnissuedInvoice,
} from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { findOfflineDeadline } from '#domain/papers/ksef/ksef.ts'

type Asked = { search: string; kind: 'all' | 'invoice' | 'correction'; month: string }

const invoicesQuery = (query: Asked & { page: string }) =>
  pagedQuery(['admin-invoices', query], (signal) => callApi('get', '/api/admin/invoices', { query, signal }))

const KINDS: Record<string, Asked['kind']> = { faktury: 'invoice', korekty: 'correction' }

/** 'Faktury': issued invoices and corrections. */
export default function Invoices() {
  const isOwners = use(IsOwner)
  const [params, setParams] = useSearchParams()
  const asked: Asked = {
    search: params.get('szukaj') ?? '',
    kind: KINDS[params.get('rodzaj') ?? ''] ?? 'all',
    month: params.get('miesiac') ?? '',
  }
  const set = (name: string, value: string) =>
    setParams((present) => withParams(present, { page: null, [name]: value }), { replace: true })
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Faktury</h1>
        <InvoiceFile asked={asked} />
      </div>
      <p className="max-w-prose text-sm text-oud">
        Faktura na firmę powstaje sama po zapłacie, a za pobraniem po wysłaniu paczki. Korekta powstaje, gdy pieniądze
        wracają do klienta. Wystawionych nie da się zmienić
        {isOwners ? '; błędne dane nabywcy poprawisz na stronie zamówienia.' : '.'}
      </p>
      <div className="grid gap-3 sm:grid-cols-[1fr_12rem_12rem] sm:items-end">
        <SearchField
          label="Szukaj faktur"
          placeholder="Numer, NIP, nabywca, zamówienie"
          search={asked.search}
          onSearch={(text) => set('szukaj', text)}
        />
        <SelectField
          label="Rodzaj"
          value={params.get('rodzaj') ?? ''}
          onChange={({ target }) => set('rodzaj', target.value)}
        >
          <option value="">Wszystkie</option>
          <option value="faktury">Faktury</option>
          <option value="korekty">Korekty</option>
        </SelectField>
        <TextField
          label="Miesiąc"
          type="month"
          value={asked.month}
          onChange={({ target }) => set('miesiac', target.value)}
        />
      </div>
      <QueryView
        query={invoicesQuery({ ...asked, page: String(parsePage(params)) })}
        failed="Nie udało się wczytać faktur"
        loading={<LoadingList of="faktur" rows={6} rowClass="h-16" />}
      >
        {(list) => (
          <>
            {isOwners && <UnissuedInvoices unissued={list.unissued} />}
            <InvoiceRows list={list} params={params} />
          </>
        )}
      </QueryView>
    </div>
  )
}

/** Sales whose paper cannot be issued, each with what is wrong and where to mend it. */
function UnissuedInvoices({ unissued }: { unissued: readonly UnissuedInvoice[] }) {
  if (unissued.length === 0) return null
  return (
    <section aria-label="Nie da się wystawić" className="mb-4 rounded-xl bg-wine-tint px-4 py-3 text-sm">
      <h2 className="font-semibold text-wine">Nie da się wystawić</h2>
      <ul className="divide-y divide-night/10">
        {unissued.map(({ order_id, order_number, buyer, mistakes }) => (
          <li key={order_id} className="py-2">
            <p className="flex flex-wrap items-center gap-x-3">
              <OrderLink id={order_id}>{order_number}</OrderLink>
              <span className="wrap-anywhere">{buyer}</span>
            </p>
            <InvoiceMistakes mistakes={mistakes} orderId={order_id} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function InvoiceFile({ asked }: { asked: Asked }) {
  const [busy, download] = useProvenDownload(`/api/admin/exports/invoices?${new URLSearchParams(asked)}`, (failure) =>
    tellFailure('Nie udało się pobrać pliku', failure),
  )
  return (
    <Button variant="secondary" size="tight" busy={busy} onClick={() => void download()}>
      <Download aria-hidden="true" className="size-4" />
      Pobierz CSV
    </Button>
  )
}

function InvoiceRows({ list, params }: { list: InvoiceList; params: URLSearchParams }) {
  if (list.items.length === 0) return <EmptyState title="Nie ma takich faktur" />
  return (
    <>
      <RowList items={list.items} keyOf={({ id }) => id}>
        {(invoice) => <InvoiceRow invoice={invoice} />}
      </RowList>
      <ListPages
        of={list}
        label="Strony faktur"
        buildHref={(page) => `${href('/admin/faktury')}?${withParams(params, { page: String(page) })}`}
      />
    </>
  )
}

function InvoiceRow({ invoice }: { invoice: ListedInvoice }) {
  const { id, number, issued_on, corrects, replaces, buyer, nip, gross_grosze, order_id, order_number } = invoice
  return (
    <article aria-label={number} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <h2 className="font-semibold tabular-nums">{number}</h2>
        <p>{buyer}</p>
        <p className="text-xs text-oud">
          <span>{formatCalendarDay(issued_on)}</span>
          {nip !== null && <span>{` · NIP ${formatNip(nip)}`}</span>}
          {corrects !== null && <span>{` · koryguje ${corrects}`}</span>}
          {replaces !== null && <span>{` · zamiast ${replaces}`}</span>}
        </p>
        <KsefState invoice={invoice} />
      </div>
      <div className="ml-auto flex items-center gap-3">
        <OrderLink id={order_id}>{order_number}</OrderLink>
        <Price grosze={gross_grosze} className="min-w-24 text-right font-semibold" />
        <a
          href={`/api/admin/invoices/${id}`}
          download
          aria-label={`PDF ${number}`}
          className={buttonClass('secondary', 'tight')}
        >
          PDF
        </a>
      </div>
    </article>
  )
}

function SendAgain({ id }: { id: string }) {
  const [busy, send] = useAct(async () => {
    const sent = await callApi('post', '/api/admin/invoices/:id/send-again', { param: { id } })
    if (!sent.ok) return tellFailure('Nie udało się wysłać faktury', sent.failure)
    toast({ title: 'Faktura idzie do KSeF jeszcze raz', tone: 'success' })
    await queryClient.invalidateQueries({ queryKey: ['admin-invoices'] })
  })
  return (
    <Button variant="secondary" size="tight" busy={busy} onClick={() => void send()}>
      Wyślij ponownie
    </Button>
  )
}

const WAITING = { waiting: 'Czeka na wysłanie do KSeF', processing: 'KSeF przetwarza' } as const

function KsefState({ invoice: { id, issued_on, ksef, ksef_number, has_upo, problem } }: { invoice: ListedInvoice }) {
  const isOwners = use(IsOwner)
  if (ksef === null) return null
  if (ksef === 'accepted') {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-xs">
        <span className="whitespace-nowrap">{`KSeF ${ksef_number}`}</span>
        {has_upo && (
          <a
            href={`/api/admin/invoices/${id}/upo`}
            download
            className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4 lg:min-h-8"
          >
            UPO
          </a>
        )}
      </p>
    )
  }
  if (ksef === 'refused') {
    return (
      <div className="text-xs">
        <p className="font-semibold text-wine">{`KSeF odrzucił: ${problem}`}</p>
        {isOwners && <SendAgain id={id} />}
      </div>
    )
  }
  const until = findOfflineDeadline(issued_on)
  const isLate = until < readWarsawClock(new Date()).day
  return (
    <p className={classNames('text-xs', isLate ? 'font-semibold text-wine' : 'text-oud')}>
      {`${WAITING[ksef]}, termin: ${formatCalendarDay(until)}`}
    </p>
  )
}
