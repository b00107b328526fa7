import type { SignedInUser } from '#domain/accounts/account.ts'
import type { PlacedCheckout } from '#domain/checkout/checkout.ts'
import { type PayServices, type ResumeFailure, resumePayment } from '#domain/flows/payments/pay-again.server.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findCurrentProvider } from '#domain/payments/mode/payment-means-queries.server.ts'
import { type AmountNotPayable, checkAmount } from '#domain/payments/payment.ts'
import type { StartedPayment } from '#domain/payments/start-payment.server.ts'
import { type OrderFailure, type OrderRequest, type OrderServices, placeOrder } from './place-order.server.ts'

/**
 * Places an order paid ahead and leads to its payment page. The order is stored before the provider is asked. If that
 * fails, the same call continues with the same order. So does every repeat under the same key, even of an expired
 * order. An abandoned order expires, and its pieces return to stock.
 */
export async function orderAndPay(
  services: OrderServices & PayServices,
  user: SignedInUser,
  request: Omit<OrderRequest, 'payment' | 'provider'>,
): Promise<
  Result<{ placed: PlacedCheckout; started: StartedPayment }, OrderFailure | ResumeFailure | AmountNotPayable>
> {
  const { clientAddress, shownDiscountGrosze = 0 } = request
  const shown = request.items.reduce(
    (sum, { quantity, shownPriceGrosze }) => sum + quantity * shownPriceGrosze,
    request.shownShippingGrosze - shownDiscountGrosze,
  )
  // The buyer is charged the amount shown, or nothing.
  const amount = checkAmount(shown)
  if (!amount.ok) return amount
  const counted = await limitAttempts(services, 'payment', { account: user.id, clientAddress })
  if (!counted.ok) return counted
  const provider = await findCurrentProvider(services)
  // Payment ahead is not offered then; this buyer chose it before.
  if (!provider) return fail({ reason: 'shipping_method_not_offered' })
  const placed = await placeOrder(services, user, { ...request, payment: 'prepaid', provider })
  if (!placed.ok) return placed
  const [orderId] = placed.value.orderIds
  if (orderId === undefined) throw new Error('a checkout without an order')
  const started = await resumePayment(services, { orderId, userId: user.id, clientAddress })
  return started.ok ? ok({ placed: placed.value, started: started.value }) : started
}
