import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import type { AdminOrderPage } from '#domain/orders/admin-order.ts'
import type { SettableStatus } from '#domain/orders/order-changes.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useHistoryDialog } from '../history-dialog.ts'
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
  const asking = useHistoryDialog('order-action')
  const { busy, press } = useOrderChange(order.id)
  const { actions } = order
  if (!actions.cancel && !actions.complete && !actions.markPaid) return null

  async function set(to: SettableStatus) {
    const json = { seen: order.status, to }
    await press(to, () => callApi('post', '/api/admin/orders/:id/status', { param: { id: order.id }, json }), {
      title: SETTING[to].done,
    })
    asking.close()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {actions.markPaid && (
        <Button variant="secondary" size="tight" onClick={() => asking.open('paid')}>
          {SETTING.paid.button}
        </Button>
      )}
      {actions.complete && (
        <Button variant="secondary" size="tight" onClick={() => asking.open('completed')}>
          {SETTING.completed.button}
        </Button>
      )}
      {actions.cancel && (
        <Button variant="danger" size="tight" onClick={() => asking.open('cancel')}>
          Anuluj zamówienie
        </Button>
      )}
      {(['paid', 'completed'] as const).map((to) => (
        <ConfirmDialog
          key={to}
          open={asking.subject === to}
          title={SETTING[to].title}
          confirm={SETTING[to].button}
          busy={busy === to}
          onConfirm={() => void set(to)}
          onClose={asking.close}
        >
          <p>
            Zamówienie {order.number}. {SETTING[to].question}
          </p>
        </ConfirmDialog>
      ))}
      {asking.subject === 'cancel' && actions.cancel && <CancelDialog order={order} onClose={asking.close} />}
    </div>
  )
}
