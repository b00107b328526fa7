import { tellFailure } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { useAct } from '#app/ui/form/use-act.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { formatAccountNumber } from '#domain/kernel/numbers/account-number.ts'
import { labelAdvantage, listDeducted } from '#domain/returns/advantages.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { refreshCase } from './returns-data.ts'

/** The sum to refund, and the account that it goes to. */
export function CaseMoneyCard({ found, money }: { found: AdminCase; money: NonNullable<AdminCase['money']> }) {
  const { kind, stage, demand, dispatch, payment, account_number, settled_grosze, deduction_reason } = found
  const { advantages_waived } = found
  const deducted = listDeducted(money.advantages, advantages_waived)
  const lostGrosze = deducted.reduce((sum, { grosze }) => sum + Math.max(0, grosze), 0)
  const { missingGrosze, earlierGrosze } = splitMissing(money, settled_grosze)
  const isLowered = demand === 'lower_price' && stage !== 'to_answer'
  return (
    <Card small title="Pieniądze">
      <dl className="space-y-1">
        <Sum label={isLowered ? 'Obniżenie ceny' : 'Produkty'} grosze={money.pieces_grosze + money.lowered_grosze} />
        {money.lowered_grosze > 0 && <Sum label="Cena obniżona wcześniej" grosze={-money.lowered_grosze} />}
        {kind === 'withdrawal' && (
          <Sum
            label={
              dispatch === 'not_sent' && money.delivery_grosze > 0
                ? 'Dostawa'
                : money.delivery_grosze > 0
                  ? 'Najtańsza dostawa'
                  : 'Dostawa (wraca przy zwrocie całości)'
            }
            grosze={money.delivery_grosze}
          />
        )}
        {money.deduction_grosze > lostGrosze && (
          <Sum label={`Potrącenie: ${deduction_reason ?? ''}`} grosze={lostGrosze - money.deduction_grosze} />
        )}
        {money.advantages.map((advantage) => (
          <Sum
            key={advantage.kind}
            label={`${labelAdvantage(advantage)}${deducted.includes(advantage) ? '' : ' (zostaje kupującemu)'}`}
            grosze={deducted.includes(advantage) ? -advantage.grosze : 0}
          />
        ))}
        {money.returned_beside_grosze > 0 && (
          <Sum label="Rozliczono już na stronie zamówienia" grosze={-money.returned_beside_grosze} />
        )}
        {earlierGrosze > 0 && <Sum label="Oddane wcześniej" grosze={-earlierGrosze} />}
        {missingGrosze > 0 && <Sum label="Jeszcze niezapłacone" grosze={-missingGrosze} />}
        {settled_grosze === null ? (
          <Sum label={labelOwed(found)} grosze={money.owed_grosze} strong />
        ) : (
          <Sum label="Oddano" grosze={settled_grosze} strong />
        )}
      </dl>
      {found.deducted_elsewhere && (
        <p className="mt-3 wrap-anywhere">
          {`Za kod ${found.deducted_elsewhere.code} potrącono ${formatGrosze(found.deducted_elsewhere.grosze)} przy zwrocie próbek. Gdy to zamówienie wraca, oddaj je na stronie zamówienia ${found.deducted_elsewhere.order}.`}
        </p>
      )}
      {settled_grosze === null && money.advantages.some(({ grosze }) => grosze > 0) && (
        <WaiveAdvantages found={found} />
      )}
      {settled_grosze === null && money.paid_grosze === 0 && (
        <p className="mt-3 text-oud">
          <span>Kupujący jeszcze nie zapłacił, więc nie ma czego oddawać.</span>
          {dispatch === 'not_sent' && stage === 'to_settle' && (
            <span> Paczka jest w sklepie: nie wysyłaj jej z tymi sztukami.</span>
          )}
          {dispatch === 'sent' && <span> Paczka jest w drodze: kupujący może jej nie przyjąć.</span>}
        </p>
      )}
      {payment === 'cash_on_delivery' && money.paid_grosze > 0 && (
        <p className="mt-3 wrap-anywhere">
          {account_number === null ? (
            'Zapłacono za pobraniem: kupujący poda numer konta na stronie zamówienia, albo wpiszesz go przy oddawaniu.'
          ) : (
            <>
              Konto kupującego:{' '}
              <strong className="tabular-nums select-all">{formatAccountNumber(account_number)}</strong>
            </>
          )}
        </p>
      )}
    </Card>
  )
}

/**
 * Why less goes back than the sums above add up to: what went back before the statement is not given back again, and
 * what nobody paid cannot go back.
 */
function splitMissing(money: NonNullable<AdminCase['money']>, settledGrosze: Grosze | null) {
  if (settledGrosze !== null || money.paid_grosze === 0) return { earlierGrosze: 0, missingGrosze: 0 }
  const { total_grosze, owed_grosze, returned_grosze, returned_beside_grosze } = money
  const lessGrosze = total_grosze - returned_beside_grosze - owed_grosze
  const earlierGrosze = Math.min(lessGrosze, Math.max(0, returned_grosze - returned_beside_grosze))
  return { earlierGrosze, missingGrosze: lessGrosze - earlierGrosze }
}

/** The owner's choice about what was given for the returned goods. It is deducted unless the owner says otherwise. */
function WaiveAdvantages({ found: { id, advantages_waived } }: { found: AdminCase }) {
  const [busy, change] = useAct(async () => {
    const json = { waived: !advantages_waived }
    const answer = await callApi('post', '/api/admin/returns/:id/advantages', { param: { id }, json })
    if (!answer.ok) tellFailure('Nie zapisano', answer.failure)
    await refreshCase(id)
  })
  return (
    <p className="mt-3">
      <span>Rabat był za sztuki, które wracają. </span>
      <Button variant="quiet" size="tight" className="underline" busy={busy} onClick={() => void change()}>
        {advantages_waived ? 'Potrąć go' : 'Zostaw go kupującemu'}
      </Button>
    </p>
  )
}

/** Before the answer to a complaint the sum is a proposal, or the most that can go back. */
function labelOwed({ stage, demand }: AdminCase): string {
  if (stage !== 'to_answer') return 'Do oddania'
  return demand === 'lower_price' ? 'Najwyżej do oddania' : 'Do oddania po uznaniu'
}

function Sum({ label, grosze, strong = false }: { label: string; grosze: Grosze; strong?: boolean }) {
  return (
    <div className={classNames('flex justify-between gap-4', strong && 'border-t border-night/15 pt-2 font-semibold')}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="shrink-0 text-right tabular-nums">{formatGrosze(grosze)}</dd>
    </div>
  )
}
