import { href } from 'react-router'
import { finishPayment } from './unpaid-orders.ts'

/** 'Dokończ płatność': leads to the payment page of an order that waits for its money. */
export function FinishPayment({ orderId, className }: { orderId: string; className: string }) {
  return (
    <a
      href={`${href('/payment-cancel')}?order=${orderId}`}
      className={className}
      onClick={(event) => {
        event.preventDefault()
        void finishPayment(orderId)
      }}
    >
      Dokończ płatność
    </a>
  )
}
