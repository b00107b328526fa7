import { href, Link, useParams, useSearchParams } from 'react-router'
import { buildAddress, writePage } from '#app/admin/list-filters.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { acceptRefusal, pagedQuery } from '#app/admin/panel-calls.ts'
import { describePieces } from '#app/admin/products/save-stock.ts'
import { ListPages, RowList } from '#app/admin/ui/list-parts.tsx'
import { DetailPage, LoadingList } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { formatChange, MOVEMENT_REASONS } from '#domain/stock/movement.ts'
import type { MovementList } from '#domain/stock/movement-queries.server.ts'

const movementsQuery = (id: string, page: number) =>
  pagedQuery(['admin-stock-movements', id, page], async (signal) => {
    const query = { page: String(page) }
    const answer = await callApi('get', '/api/admin/products/:id/movements', { param: { id }, query, signal })
    return acceptRefusal(answer, 'product_not_found')
  })

/** 'Ruchy magazynowe': every change of a product's stock, why, and by which order, return or person. */
export default function Movements() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  return (
    <DetailPage
      list={{ to: href('/admin/produkty'), label: 'Produkty' }}
      query={movementsQuery(id, parsePage(params))}
      failed="Nie udało się wczytać ruchów magazynowych."
      loading={<LoadingList of="ruchów magazynowych" rows={8} rowClass="h-14" />}
      missing={{ title: 'Nie ma takiego produktu' }}
    >
      {(list) => <MovementsView list={list} />}
    </DetailPage>
  )
}

function MovementsView({ list }: { list: MovementList }) {
  const { product, items } = list
  const address = href('/admin/produkty/:id/ruchy', { id: product.id })
  return (
    <>
      <h1 className="font-display text-2xl">Ruchy magazynowe</h1>
      <p className="mb-4 text-sm wrap-anywhere">
        <span className="font-semibold">{nameSized(product)}</span>
        <span>{`${product.active ? '' : ' (usunięty)'}, teraz ${describePieces(product.stock_quantity)}`}</span>
      </p>
      {items.length === 0 ? (
        <EmptyState title="Nie ma jeszcze żadnych ruchów">
          <p className="text-sm">Pojawią się, gdy sklep zacznie liczyć sztuki tego produktu.</p>
        </EmptyState>
      ) : (
        <>
          <RowList items={items} keyOf={({ id }) => id}>
            {(movement) => <MovementRow movement={movement} />}
          </RowList>
          <ListPages
            of={list}
            label="Strony ruchów"
            buildHref={(page) => buildAddress(address, { page: writePage(page) })}
          />
        </>
      )}
    </>
  )
}

/** 'inny powód: oddane na testery', 'inwentaryzacja: na półce 5, powinno być 7' */
function describeMovement({ reason, note, counted, expected }: Movement): string {
  const found = reason === 'counted' && counted !== null ? `na półce ${counted}, powinno być ${expected}` : note
  return found === null ? MOVEMENT_REASONS[reason] : `${MOVEMENT_REASONS[reason]}: ${found}`
}

type Movement = MovementList['items'][number]

function MovementRow({ movement }: { movement: Movement }) {
  const { at, change, stock_after, reason, order, case: found, person, lost } = movement
  return (
    <article
      className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2.5 text-sm
        sm:grid-cols-[8rem_3.5rem_minmax(0,1fr)_auto]"
    >
      <time dateTime={at} className="text-xs text-oud tabular-nums max-sm:col-span-3">
        {formatShortMoment(at)}
      </time>
      <p className={classNames('text-right font-semibold tabular-nums', change < 0 && 'text-wine')}>
        <span className="sr-only">Zmiana: </span>
        {formatChange(change)}
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p className={classNames(reason === 'unknown' && 'font-semibold text-wine')}>{describeMovement(movement)}</p>
        {lost > 0 && <p className="text-xs text-oud">{`${lost} szt. nie wraca do sprzedaży`}</p>}
        {order !== null && (
          <MovementLink
            to={href('/admin/zamowienia/:id', { id: order.id })}
          >{`Zamówienie ${order.number}`}</MovementLink>
        )}
        {found !== null && (
          <MovementLink to={href('/admin/zwroty/:id', { id: found.id })}>{`Zwrot ${found.number}`}</MovementLink>
        )}
        {person !== null && <p className="text-xs text-oud">{person}</p>}
      </div>
      <p className="text-right tabular-nums">
        <span className="sr-only">Stan po zmianie: </span>
        {describePieces(stock_after)}
      </p>
    </article>
  )
}

function MovementLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="mr-4 inline-flex min-h-11 items-center underline underline-offset-4 lg:min-h-7">
      {children}
    </Link>
  )
}
