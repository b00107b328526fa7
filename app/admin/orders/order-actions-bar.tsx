import { useState } from 'react'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import type { AdminOrderPage } from '#domain/orders/admin-order.ts'
import type { SettableStatus } from '#domain/orders/order-changes.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { useOrderChange } from './use-order-change.ts'

const SETTING: Record<SettableStatus, { button: string; title: string; done: string; question: string }> = {
  paid: {
    button: 'Oznacz jako opłacone',
    title: 'Oznaczyć jako opłacone?',
    done: 'Zamówienie opłacone',
    question: 'Pieniądze za pobranie są już u Ciebie?',
  },
  completed: {
    button: 'Zakończ',
    title: 'Zakończyć zamówienie?',
    done: 'Zamówienie zakończone',
    question: 'Zakończonego zamówienia nie można już anulować.',
  },
}

/** What can be done with an order as a whole, as far as its status allows it. */
export function OrderActionsBar({ order }: { order: AdminOrderPage }) {
  const [asking, setAsking] = useState<SettableStatus | 'cancel' | null>(null)
  const { busy, press } = useOrderChange(order.id)
  const { actions } = order
  const close = () => setAsking(null)
  if (!actions.cancel && !actions.complete && !actions.markPaid) return null

  async function set(to: SettableStatus) {
    const json = { seen: order.status, to }
    await press(to, () => callApi('post', '/api/admin/orders/:id/status', { param: { id: order.id }, json }), {
      title: SETTING[to].done,
    })
    close()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {actions.markPaid && (
        <Button variant="secondary" size="tight" onClick={() => setAsking('paid')}>
          {SETTING.paid.button}
        </Button>
      )}
      {actions.complete && (
        <Button variant="secondary" size="tight" onClick={() => setAsking('completed')}>
          {SETTING.completed.button}
        </Button>
      )}
      {actions.cancel && (
        <Button variant="danger" size="tight" onClick={() => setAsking('cancel')}>
          Anuluj zamówienie
        </Button>
      )}
      {(['paid', 'completed'] as const).map((to) => (
        <ConfirmDialog
          key={to}
          open={asking === to}
          title={SETTING[to].title}
          confirm={SETTING[to].button}
          busy={busy === to}
          onConfirm={() => void set(to)}
          onClose={close}
        >
          <p>
            Zamówienie {order.number}. {SETTING[to].question}
          </p>
        </ConfirmDialog>
      ))}
      {asking === 'cancel' && <CancelDialog order={order} onClose={close} />}
    </div>
  )
}
