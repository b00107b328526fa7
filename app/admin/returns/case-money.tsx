import { OrderCard } from '#app/admin/orders/order-card.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { formatAccountNumber } from '#domain/withdrawals/account-number.ts'
import type { AdminCase } from '#domain/withdrawals/admin-case.ts'

type CaseMoneyProps = { found: AdminCase; money: NonNullable<AdminCase['money']> }

/** What goes back to the grosz, and by which way. */
export function CaseMoney({ found, money }: CaseMoneyProps) {
  const { payment, accountNumber, settledGrosze, deductionReason } = found
  return (
    <OrderCard title="Pieniądze">
      <dl className="space-y-1">
        <Sum label="Produkty" grosze={money.piecesGrosze} />
        <Sum
          label={money.deliveryGrosze > 0 ? 'Najtańsza dostawa' : 'Dostawa (wraca przy zwrocie całości)'}
          grosze={money.deliveryGrosze}
        />
        {money.deductionGrosze > 0 && (
          <Sum label={`Potrącenie: ${deductionReason ?? ''}`} grosze={-money.deductionGrosze} />
        )}
        {money.returnedBesideGrosze > 0 && (
          <Sum label="Oddano już ze strony zamówienia" grosze={-money.returnedBesideGrosze} />
        )}
        {settledGrosze === null ? (
          <Sum label="Do oddania" grosze={money.owedGrosze} strong />
        ) : (
          <Sum label="Oddano" grosze={settledGrosze} strong />
        )}
      </dl>
      {settledGrosze === null && money.paidGrosze === 0 && (
        <p className="mt-3 text-oud">
          Kupujący jeszcze nie zapłacił, więc nie ma czego oddawać. Anuluj zamówienie i zamknij sprawę.
        </p>
      )}
      {payment === 'cash_on_delivery' && money.paidGrosze > 0 && (
        <p className="mt-3 wrap-anywhere">
          {accountNumber === null ? (
            'Zapłacono przy odbiorze: kupujący poda numer konta na stronie zamówienia.'
          ) : (
            <>
              Konto kupującego:{' '}
              <strong className="tabular-nums select-all">{formatAccountNumber(accountNumber)}</strong>
            </>
          )}
        </p>
      )}
    </OrderCard>
  )
}

function Sum({ label, grosze, strong = false }: { label: string; grosze: Grosze; strong?: boolean }) {
  return (
    <div className={classNames('flex justify-between gap-4', strong && 'border-t border-night/15 pt-2 font-semibold')}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="shrink-0 text-right tabular-nums">{formatGrosze(grosze)}</dd>
    </div>
  )
}
