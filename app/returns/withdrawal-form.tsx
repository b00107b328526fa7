import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import { type FieldErrors, useForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { beginRefund, findDueDay } from '#domain/returns/return-case.ts'
import { MAX_REASON_LENGTH, type StatementReceipt, withdrawalSchema } from '#domain/returns/statement.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { chooseAll, toDeclaredItems } from './chosen-pieces.tsx'
import { NearbyReturn } from './nearby-return.tsx'
import type { OrderOfLink } from './order-by-link.tsx'
import { useBegunStatement, useStatement } from './statement-draft.ts'
import { NO_ANSWER, StatementSubject } from './statement-fields.tsx'
import { type Declared, DeclaredList, declareSubject, StatementReceiptView } from './statement-receipt.tsx'

/** The form in two steps: the first press shows the declaration again, the second one sends it. */
export function WithdrawalForm({ order, goodsTo }: { order: OrderOfLink | null; goodsTo: GoodsTo }) {
  const begun = useBegunStatement('withdrawal', order, chooseAll(order?.items ?? []))
  const { demand: _, pictures: __, ...initial } = begun.values
  const [problem, setProblem] = useState<string | null>(null)
  /** The shop's refusal, until the fields are shown again. */
  const [refused, setRefused] = useState<FieldErrors | null>(null)
  const form = useForm({
    schema: order ? linkedSchema : typedSchema,
    initial,
    async onSubmit() {
      if (order && toDeclaredItems(chosen).length === 0) {
        statement.refusePieces('Zaznacz, czego dotyczy odstąpienie.')
      } else {
        setProblem(null)
        statement.check()
      }
    },
  })
  const statement = useStatement(begun, form.values)
  const { chosen } = statement.pieces
  const isChecking = statement.isChecking && (order === null || toDeclaredItems(chosen).length > 0)
  const showRefused = useEffectEvent(() => {
    if (refused) form.show({ fields: refused })
    setRefused(null)
  })
  useEffect(() => {
    if (!isChecking) showRefused()
  }, [isChecking])
  const reason = form.values.reason.trim()
  const declared = [
    { term: 'Oświadczenie', lines: ['Odstępuję od umowy sprzedaży.'] },
    ...declareSubject(order, form.values, chosen),
    ...(reason ? [{ term: 'Powód', lines: reason.split('\n') }] : []),
  ]

  async function send(): Promise<void> {
    await form.run(async () => {
      const headers = { 'Idempotency-Key': begun.key }
      const { values } = form
      const answer = order
        ? await callApi('post', '/api/order-link/withdraw', {
            json: { token: order.token, items: toDeclaredItems(chosen), reason: values.reason },
            headers,
          })
        : await callApi('post', '/api/withdrawals', { json: values, headers })
      if (answer.ok) return statement.finish({ ...answer.value, declared, email: order?.email ?? values.email })
      const { failure } = answer
      if (failure.reason === 'refused' && Object.keys(failure.fields).length > 0) {
        setRefused(failure.fields)
        statement.correct()
      } else setProblem(failure.reason === 'refused' ? failure.message : NO_ANSWER)
    })
  }

  if (statement.receipt) {
    return (
      <StatementReceiptView title="Odstąpienie zostało złożone" receipt={statement.receipt}>
        <WhatNext
          of={order}
          goodsTo={goodsTo}
          refund={statement.receipt.refund ?? null}
          dueDay={formatCalendarDay(findDueDay(new Date(statement.receipt.received_at)))}
        />
      </StatementReceiptView>
    )
  }
  if (isChecking) {
    return (
      <ConfirmStep
        declared={declared}
        problem={problem}
        busy={form.busy}
        onBack={statement.correct}
        onConfirm={() => void send()}
      />
    )
  }
  if (order?.items.length === 0) return <p className="font-semibold">W tym zamówieniu nie ma już sztuk do zwrotu.</p>
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-label="Odstąpienie od umowy" className="grid gap-5">
      <StatementSubject
        order={order}
        text={form.text}
        pieces={{ ...statement.pieces, legend: 'Od czego odstępujesz?' }}
        noteLabel="Których rzeczy dotyczy? (puste: całego zamówienia)"
      />
      <TextAreaField {...form.text('reason')} label="Powód (nieobowiązkowo)" most={MAX_REASON_LENGTH} rows={3} />
      <Button type="submit" size="lg" className="justify-self-start">
        Dalej
      </Button>
    </form>
  )
}

