import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import type { AdminOrderPage } from '#domain/orders/admin/admin-order.ts'
import { formatShortMoment } from './moments.ts'
import { OrderCard } from './order-card.tsx'
import { useOrderChange } from './use-order-change.ts'

type StoredMail = AdminOrderPage['mails'][number]

/** The mails about an order. */
export function OrderMails({ order: { id, mails } }: { order: AdminOrderPage }) {
  const { busy, press } = useOrderChange(id)
  const resend = ({ id: mailId, timesResent, recipient }: StoredMail) =>
    press(
      mailId,
      () =>
        callApi('post', '/api/admin/orders/:id/mails/:mailId/resend', { param: { id, mailId }, json: { timesResent } }),
      { title: 'Wiadomość czeka na wysłanie', description: `Za chwilę wyjdzie na ${recipient}.` },
    )
  return (
    <OrderCard title="Wiadomości">
      {mails.length === 0 ? (
        <p className="text-oud">Nie ma wiadomości; wysłane są przechowywane przez 90 dni.</p>
      ) : (
        <ul className="divide-y divide-night/10">
          {mails.map((mail) => (
            <li key={mail.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <div className="min-w-0">
                <p className="font-medium">{mail.name}</p>
                <p className="text-xs break-all text-oud">
                  {describeState(mail)} · {mail.recipient}
                </p>
              </div>
              {mail.resendable && (
                <Button
                  variant="quiet"
                  size="tight"
                  busy={busy === mail.id}
                  disabled={busy !== null}
                  aria-label={`Wyślij ponownie: ${mail.name}`}
                  onClick={() => void resend(mail)}
                >
                  Wyślij ponownie
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </OrderCard>
  )
}

function describeState({ state, at }: StoredMail): string {
  if (state === 'waiting') return 'czeka na wysłanie'
  return `${state === 'sent' ? 'wysłana' : 'zaniechana'} ${formatShortMoment(at)}`
}
