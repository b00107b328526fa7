import { useState } from 'react'
import { href, Link, type LinksFunction, useSearchParams } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { formatMomentDay, formatShortMoment, formatTime } from '#app/admin/orders/moments.ts'
import printStyles from '#app/admin/packing/print.css?url'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { Card, Caution } from '#app/admin/ui/card.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Price } from '#app/ui/price.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { OpenReceipt, TillDesk } from '#domain/till/read-till.server.ts'
import { receiptPressSchema, TILL_DAYS, TILL_PAYMENTS } from '#domain/till/receipt.ts'
import { AgentCard } from './agent-card.tsx'
import { MarkAll } from './mark-all.tsx'
import { RefusedReceipt, useReopen } from './refused-receipt.tsx'
import { RateSums, ReceiptLines, sumsOf, TillHead, tillQuery, useTillChange } from './till-data.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: printStyles }]

/** 'Kasa': the sales that wait for a till receipt, and the program beside the printer. Paper shows the list alone. */
export default function Till() {
  const [params] = useSearchParams()
  const older = params.get('starsze') !== null
  const query = tillQuery(older)
  const onChanged = useTillChange(query)
  return (
    <>
      <TillHead current="Do ufiskalizowania" />
      <QueryView query={query} failed="Nie udało się wczytać kasy." loading={<LoadingList of="kasy" rows={4} />}>
        {(desk) => (
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <Waiting desk={desk} older={older} onChanged={onChanged} />
            <AgentCard {...desk} onChanged={onChanged} />
          </div>
        )}
      </QueryView>
    </>
  )
}

