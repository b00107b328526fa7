import { href, Link } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import type { AdminOrderPage } from '#domain/orders/admin/admin-order.ts'
import type { SettableStatus } from '#domain/orders/admin/order-changes.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useHistoryDialog } from '../history-dialog.ts'
import { nameParcelPlace } from '../packing/packed-parcels.tsx'
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

type NextStep = 'pack' | 'send' | SettableStatus

/** What comes next for an order, of all that may be done with it. */
function findNextStep({ shipment, actions }: Pick<AdminOrderPage, 'shipment' | 'actions'>): NextStep | null {
  const isHere = shipment && !shipment.isArchived && ['created', 'processing'].includes(shipment.status)
  if (isHere) return shipment.isPacked ? 'send' : 'pack'
  if (actions.markPaid) return 'paid'
  return actions.complete ? 'completed' : null
}

/** What can be done with an order as a whole, as far as its status allows it; filled what comes next. */
export function OrderActionsBar({
  order,
}: {
  order: Pick<AdminOrderPage, 'id' | 'checkoutId' | 'number' | 'status' | 'actions' | 'shipment'>
}) {
  const asking = useHistoryDialog('order-action')
  const { busy, press } = useOrderChange(order.id)
  const { actions } = order
  const next = findNextStep(order)
  if (next === null) return null

  async function set(to: SettableStatus) {
    const json = { seen: order.status, to }
    await press(to, () => callApi('post', '/api/admin/orders/:id/status', { param: { id: order.id }, json }), {
      title: SETTING[to].done,
    })
    asking.close()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {next === 'pack' && (
        <Link to={`${href('/admin/pakowanie')}?parcel=${order.checkoutId}`} className={buttonClass('primary', 'tight')}>
          Spakuj
        </Link>
      )}
      {next === 'send' && (
        <Link
          to={`${href('/admin/pakowanie')}#${nameParcelPlace(order.checkoutId)}`}
          className={buttonClass('primary', 'tight')}
        >
          Wyślij
        </Link>
      )}
      {(['paid', 'completed'] as const).map(
        (to) =>
          actions[to === 'paid' ? 'markPaid' : 'complete'] && (
            <Button
              key={to}
              variant={next === to ? 'primary' : 'secondary'}
              size="tight"
              onClick={() => asking.open(to)}
            >
              {SETTING[to].button}
            </Button>
          ),
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
    </div>
  )
}

/** At the end of the page, away from what comes next. */
export function CancelOrder({ order }: { order: AdminOrderPage }) {
  const asking = useHistoryDialog('order-cancel')
  if (!order.actions.cancel) return null
  return (
    <div className="mt-8 border-t border-night/10 pt-5">
      <Button variant="danger-outline" onClick={() => asking.open('cancel')}>
        Anuluj zamówienie
      </Button>
      {asking.subject === 'cancel' && <CancelDialog order={order} onClose={asking.close} />}
    </div>
  )
}
