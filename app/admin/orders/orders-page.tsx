import { useQuery } from '@tanstack/react-query'
import { Download, Phone } from 'lucide-react'
import { useState } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { DialogButton } from '#app/admin/form-dialog.tsx'
import { buildAddress, writePage } from '#app/admin/list-filters.tsx'
import { useListKeys } from '#app/admin/list-keys.ts'
import { describePanelFailure, useProvenDownload } from '#app/admin/panel-calls.ts'
import { ListPages } from '#app/admin/ui/list-parts.tsx'
import { AnswerView, LoadingList } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { inflectOrders } from '#domain/kernel/order-words/order-names.ts'
import type { OrderList as ListedOrders } from '#domain/orders/admin/list-admin-orders.server.ts'
import { isFiltered, type OrderFilters } from '#domain/orders/admin/order-filters.ts'
import { CompleteDelivered } from './complete-delivered.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { OrderListView } from './order-list.tsx'
import { ordersQuery, parseOrderFilters, toParameters } from './orders-data.ts'

/** 'Zamówienia': all orders, newest first. */
export default function Orders() {
  const [params] = useSearchParams()
  const list = useQuery(ordersQuery(params), queryClient)
  const { data, isPlaceholderData } = list
  useListKeys()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h1 className="font-display text-2xl">
          <span>Zamówienia</span> {data && <span className="text-oud tabular-nums">({formatTotal(data)})</span>}
        </h1>
        <div className="flex flex-wrap gap-2">
          <Link to={href('/admin/zamowienia/telefon')} className={buttonClass('secondary', 'tight')}>
            <Phone aria-hidden="true" className="size-4" /> Przez telefon
          </Link>
          {data && data.total > 0 && (
            <ExportMenu
              filters={parseOrderFilters(params)}
              what={`${formatTotal(data)} ${inflectOrders(data.total)}`}
            />
          )}
        </div>
      </div>
      <OrderFilterBar />
      <p role="status" className="sr-only">
        {data && !isPlaceholderData && `${formatTotal(data)} ${inflectOrders(data.total)}`}
      </p>
      <AnswerView
        of={list}
        failed="Nie udało się wczytać zamówień."
        loading={<LoadingList of="zamówień" rows={10} rowClass="h-16 lg:h-8" />}
      >
        {(found) => <FoundOrders list={found} params={params} />}
      </AnswerView>
    </>
  )
}

function FoundOrders({ list, params }: { list: ListedOrders; params: URLSearchParams }) {
  const filters = parseOrderFilters(params)
  if (list.items.length === 0) {
    return isFiltered(filters) ? (
      <EmptyState title="Brak zamówień pasujących do filtrów">
        <p className="text-sm">Usuń któryś filtr albo wpisz krótszy fragment: numer, e-mail, telefon lub nazwisko.</p>
      </EmptyState>
    ) : (
      <EmptyState title="Brak zamówień" />
    )
  }
  return (
    <>
      <CompleteDelivered orders={list.items} />
      <OrderListView orders={list.items} />
      <ListPages
        of={list}
        label="Strony zamówień"
        buildHref={(page) => buildAddress(href('/admin/zamowienia'), { ...filters, page: writePage(page) })}
      />
      {list.is_more && (
        <p className="mt-3 text-center text-sm text-oud">
          Lista kończy się na {list.total} najnowszych. Zawęź ją datami, aby zobaczyć starsze.
        </p>
      )}
    </>
  )
}

const formatTotal = ({ total, is_more: isMore }: ListedOrders) => (isMore ? `ponad ${total}` : String(total))

/** Downloads the orders that the list shows now, and the takings of each day. */
function ExportMenu({ filters, what }: { filters: OrderFilters; what: string }) {
  return (
    <DialogButton
      name="export"
      variant="secondary"
      size="tight"
      dialog={(close) => <ExportDialog filters={filters} what={what} onClose={close} />}
    >
      <Download aria-hidden="true" className="size-4" /> Pobierz CSV
    </DialogButton>
  )
}

function ExportDialog({ filters, what, onClose }: { filters: OrderFilters; what: string; onClose: () => void }) {
  const today = readWarsawClock(new Date()).day
  const [from, setFrom] = useState(filters.from ?? `${today.slice(0, 8)}01`)
  const [to, setTo] = useState(filters.to ?? today)
  const [busy, download] = useProvenDownload(
    `/api/admin/exports/orders?${new URLSearchParams(toParameters(filters))}`,
    (failure) => toast({ title: describePanelFailure(failure, ACCOUNT_TEXTS.noConnection), tone: 'error' }),
  )
  const isRange = from !== '' && to !== '' && from <= to
  return (
    <Dialog open onClose={onClose} title="Pobierz CSV" size="sm">
      <div className="space-y-6 px-5 py-4 text-sm sm:px-7">
        <section className="space-y-2">
          <h3 className="font-semibold">Zamówienia</h3>
          <p>Wszystkie, które pokazuje teraz lista: {what}. Także te, na których lista się kończy.</p>
          <Button size="tight" busy={busy} onClick={() => void download()}>
            Pobierz zamówienia
          </Button>
        </section>
        <section className="space-y-3 border-t border-night/10 pt-4">
          <h3 className="font-semibold">Utarg dzień po dniu</h3>
          <div className="grid grid-cols-2 gap-3">
            <TextField label="Od" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
            <TextField
              label="Do"
              type="date"
              value={to}
              onChange={(event) => setTo(event.target.value)}
              error={isRange ? undefined : 'Wybierz dni od wcześniejszego do późniejszego.'}
            />
          </div>
          {isRange && (
            <a
              href={`/api/admin/exports/takings?${new URLSearchParams({ from, to })}`}
              download
              className={buttonClass('secondary', 'tight')}
            >
              Pobierz utarg
            </a>
          )}
        </section>
      </div>
    </Dialog>
  )
}
