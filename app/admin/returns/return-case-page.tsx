import { href, Link } from 'react-router'
import { formatMomentDay, formatTime } from '#app/admin/orders/moments.ts'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { DetailPage, Loading } from '#app/admin/ui/query-view.tsx'
import { SentPictures } from '#app/admin/ui/sent-pictures.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import { formatSecond } from '#domain/kernel/text/dates-and-plurals.ts'
import { caseMatchSchema } from '#domain/returns/admin-case.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { CASE_KIND_LABELS, CONDITION_LABELS, DEMAND_LABELS, isOpen, isTrusted } from '#domain/returns/return-case.ts'
import type { Route } from './+types/return-case-page'
import { CaseActions } from './case-actions.tsx'
import { CaseMoneyCard } from './case-money.tsx'
import { CaseClock, CaseState } from './case-state.tsx'
import { DropOffCode } from './drop-off-code.tsx'
import { caseQuery, refreshCase } from './returns-data.ts'

/** A withdrawal or a complaint with everything that the owner needs to decide about it. */
export default function ReturnCase({ params }: Route.ComponentProps) {
  return (
    <DetailPage
      list={{ to: href('/admin/zwroty'), label: 'Wszystkie sprawy' }}
      query={caseQuery(params.id)}
      failed="Nie udało się wczytać sprawy."
      loading={<Loading of="sprawy" rows={2} rowClass="h-72 rounded-2xl" className="grid gap-5 xl:grid-cols-2" />}
      missing={{ title: 'Nie ma takiej sprawy', hint: 'Sprawdź adres albo poszukaj jej na liście.' }}
    >
      {(found) => <WholeCase found={found} />}
    </DetailPage>
  )
}

function WholeCase({ found }: { found: AdminCase }) {
  return (
    <article aria-labelledby="sprawa">
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 id="sprawa" className="font-display text-2xl">
              {CASE_KIND_LABELS[found.kind]} <span className="tabular-nums">{found.number}</span>
            </h1>
            <CaseState stage={found.stage} />
            <CaseClock of={found} />
          </div>
          <p className="text-sm text-oud">
            {formatMomentDay(found.received_at)}, {formatTime(found.received_at)}
          </p>
        </div>
        <CaseActions found={found} />
      </header>
      <Warnings found={found} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <Statement found={found} />
          {found.answer !== null && (
            <Card small title={found.kind === 'withdrawal' ? 'Odmowa' : 'Odpowiedź'}>
              <p className="whitespace-pre-line wrap-anywhere">{found.answer}</p>
            </Card>
          )}
        </div>
        <div className="min-w-0 space-y-5">
          <Pieces found={found} />
          {found.money && <CaseMoneyCard found={found} money={found.money} />}
          {(found.acts.includes('give_code') || found.drop_off_code !== null) && <DropOffCode found={found} />}
          {!isTrusted(found.match) && found.answered_at === null && <MatchForm found={found} />}
        </div>
      </div>
    </article>
  )
}

