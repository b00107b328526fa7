import { Card } from '#app/admin/ui/card.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { formatAccountNumber } from '#domain/kernel/account-number.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import type { AdminCase } from '#domain/returns/admin-case.ts'

/** The sum to refund, and the account that it goes to. */
export function CaseMoneyCard({ found, money }: { found: AdminCase; money: NonNullable<AdminCase['money']> }) {
  const { kind, stage, demand, dispatch, payment, account_number, settled_grosze, deduction_reason } = found
  const isLowered = demand === 'lower_price' && stage !== 'to_answer'
  return (
    <Card small title="Pieniądze">
      <dl className="space-y-1">
        <Sum label={isLowered ? 'Obniżenie ceny' : 'Produkty'} grosze={money.pieces_grosze} />
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
        {money.deduction_grosze > 0 && (
          <Sum label={`Potrącenie: ${deduction_reason ?? ''}`} grosze={-money.deduction_grosze} />
        )}
        {money.returned_beside_grosze > 0 && (
          <Sum label="Oddano już ze strony zamówienia" grosze={-money.returned_beside_grosze} />
        )}
        {settled_grosze === null ? (
          <Sum label={nameOwed(found)} grosze={money.owed_grosze} strong />
        ) : (
          <Sum label="Oddano" grosze={settled_grosze} strong />
        )}
      </dl>
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

/** Before the answer to a complaint the sum is a proposal, or the most that can go back. */
function nameOwed({ stage, demand }: AdminCase): string {
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
