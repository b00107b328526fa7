import { describeApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { applyToCart } from '#app/cart/cart-store.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { type CartItem, toCartItem } from '#domain/cart/cart.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

type OrderedItem = { product_id: string; product_name: string; facts: string; quantity: number }

/** How long the names of missing products are shown, ms. */
const READ_MS = 8000

/**
 * 'Zamów ponownie': puts the ordered products into the cart at today's prices and opens it. Products that are no
 * longer sold are named. A product that is already in the cart stays as it is. Nothing happens unless the shop answers
 * for all of them.
 */
export function OrderAgain({ items }: { items: readonly OrderedItem[] }) {
  const dialogs = useDialogs()

  const [busy, order] = useAct(async () => {
    const found = await Promise.all(items.map(findAgain))
    const unanswered = found.find((item) => !item.ok)
    if (unanswered) {
      const description = describeApiFailure(unanswered.failure)
      return toast({ title: 'Nie udało się', description, tone: 'error' })
    }
    const again = found.flatMap((item) => (item.ok && item.value ? item.value : []))
    const gone = items.filter(({ product_id }) => !again.some(({ id }) => id === product_id))
    if (again.length > 0) {
      applyToCart({ type: 'restore', cart: again })
      dialogs.open({ name: 'cart' })
    }
    if (gone.length > 0) {
      const description = `Niedostępne: ${gone.map(nameOrderedSize).join(', ')}`
      toast({ title: 'Nie wszystko da się zamówić', description, durationMs: READ_MS, urgent: true })
    }
  })

  return (
    <Button variant="secondary" busy={busy} onClick={() => void order()}>
      Zamów ponownie
    </Button>
  )
}

/** The product as it is sold now; null when it is not. */
async function findAgain({ product_id, quantity }: OrderedItem): Promise<Result<CartItem | null, ApiFailure>> {
  const found = await callApi('get', '/api/products/:id', { param: { id: product_id } })
  if (found.ok) return ok(found.value.out_of_stock ? null : { ...toCartItem(found.value), quantity })
  const { failure } = found
  return failure.reason === 'refused' && failure.code === 'product_not_found' ? ok(null) : fail(failure)
}