/** What the owner has to know before deciding. */
function Warnings({ found: { match, late, orders, refund, dispatch, stage } }: { found: AdminCase }) {
  const warnings = [
    ...(match === 'none' ? ['Nie ma zamówienia o tym numerze. Oświadczenie jest zapisane i potwierdzone.'] : []),
    ...(match === 'number_only'
      ? [
          'Jest zamówienie o tym numerze, ale kupiono je z innym adresem e-mail. Sprawdź, kto pisze, zanim je przypiszesz.',
        ]
      : []),
    ...(dispatch === 'not_sent' && isOpen(stage) && orders.some(({ status }) => status !== 'cancelled')
      ? ['Paczka jest jeszcze w sklepie: nic nie trzeba odsyłać, pieniądze wracają od razu.']
      : []),
    ...(late ? ['Od doręczenia minęło więcej niż 14 dni: odstąpienie przyszło po terminie.'] : []),
    ...(orders.some(({ status }) => status === 'cancelled')
      ? ['Zamówienie jest anulowane; jego sztuki są już w magazynie.']
      : []),
    ...(refund === 'failed' ? ['Operator nie oddał pieniędzy. Oddaj je inną drogą ze strony zamówienia.'] : []),
  ]
  if (warnings.length === 0) return null
  return (
    <ul className="card mb-5 space-y-1 border-l-4 border-l-gold px-4 py-3 text-sm">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}

function Statement({ found }: { found: AdminCase }) {
  const { name, email, order_number, orders, items_note, reason, demand, pictures, received_at } = found
  return (
    <Card small title="Oświadczenie">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact term="Imię i nazwisko">{name}</Fact>
        <Fact term="E-mail">{email}</Fact>
        <Fact term="Zamówienie">
          {orders.length === 0
            ? order_number
            : orders.map(({ id, number }) => (
                <Link
                  key={id}
                  to={href('/admin/zamowienia/:id', { id })}
                  className="mr-3 inline-block tabular-nums underline underline-offset-4"
                >
                  {number}
                </Link>
              ))}
        </Fact>
        <Fact term="Złożono">{formatSecond(new Date(received_at))}</Fact>
        {demand !== null && <Fact term="Żądanie">{DEMAND_LABELS[demand]}</Fact>}
        {items_note !== null && <Fact term="Dotyczy">{items_note}</Fact>}
      </dl>
      {reason !== null && (
        <>
          <p className="mt-4 text-oud">{found.kind === 'complaint' ? 'Co jest nie tak' : 'Powód'}</p>
          <p className="font-medium whitespace-pre-line wrap-anywhere">{reason}</p>
        </>
      )}
      <div className="mt-4 empty:hidden">
        <SentPictures keys={pictures} />
      </div>
    </Card>
  )
}

/** The pieces of the case; the others of the parcel are left out. */
function Pieces({ found: { kind, pieces, gifts, arrived_at, dispatch } }: { found: AdminCase }) {
  const returned = pieces.filter(({ quantity }) => quantity > 0)
  if (returned.length === 0) return null
  return (
    <Card small title={arrived_at === null ? 'Czego dotyczy' : 'Co dotarło'}>
      <ul className="divide-y divide-night/10">
        {returned.map(({ order_item_id, name, brand, facts, quantity, condition, restocked }) => (
          <li key={order_item_id} className="flex flex-wrap justify-between gap-x-6 py-2">
            <span className="min-w-0 wrap-anywhere">
              {name} <span className="text-oud">· {describeOrdered({ brand_name: brand, facts })}</span>
            </span>
            <span className="ml-auto text-right">
              <span>{quantity} szt.</span>
              {condition !== null && (
                <span className="block text-xs text-oud">
                  {CONDITION_LABELS[condition]},{' '}
                  {restocked === 0 ? 'nie wraca do sprzedaży' : `do sprzedaży: ${restocked}`}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {kind === 'withdrawal' && gifts > 0 && dispatch !== 'not_sent' && (
        <p className="border-t border-night/10 pt-2">Do zwrotu także +GRATIS, sztuk: {gifts}</p>
      )}
    </Card>
  )
}

/** Assigns a statement to the order that the owner recognised. */
function MatchForm({ found: { id, order_number } }: { found: AdminCase }) {
  const form = useForm({
    schema: caseMatchSchema,
    initial: { order_number },
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/returns/:id/match', { param: { id }, json })
      await refreshCase(id)
      if (!answer.ok) return toFormProblem('Nie przypisano', answer.failure)
      toast({ title: 'Sprawa przypisana do zamówienia', tone: 'success' })
      return undefined
    },
  })
  return (
    <Card small title="Przypisz do zamówienia">
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-wrap items-end gap-3">
        <PanelField
          {...form.text('order_number')}
          label="Numer zamówienia"
          maxLength={60}
          required
          className="min-w-48 flex-1"
        />
        <Button type="submit" variant="secondary" busy={form.busy}>
          Przypisz
        </Button>
      </form>
    </Card>
  )
}
