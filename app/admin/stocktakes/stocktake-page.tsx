import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { href, Link } from 'react-router'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { DialogButton } from '#app/admin/form-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { useWrite } from '#app/admin/panel-calls.ts'
import { IconButton, RowList } from '#app/admin/ui/list-parts.tsx'
import { AnswerView, LoadingList } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { inflectProducts } from '#domain/catalog/product.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { formatChange } from '#domain/stock/movement.ts'
import { differenceOf } from '#domain/stocktakes/stocktake.ts'
import type { OpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import { BookingDialog, type KeptReasons } from './booking-form.tsx'
import { CountForm } from './count-form.tsx'
import { refreshStocktake, stocktakeQuery } from './stocktake-data.ts'

/** 'Inwentaryzacja': counts the pieces on the shelf, by phone, and books the differences. */
export default function Stocktake() {
  const answer = useQuery(stocktakeQuery, queryClient)
  return (
    <div className="mx-auto max-w-xl space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Inwentaryzacja</h1>
        <Link
          to={href('/admin/produkty')}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Produkty
        </Link>
      </div>
      <AnswerView
        of={answer}
        failed="Nie udało się wczytać inwentaryzacji."
        loading={<LoadingList of="inwentaryzacji" rows={4} rowClass="h-14" />}
        className="space-y-4"
      >
        {(stocktake) => (stocktake === null ? <Beginning /> : <Counting stocktake={stocktake} />)}
      </AnswerView>
    </div>
  )
}

function Beginning() {
  const begin = useWrite({
    call: () => callApi('post', '/api/admin/stocktakes', { json: {} }),
    failed: 'Nie udało się zacząć',
    onSuccess: refreshStocktake,
  })
  return (
    <EmptyState title="Policz, co leży na półce">
      <p className="max-w-md text-sm">
        Skanuj albo wpisuj produkty i podawaj liczby. Sklep sprzedaje dalej, a stany zmienią się dopiero, gdy zapiszesz
        różnice.
      </p>
      <Button busy={begin.isPending} onClick={() => begin.mutate()}>
        Zacznij inwentaryzację
      </Button>
    </EmptyState>
  )
}

function Counting({ stocktake }: { stocktake: OpenStocktake }) {
  const { id, version, counts } = stocktake
  const kept: KeptReasons = useRef({})
  const number = `${counts.length} ${inflectProducts(counts.length)}`
  const drop = useRemoval<OpenStocktake>({
    title: 'Porzucić inwentaryzację?',
    confirm: 'Porzuć inwentaryzację',
    question: () => `Policzono: ${number}. Te liczby znikną, a stany zostaną takie, jakie są.`,
    call: () => callApi('delete', '/api/admin/stocktakes/:id', { param: { id }, json: { version } }),
    failed: 'Nie udało się porzucić inwentaryzacji',
    done: 'Inwentaryzacja porzucona',
    nameOf: () => 'Stany się nie zmieniły.',
    refresh: refreshStocktake,
  })
  return (
    <>
      <p className="text-sm">
        Licz wszystkie sztuki na półce, także sprzedane, które czekają na spakowanie. Spakowanych paczek nie licz.
      </p>
      <CountForm stocktake={stocktake} />
      {counts.length > 0 && (
        <section aria-label="Policzone">
          <h2 className="mb-2 text-sm font-semibold text-oud">{`Policzone: ${number}`}</h2>
          <RowList items={counts} keyOf={({ product_id }) => product_id}>
            {(count) => <CountRow stocktakeId={id} count={count} />}
          </RowList>
        </section>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={() => drop.ask(stocktake)}>
          Porzuć
        </Button>
        {counts.length > 0 && (
          <DialogButton
            name="book-stocktake"
            dialog={(onClose) => <BookingDialog stocktake={stocktake} kept={kept} onClose={onClose} />}
          >
            Pokaż różnice
          </DialogButton>
        )}
      </div>
      {drop.dialog}
    </>
  )
}

function CountRow({ stocktakeId, count }: { stocktakeId: string; count: OpenStocktake['counts'][number] }) {
  const { product_id: productId, counted, expected, counted_at } = count
  const remove = useWrite({
    call: () =>
      callApi('delete', '/api/admin/stocktakes/:id/counts/:productId', { param: { id: stocktakeId, productId } }),
    failed: 'Nie udało się usunąć liczby',
    onSettled: refreshStocktake,
  })
  const name = nameSized(count)
  const difference = differenceOf(count)
  return (
    <article className="flex items-center gap-3 py-1 pr-1 pl-4 text-sm">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 className="font-semibold">{name}</h3>
        <p className="text-xs text-oud tabular-nums">{formatShortMoment(counted_at)}</p>
      </div>
      <p className="text-right tabular-nums">
        <span className="block">{`${counted} z ${expected}`}</span>
        {difference === 0 ? (
          <span className="text-xs text-leaf">zgadza się</span>
        ) : (
          <span className="font-semibold text-wine">{`różnica ${formatChange(difference)}`}</span>
        )}
      </p>
      <IconButton icon={X} label={`Usuń liczbę: ${name}`} disabled={remove.isPending} onClick={() => remove.mutate()} />
    </article>
  )
}
