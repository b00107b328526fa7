import { ExternalLink } from 'lucide-react'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import type { OpenAddition } from '#domain/orders/changes/addition.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { describePaidWith } from '#domain/payments/payment-means.ts'
import { CashOnDelivery, MoneyBack } from './cash-on-delivery.tsx'
import { formatShortMoment } from './moments.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { useOrderChange } from './use-order-change.ts'

type Attempt = AdminOrderPage['payment']['attempts'][number]

const ATTEMPT_LABELS: Record<PaymentStatus, string> = {
  open: 'Czeka na zapłatę',
  paid: 'Zapłacono',
  expired: 'Nie zapłacono na czas',
  failed: 'Nie udała się',
  refund_pending: 'Zwrot w toku',
  refunded: 'Zwrócono w całości',
}

/** 'Zapłacono BLIK-iem' when the provider named the payment method. */
function describeState({ status, paid_with: paidWith }: Attempt): string {
  const how = describePaidWith(paidWith)
  return status === 'paid' && how !== undefined ? `${ATTEMPT_LABELS.paid} ${how}` : ATTEMPT_LABELS[status]
}

/** Attempts to pay, refunds and disputes. */
export function OrderPayments({ order }: { order: AdminOrderPage }) {
  const { on_delivery: onDelivery, label, attempts } = order.payment
  return (
    <Card small title="Płatność">
      {onDelivery !== null ? (
        <CashOnDelivery order={order} money={onDelivery} />
      ) : attempts.length === 0 ? (
        <p>{label}</p>
      ) : (
        <ol className="space-y-4">
          {attempts.map((attempt) => (
            <li key={attempt.id} className={classNames(attempts.length > 1 && 'border-l-2 border-night/15 pl-3')}>
              <AttemptToPay
                order={order}
                attempt={attempt}
                isOnly={attempts.filter(({ is_addition }) => !is_addition).length === 1}
              />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

type AttemptProps = { order: AdminOrderPage; attempt: Attempt; isOnly: boolean }

function AttemptToPay({ order, attempt, isOnly }: AttemptProps) {
  // The subject is the attempt, or its failed refund that is retried.
  const refunding = useHistoryDialog('refund')
  const again = attempt.refunds.find(({ id }) => id === refunding.subject)
  const isRefunding = refunding.subject === attempt.id || again !== undefined
  const canRefund = attempt.refundable_grosze > 0
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          {attempt.is_addition ? (
            <span className="text-oud">Dopłata: </span>
          ) : (
            !isOnly && <span className="text-oud">Próba {attempt.attempt}: </span>
          )}
          <span className="font-semibold">{describeState(attempt)}</span>{' '}
          <span className="text-xs text-oud">
            <span>{formatShortMoment(attempt.paid_at ?? attempt.started_at)}</span>
            {attempt.mode === 'test' && <span> · tryb testowy</span>}
          </span>
        </p>
        <Price grosze={attempt.amount_grosze} className="ml-auto font-semibold" />
      </div>
      {order.change.addition?.id === attempt.id && <WaitingAddition order={order} addition={order.change.addition} />}
      {attempt.dashboard_url !== null && (
        <p>
          <a
            href={attempt.dashboard_url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-4 lg:min-h-8"
          >
            U operatora płatności <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only"> (otwiera się w nowej karcie)</span>
          </a>
        </p>
      )}
      {attempt.disputes.map(({ sentence, status, opened_at: openedAt }) => (
        <p
          key={openedAt}
          className={classNames('mt-1 rounded-lg px-3 py-2', status === 'won' ? 'bg-ivory' : 'bg-wine-tint text-wine')}
        >
          {sentence}
        </p>
      ))}
      {attempt.refunds.length > 0 && (
        <ul className="mt-2 space-y-1">
          {attempt.refunds.map((refund) => (
            <li key={refund.id}>
              <Refund
                refund={refund}
                onRetry={refund.status === 'failed' && canRefund ? () => refunding.open(refund.id) : null}
              />
            </li>
          ))}
        </ul>
      )}
      {canRefund && (
        <Button variant="secondary" size="tight" className="mt-2" onClick={() => refunding.open(attempt.id)}>
          {attempt.is_disputed ? 'Zapisz oddane pieniądze' : 'Zwróć pieniądze'}
        </Button>
      )}
      {isRefunding && canRefund && (
        <RefundDialog order={order} attempt={attempt} again={again} onClose={refunding.close} />
      )}
    </>
  )
}

/** What changes once an addition is paid, and the button that gives it up. */
function WaitingAddition({ order, addition }: { order: AdminOrderPage; addition: OpenAddition }) {
  const { press, busy } = useOrderChange(order.id)
  const { id, lines, until } = addition
  const giveUp = () =>
    callApi('post', '/api/admin/orders/:id/addition/give-up', {
      param: { id: order.id },
      json: { addition_id: id },
    })
  return (
    <div className="mt-1 grid justify-items-start gap-1 rounded-lg bg-ivory px-3 py-2">
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      <p className="text-xs text-oud">
        {`Sztuki są odłożone do ${formatShortMoment(until)}. Do dopłaty zamówienie zostaje, jak jest: spakowane wcześniej wyjedzie bez zmiany, a dopłata wróci.`}
      </p>
      <Button
        variant="secondary"
        size="tight"
        busy={busy !== null}
        onClick={() =>
          void press('give-up', giveUp, { title: 'Dopłata wycofana', description: 'Kupujący dostanie e-mail.' })
        }
      >
        Wycofaj dopłatę
      </Button>
    </div>
  )
}

const REFUND_LABELS = { pending: 'Zwrot w toku', succeeded: 'Zwrócono', failed: 'Zwrot się nie udał' } as const

type RefundProps = { refund: Attempt['refunds'][number]; onRetry: (() => void) | null }

function Refund({ refund, onRetry }: RefundProps) {
  const hasFailed = refund.status === 'failed'
  return (
    <div className={classNames('rounded-lg px-3 py-2', hasFailed ? 'bg-wine-tint' : 'bg-ivory')}>
      <MoneyBack {...refund} label={REFUND_LABELS[refund.status]} hasFailed={hasFailed} />
      {refund.failure !== null && <p className="text-xs break-words text-wine">Dlaczego: {refund.failure}</p>}
      {onRetry && (
        <button
          type="button"
          className="min-h-11 text-sm font-semibold underline underline-offset-4 lg:min-h-8"
          onClick={onRetry}
        >
          Spróbuj ponownie
        </button>
      )}
    </div>
  )
}
