import { useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { endGuestSession, sessionChanged, sessionEnded } from '#app/account/session.ts'
import { writeStored } from '#app/browser-storage.ts'
import { reportPurchase } from '#app/consents/purchase.ts'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { Cart } from '#domain/cart/cart.ts'
import type { PriceChange } from '#domain/checkout/checkout.ts'
import {
  CHECKOUT_TEXTS,
  type CheckoutDialog,
  guestCredentialsSchema,
  guestWithoutAccountSchema,
} from '#domain/checkout/checkout-form.ts'
import type { HeldOrder } from '#domain/checkout/held-order.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import {
  type DeliveryMethod,
  type PaymentMethod,
  parseShippingMethod,
} from '#domain/kernel/order-words/shipping-method.ts'
import { expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { COSTS_FAILED } from './delivery-fields.tsx'
import { keepHeldCart } from './held-order.tsx'
import {
  applyNewPrices,
  type Buyer,
  buildPrepaidOrderBody,
  type CheckoutBody,
  type ShownOrder,
  sumShown,
} from './order-body.ts'
import { readPath, tellPlaced } from './placed-order-news.ts'
import { callGuestSignIn, NOT_SENT } from './sign-in-guest.ts'
import { type OrderProblem, type PlacedOrder, submitOrder, submitPrepaidOrder } from './submit-order.ts'
import { useLeavingToPay } from './unpaid/leave-to-pay.tsx'
import type { OwnOrder } from './unpaid/own-order-notice.tsx'
import { giveUpOrder, holdCart } from './unpaid/unpaid-orders.ts'
import { type CheckoutForm, clearDraft } from './use-checkout-form.ts'

/** The order on the screen; it cannot be sent without a delivery cost. */
type RequestedOrder = Omit<ShownOrder, 'shippingGrosze'> & { shippingGrosze: Grosze | null }

type OrderingOptions = {
  dialog: CheckoutDialog
  form: CheckoutForm
  /** Who is signed in, or orders without an account; null: not known yet. */
  buyer: { email: string } | null
  /** The buyer has no account. */
  isGuest: boolean
  /** Builds the body of an order paid on delivery; prepaid orders have the same body in both dialogs. */
  bodyOf: (order: ShownOrder, buyer: Buyer) => CheckoutBody
  /** The cart that is ordered; absent in the product dialog. */
  orderedCart?: () => Cart
  /** The guest has signed in with a second factor; `ordering`: after a press of the order button. */
  onCodeAccepted?: (state: { ordering: boolean }) => void
  /** The order is placed, even if the dialog has been closed since. */
  onPlaced?: () => void
  /** Too few pieces of some products: `left`, 0 sold out, undefined no longer sold. */
  onShort: (products: { id: string; left?: number }[], message: string) => void
  /** Called with the reason when the discount code does not apply. */
  onCodeRefused: (message: string) => void
  /** The buyer sees these prices now; the earlier ones are outdated. */
  onNewPrices: (change: PriceChange) => void
}

/** What was ordered, and how it is delivered. */
export type PlacedAs = {
  order: PlacedOrder
  email: string
  /** Without an account only a link opens the order. */
  hasAccount: boolean
  /** The address where the buyer finds the order. */
  path: string
  delivery: DeliveryMethod
  /** Null: by courier. */
  locker: ParcelLocker | null
}

export type Ordering = ReturnType<typeof useOrdering>

/** From the press of the order button to the confirmation, for both checkouts. */
export function useOrdering({ dialog, form, buyer: known, isGuest, ...options }: OrderingOptions) {
  const [offer, setOffer] = useState<{ change: PriceChange; order: ShownOrder } | null>(null)
  const [placed, setPlaced] = useState<PlacedAs | null>(null)
  /** The sentence of the limit that refused the last press. */
  const [limit, setLimit] = useState<string | null>(null)
  /** The own unpaid order that stands in the way, with the order that was pressed. */
  const [ownOrder, setOwnOrder] = useState<(OwnOrder & { order: ShownOrder }) | null>(null)
  const [held, setHeld] = useState<HeldOrder | null>(null)
  /** The password was correct, and the account also requires the code of its authenticator app. */
  const [codeRequired, setCodeRequired] = useState(false)
  const wasOrdering = useRef(false)
  const navigate = useNavigate()
  const { leavingTo, leave } = useLeavingToPay()

  async function signIn(): Promise<boolean> {
    const { password } = form.values
    if (!form.validate(password === '' ? guestWithoutAccountSchema : guestCredentialsSchema)) return false
    const outcome = await callGuestSignIn(form)
    if (outcome === 'code') setCodeRequired(true)
    else if (outcome !== 'signed_in') form.show(outcome)
    if (outcome !== 'signed_in') return false
    await sessionChanged('SIGNED_IN')
    return true
  }

  async function send({ items, shippingGrosze, code }: RequestedOrder) {
    const { values } = form
    const method = values.shippingMethod
    setLimit(null)
    setOwnOrder(null)
    if (!form.validate(form.schema) || !method) return setOffer(null)
    const wasOnline = navigator.onLine
    if (shippingGrosze === null) {
      return toast({ ...(wasOnline ? { title: 'Błąd', description: COSTS_FAILED } : NOT_SENT), tone: 'error' })
    }
    wasOrdering.current = true
    if (!known && !(await signIn())) return
    const hasAccount = known ? !isGuest : values.password !== ''
    wasOrdering.current = false
    const order = { items, shippingGrosze, code }
    const email = known?.email ?? values.email.trim()
    const buyer = { email, values, method }
    const { payment, delivery } = parseShippingMethod(method)
    const outcome =
      payment === 'prepaid'
        ? await submitPrepaidOrder(buildPrepaidOrderBody(order, buyer))
        : await submitOrder(options.bodyOf(order, buyer))
    if (outcome.kind !== 'price_changed') setOffer(null)
    if (outcome.kind === 'to_pay') {
      await leave(outcome.payment, (payment) =>
        holdCart(payment, {
          cart: options.orderedCart?.() ?? [],
          products: items.map(({ id }) => id),
          totalGrosze: sumShown(order),
        }),
      )
    } else if (outcome.kind === 'placed') {
      clearDraft()
      writeStored('discount_code', null)
      options.onPlaced?.()
      const { order } = outcome
      const { totalGrosze } = order
      const path = hasAccount ? href('/panel-klienta') : readPath(order.orderLink)
      void reportPurchase({ orderNumber: formatOrderNumber(order.orderId), totalGrosze, shippingMethod: method })
      toast({
        title: 'Zamówienie złożone',
        description: 'Potwierdzenie wysyłamy e-mailem.',
        tone: 'success',
        // Shown before the confirmation closes, also on phones.
        urgent: true,
        action: { label: 'Zobacz zamówienie', onClick: () => void navigate(path) },
      })
      const costs = queryClient.getQueryData(shippingCostsQuery.queryKey)
      tellPlaced({
        numbers: order.orderIds.map(formatOrderNumber),
        delivery,
        totalGrosze,
        isPaid: false,
        path,
        arrival: (costs && expectDelivery(costs.dispatch, readWarsawClock(new Date()))?.arrival) ?? null,
      })
      const locker = delivery === 'locker' ? values.selectedLocker : null
      setPlaced({ order, email, hasAccount, path, delivery, locker })
      // The link leads to the order, so the form is emptied for the next person at this browser.
      if (!hasAccount) void endGuestSession()
    } else if (outcome.kind === 'unreachable') tellUnanswered(payment, wasOnline)
    else showProblem(outcome, order)
  }

  function tellUnanswered(payment: PaymentMethod, wasOnline: boolean) {
    const { orderFailed } = CHECKOUT_TEXTS[dialog]
    if (!wasOnline || (!navigator.onLine && payment === 'prepaid')) toast({ ...NOT_SENT, tone: 'error' })
    else if (!navigator.onLine) toast({ ...NOT_ANSWERED, tone: 'error' })
    else if (payment === 'prepaid') toast({ ...CHECKOUT_TEXTS.paymentFailed, tone: 'error' })
    else toast({ title: 'Błąd zamówienia', description: orderFailed, tone: 'error' })
  }

  function showProblem(outcome: Exclude<OrderProblem, { kind: 'unreachable' }>, order: ShownOrder) {
    switch (outcome.kind) {
      case 'sign_in_required':
        // The session is over: back to the sign-in block, with everything that was typed.
        sessionEnded()
        return form.show(
          isGuest
            ? { toast: { title: 'Minęła sesja', description: GUEST_SESSION_OVER } }
            : { toast: { title: 'Minęła sesja', description: SESSION_OVER }, fields: { password: SESSION_OVER } },
        )
      case 'price_changed':
        options.onNewPrices(outcome.change)
        void queryClient.invalidateQueries(shippingCostsQuery)
        return setOffer({ change: outcome.change, order })
      case 'short':
        return options.onShort(outcome.products, outcome.message)
      case 'wrong_fields':
        return form.show({ toast: { title: 'Błąd zamówienia', description: outcome.message }, fields: outcome.fields })
      case 'code_refused':
        return options.onCodeRefused(outcome.message)
      case 'held':
        clearDraft()
        if (keepHeldCart(options.orderedCart?.() ?? [])) options.onPlaced?.()
        return setHeld(outcome.held)
      case 'limit_reached':
        return setLimit(outcome.message)
      case 'own_order':
        return setOwnOrder({ ...outcome, order })
      case 'failed': {
        const description = outcome.message || CHECKOUT_TEXTS[dialog].orderFailed
        return toast({ title: 'Błąd zamówienia', description, tone: 'error' })
      }
      case 'payment_failed': {
        const description = outcome.message || CHECKOUT_TEXTS.paymentFailed.description
        toast({ title: CHECKOUT_TEXTS.paymentFailed.title, description, tone: 'error' })
      }
    }
  }

  return {
    offer: offer?.change ?? null,
    placed,
    held,
    leavingTo,
    limit,
    closeLimit: () => setLimit(null),
    ownOrder,
    /** Gives up the own order that stands in the way, and orders again. */
    giveUpOwnOrder: () =>
      form.run(async () => {
        if (ownOrder && (await giveUpOrder(ownOrder.orderId))) await send(ownOrder.order)
      }),
    codeRequired,
    /** Whether the guest is signed in now. */
    async signIn(): Promise<boolean> {
      wasOrdering.current = false
      return (await form.run(signIn)) ?? false
    },
    codeAccepted(): void {
      toast({ title: 'Zalogowano', description: form.values.email.trim(), tone: 'success' })
      setCodeRequired(false)
      options.onCodeAccepted?.({ ordering: wasOrdering.current })
      wasOrdering.current = false
    },
    codeCancelled: () => setCodeRequired(false),
    order: (order: RequestedOrder) => form.run(() => send(order)),
    acceptOffer: () =>
      form.run(async () => {
        if (offer) await send(applyNewPrices(offer.order, offer.change))
      }),
    declineOffer: () => setOffer(null),
  }
}

const SESSION_OVER = 'Minęła sesja. Podaj hasło jeszcze raz, reszta formularza jest zapisana.'

const GUEST_SESSION_OVER = 'Naciśnij przycisk zamówienia jeszcze raz, formularz jest zapisany.'

/** The order may have reached the shop although its answer was lost. */
const NOT_ANSWERED = {
  title: 'Brak internetu',
  description: 'Gdy połączenie wróci, naciśnij ponownie. Nawet jeśli zamówienie doszło, nie złożysz go drugi raz.',
}