/** Where returned goods go; `nearbyReturnUrl`: see NearbyReturn. */
type GoodsTo = Pick<ShopProfile, 'returnAddress' | 'nearbyReturnUrl'>

type WhatNextProps = {
  of: Pick<OrderOfLink, 'dispatch' | 'is_paid'> | null
  goodsTo: GoodsTo
  /** Null: nothing, or nobody knows without the order's link. */
  refund: NonNullable<StatementReceipt['refund']> | null
  /** The last day of the refund, in words. */
  dueDay: string
}

/**
 * What happens after a withdrawal, by the state of parcel and payment. Without the order's link these are secret, so
 * the text names both cases.
 */
function WhatNext({ of, goodsTo: { returnAddress, nearbyReturnUrl }, refund, dueDay }: WhatNextProps) {
  const way = refund?.by_transfer ? 'przelewem' : 'tą drogą, którą zapłacono,'
  const money = refund === null ? 'pieniądze' : `${formatGrosze(refund.grosze)} ${way}`
  const back = `odeślij towar w ciągu 14 dni na adres: ${returnAddress}. Włóż do paczki kartkę z numerem sprawy.`
  if (of?.dispatch === 'not_sent') {
    return (
      <>
        <p>Paczka jeszcze nie wyszła: niczego nie odsyłaj.</p>
        <p>{of.is_paid ? `Oddamy ${money} najpóźniej ${dueDay}.` : 'Nic nie zapłacono, więc nie ma czego oddawać.'}</p>
      </>
    )
  }
  if (of && !of.is_paid) {
    return (
      <>
        <p>Paczka jest w drodze. Możesz jej nie przyjąć: wróci do nas i nic nie zapłacisz.</p>
        <p>
          Jeśli ją przyjmiesz i zapłacisz, {back} Pieniądze oddamy najpóźniej {dueDay}; możemy zaczekać na towar.
        </p>
        <NearbyReturn url={nearbyReturnUrl} />
      </>
    )
  }
  return (
    <>
      <p>{of ? `O${back.slice(1)}` : `Jeśli paczka już do Ciebie wyszła, ${back} Jeśli nie, niczego nie odsyłaj.`}</p>
      <NearbyReturn url={nearbyReturnUrl} />
      <p>
        {of ? `${beginRefund(refund?.late ?? false)} ${money}` : 'Zapłacone pieniądze oddamy'} najpóźniej {dueDay}.
        Możemy zaczekać na towar albo dowód jego nadania.
      </p>
    </>
  )
}

const typedSchema = withdrawalSchema.omit({ items: true })
const linkedSchema = z.object({ reason: withdrawalSchema.shape.reason })

type ConfirmStepProps = {
  declared: Declared
  problem: ReactNode
  busy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The second step: shows the declaration again. */
function ConfirmStep({ declared, problem, busy, onBack, onConfirm }: ConfirmStepProps) {
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  return (
    <section aria-labelledby="sprawdz" className="grid gap-5">
      <h2 id="sprawdz" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Sprawdź i potwierdź
      </h2>
      <div className="card px-5 py-4">
        <DeclaredList of={declared} />
      </div>
      {problem && <Alert title="Nie udało się wysłać odstąpienia.">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button size="lg" busy={busy} onClick={onConfirm}>
          Potwierdź odstąpienie od umowy
        </Button>
        <Button size="lg" variant="secondary" disabled={busy} onClick={onBack}>
          Popraw dane
        </Button>
      </div>
    </section>
  )
}
