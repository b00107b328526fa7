import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { describeOwnOrder } from '#domain/checkout/own-order.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { FinishPayment } from './finish-payment.tsx'

export type OwnOrder = { message: string; orderId: string; isPaid: boolean }

type OwnOrderNoticeProps = { order: OwnOrder | null; busy: boolean; onGiveUp: () => void; label?: string }

/** Next to the order button: an own unpaid order holds what is ordered, and both ways out of it. */
export function OwnOrderNotice({ order, busy, onGiveUp, label = 'Zrezygnuj i zamów teraz' }: OwnOrderNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (order) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [order])
  if (!order) return null
  return (
    <div ref={notice} className="scroll-mb-4">
      <Alert title={order.isPaid ? 'Zamówienie jest już opłacone' : 'Masz nieopłacone zamówienie'} className="my-2">
        <p>{order.message}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {order.isPaid ? (
            <Link to={href('/panel-klienta')} className={buttonClass('primary', 'tight')}>
              Zobacz zamówienie
            </Link>
          ) : (
            <>
              <FinishPayment orderId={order.orderId} className={buttonClass('primary', 'tight')} />
              <Button variant="secondary" size="tight" busy={busy} onClick={onGiveUp}>
                {label}
              </Button>
            </>
          )}
        </div>
      </Alert>
    </div>
  )
}

/**
 * The unpaid order of this account that holds products which the cart lacks, begun on whichever device; null: none.
 * @param missing ids of products with too few pieces
 */
export function useHoldingOrder(missing: readonly string[], hasAccount: boolean): OwnOrder | null {
  const { data: orders } = useQuery(
    {
      queryKey: ['cart', 'own-orders'],
      queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/orders', { signal })),
      enabled: hasAccount && missing.length > 0,
      gcTime: 0,
    },
    queryClient,
  )
  const order = orders?.find(
    ({ status, payable, order_items }) =>
      status === 'pending' && payable && order_items.some((item) => missing.includes(item.product_id)),
  )
  if (!order || missing.length === 0) return null
  const { id: order_id, total_grosze } = order
  const message = describeOwnOrder({ order_id, number: formatOrderNumber(order_id), total_grosze, state: 'unpaid' })
  return { message, orderId: order_id, isPaid: false }
}