function Waiting({ desk, older, onChanged }: { desk: TillDesk; older: boolean; onChanged: () => Promise<unknown> }) {
  const { items, more, has_older } = desk
  const today = formatMomentDay(new Date().toISOString())
  const [unclear, refused] = (['unclear', 'refused'] as const).map((wanted) =>
    items.filter(({ state }) => state === wanted),
  )
  const ofAgent = items.filter(({ state, for_agent }) => state === 'printing' || for_agent)
  const byHand = items.filter(({ state, for_agent }) => state === 'waiting' && !for_agent)
  const [ofToday, earlier] = [true, false].map((isToday) =>
    byHand.filter(({ sold_at }) => (formatMomentDay(sold_at) === today) === isToday),
  )
  const noteByHand = desk.agent.key_made_at === null ? undefined : BY_HAND
  const typed = items.filter(isToType)
  const groups = [
    { title: 'Niejasne: sprawdź rolkę', sales: unclear ?? [] },
    { title: 'Drukarka nie przyjęła', sales: refused ?? [] },
    { title: 'Dziś', note: noteByHand, sales: ofToday ?? [] },
    { title: older ? `Starsze niż ${TILL_DAYS} dni` : 'Wcześniej', note: noteByHand, sales: earlier ?? [] },
    { title: 'Czekają na drukarkę', note: BY_AGENT, sales: ofAgent },
  ].filter(({ sales }) => sales.length > 0)
  return (
    <div className="min-w-0 space-y-5">
      <p className="hidden text-lg font-bold print:block">
        {`Do ufiskalizowania, stan z ${formatShortMoment(new Date().toISOString())}`}
      </p>
      {items.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
          <p className="max-w-prose text-sm text-night/85">
            Każda sprzedaż osobie potrzebuje paragonu: opłacona z góry od razu, za pobraniem w chwili wysłania.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="tight" onClick={() => window.print()}>
              Drukuj listę
            </Button>
            {typed.length > 1 && <MarkAll sales={typed} onChanged={onChanged} />}
          </div>
        </div>
      )}
      {groups.length === 0 && (
        <EmptyState title="Żadna sprzedaż nie czeka na paragon">
          <p className="text-sm">
            Opłacone i wysłane zamówienia pojawią się tu same. Faktury na firmę są bez paragonu.
          </p>
        </EmptyState>
      )}
      {groups.map(({ title, note, sales }) => (
        // The printed list has no sale whose receipt may be on the roll already.
        <section key={title} aria-label={title} className={sales === unclear ? 'print:hidden' : undefined}>
          <h2 className="mb-2 flex items-baseline justify-between gap-3 font-display text-xl">
            <span>{title}</span>
            <span className="font-sans text-sm text-oud tabular-nums print:hidden">{sales.length}</span>
          </h2>
          {note && <p className="mb-2 max-w-prose text-sm text-night/85 print:hidden">{note}</p>}
          <ul className="space-y-3">
            {sales.map((sale) => (
              <li key={sale.checkout_id} className={isToType(sale) ? 'break-inside-avoid' : 'print:hidden'}>
                <Sale sale={sale} onChanged={onChanged} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more && <p className="text-sm">To najstarsze z nich. Następne pokażą się, gdy oznaczysz te.</p>}
      {older ? (
        <Link to={href('/admin/kasa')} className={TO_OTHERS}>
          Wróć do ostatnich {TILL_DAYS} dni
        </Link>
      ) : (
        has_older && (
          <Link to="?starsze" className={TO_OTHERS}>
            Starsze niż {TILL_DAYS} dni
          </Link>
        )
      )}
    </div>
  )
}

const BY_AGENT =
  'Drukarka wydrukuje je sama, po kolei, gdy tylko może. Ręcznie oznacz tylko te, które nabijesz w innej kasie.'
const BY_HAND = 'Tych drukarka nie wydrukuje: są sprzed utworzenia klucza. Nabij je na kasie i oznacz.'

/** Whether it is surely not on the roll: a person may type it into the till. */
const isToType = ({ state }: OpenReceipt) => state === 'waiting' || state === 'refused'

const TO_OTHERS = 'inline-flex min-h-11 items-center underline underline-offset-4 print:hidden'

function Sale({ sale, onChanged }: { sale: OpenReceipt; onChanged: () => Promise<unknown> }) {
  const { order_numbers, sold_at, payment, gross_grosze, lines, state } = sale
  const title = order_numbers.join(', ')
  return (
    <Card
      small
      title={title}
      under={`${formatShortMoment(sold_at)}, ${TILL_PAYMENTS[payment]}`}
      aside={<Price grosze={gross_grosze} className="text-base font-semibold" />}
    >
      <ReceiptLines lines={lines} />
      <RateSums sums={sumsOf([sale])} className="mt-1 border-t border-night/10 pt-1 text-xs text-oud" />
      {state === 'printing' ? (
        <p className="mt-3 font-semibold">Kasa właśnie drukuje ten paragon.</p>
      ) : (
        <>
          {state === 'unclear' && (
            <Caution className="mt-3 rounded-xl px-4 py-3">
              {describeUnclear(sale)}{' '}
              {`Poszukaj na rolce paragonu na ${formatGrosze(gross_grosze)}. Dopóki nie zdecydujesz, nie wydrukuje się drugi raz.`}
            </Caution>
          )}
          {state === 'refused' && <RefusedReceipt sale={sale} title={title} onChanged={onChanged} />}
          <PressForm sale={sale} title={title} onChanged={onChanged} />
          <p className="mt-2 hidden print:block">☐ Numer paragonu: ................................</p>
        </>
      )}
    </Card>
  )
}

function describeUnclear({ claimed_at, refusal }: OpenReceipt): string {
  if (refusal !== null) return `Drukarka powiedziała: ${refusal}.`
  return claimed_at === null
    ? 'Cofnięto oznaczenie tego paragonu.'
    : `Kasa zaczęła drukować o ${formatTime(claimed_at)} i nie odpowiedziała.`
}

type PressFormProps = { sale: OpenReceipt; title: string; onChanged: () => Promise<unknown> }

function PressForm({ sale, title, onChanged }: PressFormProps) {
  const { checkout_id: id, gross_grosze, state, sold_at, for_agent } = sale
  const [isAsking, setAsking] = useState(false)
  const reopen = useReopen(onChanged)
  const [today, soldOn] = [readWarsawClock(new Date()).day, readWarsawClock(new Date(sold_at)).day]
  const form = useForm({
    schema: receiptPressSchema,
    initial: { number: '', gross_grosze, printed_on: today },
    async onSubmit({ number, printed_on }) {
      const json = { number, gross_grosze, ...(printed_on !== today && { printed_on }) }
      const answer = await callApi('post', '/api/admin/till/:id/printed', { param: { id }, json })
      await onChanged()
      if (!answer.ok) return toFormProblem('Nie oznaczono paragonu', answer.failure)
      toast({
        title: 'Paragon oznaczony jako wydrukowany',
        description: `Zamówienie ${title}`,
        tone: 'success',
        durationMs: 8_000,
        action: { label: 'Cofnij', onClick: () => reopen.mutate(id) },
      })
      return undefined
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-3 flex flex-wrap items-end gap-2 print:hidden">
      <PanelField
        {...form.text('number')}
        label="Numer paragonu (może być pusty)"
        className="min-w-0 flex-1 basis-48"
      />
      {soldOn !== today && state !== 'unclear' && (
        <TextField {...form.text('printed_on')} label="Dzień wydruku" type="date" min={soldOn} max={today} />
      )}
      <Button
        type="submit"
        variant={state === 'refused' || for_agent ? 'secondary' : 'primary'}
        busy={form.busy}
        aria-label={`Wydrukowany: ${title}`}
      >
        Wydrukowany
      </Button>
      {state === 'unclear' && (
        <Button variant="secondary" onClick={() => setAsking(true)} aria-label={`Nie wydrukowany: ${title}`}>
          Nie wydrukowany
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Na rolce na pewno go nie ma?"
        confirm="Nie ma go, wróć do kolejki"
        busy={reopen.isPending}
        onConfirm={() => reopen.mutate(id, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {`Zamówienie ${title} wróci do kolejki, a paragon na ${formatGrosze(gross_grosze)} trzeba będzie wydrukować od nowa. Podłączona drukarka zrobi to sama.`}
      </ConfirmDialog>
    </form>
  )
}
