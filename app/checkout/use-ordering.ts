import { useEffect, useRef, useState } from 'react'
import type { SessionUser } from '#app/account/session.ts'
import { sessionChanged, signOut } from '#app/account/session.ts'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { PriceChange } from '#domain/checkout/checkout.ts'
import { CHECKOUT_TEXTS, type CheckoutDialog } from '#domain/checkout/checkout-form.ts'
import type { Grosze } from '#domain/money.ts'
import { clearDraft } from './checkout-draft.ts'
import { COSTS_FAILED } from './delivery-methods.tsx'
import {
  atNewPrices,
  type Buyer,
  type OrderBody,
  type OrderOutcome,
  type PlacedOrder,
  placeOrder,
  type ShownOrder,
} from './submit-order.ts'
import type { CheckoutForm } from './use-checkout-form.ts'
import { credentialsProblems, orderProblems, signInGuest } from './validate-form.ts'

/** The confirmation stays this long before the dialog closes, ms (spec 1 §4). */
const CLOSE_AFTER_MS = 2500

/** The order as the screen has it; without a delivery cost it cannot go yet. */
type WantedOrder = Omit<ShownOrder, 'shippingGrosze'> & { shippingGrosze: Grosze | null }

type OrderingOptions = {
  dialog: CheckoutDialog
  form: CheckoutForm
  user: SessionUser | null
  bodyOf: (order: ShownOrder, buyer: Buyer) => OrderBody
  /** The order stands, also when the dialog has been closed meanwhile. */
  onPlaced?: () => void
  /** Some products cannot be had as wanted: `left` pieces, 0 sold out, undefined gone. */
  onShort: (products: { id: string; left?: number }[], message: string) => void
  /** The buyer is being shown these prices; the shown ones are out of date. */
  onNewPrices: (change: PriceChange) => void
  onClose: () => void
}

/** From the press of the ordering button to the confirmation, the same for both checkouts. */
export function useOrdering({ dialog, form, user, ...options }: OrderingOptions) {
  const [busy, setBusy] = useState(false)
  const [offer, setOffer] = useState<{ change: PriceChange; order: ShownOrder } | null>(null)
  const [placed, setPlaced] = useState<{ order: PlacedOrder; email: string } | null>(null)
  /** State comes a render late for the second press of a double click. */
  const running = useRef(false)
  const close = useRef(options.onClose)
  useEffect(() => {
    close.current = options.onClose
  })
  useEffect(() => {
    if (!placed) return
    const timer = setTimeout(() => close.current(), CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [placed])

  /** Runs one thing at a time. */
  async function once<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  /** Signs the guest in; whether the buyer is signed in now. */
  async function signIn(): Promise<boolean> {
    const problems = credentialsProblems(form) ?? (await signInGuest(form))
    if (problems) {
      form.show(problems)
      return false
    }
    await sessionChanged('SIGNED_IN')
    form.setPassword('')
    return true
  }

  async function send({ items, shippingGrosze }: WantedOrder) {
    const { draft } = form
    const problems = orderProblems(form, dialog, user)
    if (problems || !draft.shippingMethod) {
      setOffer(null)
      form.show(problems ?? { toast: CHECKOUT_TEXTS[dialog].shippingMethodRequired, fields: {} })
      return
    }
    if (shippingGrosze === null) {
      toast({ title: 'Błąd', description: COSTS_FAILED, tone: 'error' })
      return
    }
    if (!user && !(await signIn())) return
    const order = { items, shippingGrosze }
    const email = user?.email ?? draft.email.trim()
    const outcome = await placeOrder(options.bodyOf(order, { email, draft, method: draft.shippingMethod }))
    if (outcome.kind !== 'price_changed') setOffer(null)
    if (outcome.kind === 'placed') {
      clearDraft()
      options.onPlaced?.()
      toast({ title: 'Zamówienie złożone', description: `Potwierdzenie wysyłamy na adres ${email}.` })
      setPlaced({ order: outcome.order, email })
    } else await refused(outcome, order)
  }

  async function refused(outcome: Exclude<OrderOutcome, { kind: 'placed' }>, order: ShownOrder) {
    switch (outcome.kind) {
      case 'sign_in_required':
        // The session ended meanwhile: back to the sign-in block, everything typed stays.
        await signOut()
        form.show({
          toast: 'Wymagane logowanie',
          description: outcome.message,
          fields: { password: outcome.message },
        })
        return
      case 'price_changed':
        options.onNewPrices(outcome.change)
        void queryClient.invalidateQueries(shippingCostsQuery)
        setOffer({ change: outcome.change, order })
        return
      case 'short':
        options.onShort(outcome.products, outcome.message)
        return
      case 'wrong_fields':
        form.show({ toast: 'Błąd zamówienia', description: outcome.message, fields: outcome.fields })
        return
      case 'failed':
        toast({ title: 'Błąd zamówienia', description: outcome.message || FALLBACK[dialog], tone: 'error' })
    }
  }

  return {
    busy,
    offer: offer?.change ?? null,
    placed,
    /** Whether the guest is signed in now. */
    signIn: async () => (await once(signIn)) ?? false,
    order: (order: WantedOrder) => once(() => send(order)),
    acceptOffer: () =>
      once(async () => {
        if (offer) await send(atNewPrices(offer.order, offer.change))
      }),
    declineOffer: () => setOffer(null),
  }
}

/** spec 1 §8 */
const FALLBACK: Record<CheckoutDialog, string> = {
  cart: 'Wystąpił błąd podczas składania zamówienia. Spróbuj ponownie.',
  product: 'Wystąpił błąd podczas składania zamówienia',
}
