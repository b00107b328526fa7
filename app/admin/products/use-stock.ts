import { useMutation } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { refreshLists, showInLists } from './products-data.ts'

const FAILED = 'Wystąpił błąd podczas aktualizacji stanu magazynowego'

/** '12 szt.', or that pieces are not counted. */
export function describePieces(stock: number | null): string {
  return stock === null ? 'bez limitu' : `${stock} szt.`
}

type Stock = Pick<AdminProduct, 'stock_quantity' | 'out_of_stock'>

/** What was there before a change that shows at once, and whether the lists are to be read anew after it. */
type Change = { product: AdminProduct; next: Stock }

/**
 * The two ways to change what can be sold of a product. A change shows in its row at once, and goes back with the reason
 * when the shop refuses it; the toast of one that was made takes it back.
 */
export function useStock() {
  const { mutateAsync: changeStock } = useMutation(
    {
      mutationFn: ({ product, next }: Change) =>
        callApi('post', '/api/admin/products/:id/stock', {
          param: { id: product.id },
          json: { stock_quantity: next.stock_quantity, seen: product.stock_quantity },
        }),
      onMutate: ({ product, next }) => showInLists({ id: product.id, ...next }),
    },
    queryClient,
  )
  const { mutateAsync: changeMark } = useMutation(
    {
      mutationFn: ({ product, next }: Change) =>
        callApi('post', '/api/admin/products/:id/sold-out', {
          param: { id: product.id },
          json: { out_of_stock: next.out_of_stock },
        }),
      onMutate: ({ product, next }) => showInLists({ id: product.id, ...next }),
    },
    queryClient,
  )

  /** Answers whether the stock is now what was asked for. */
  async function setStock(product: AdminProduct, stock: number | null): Promise<boolean> {
    const stillMarked = stock === null && product.stock_quantity !== 0 && product.out_of_stock
    const next = { stock_quantity: stock, out_of_stock: stock === 0 || stillMarked }
    const answer = await changeStock({ product, next })
    if (answer.ok) {
      showInLists(answer.value)
      const { value: changed } = answer
      toast({
        title: 'Stan magazynowy zaktualizowany',
        description: `${product.name}: ${describePieces(changed.stock_quantity)}`,
        tone: 'success',
        action: { label: 'Cofnij', onClick: () => void setStock(changed, product.stock_quantity) },
      })
      return true
    }
    const { failure } = answer
    const seen = failure.reason === 'refused' && failure.code === 'stock_changed' ? failure.details : {}
    goBack({ ...product, ...seen }, failure)
    return false
  }

  async function setSoldOut(product: AdminProduct, soldOut: boolean): Promise<boolean> {
    const answer = await changeMark({ product, next: { ...product, out_of_stock: soldOut } })
    if (answer.ok) {
      showInLists(answer.value)
      toast({
        title: soldOut ? 'Produkt oznaczony jako wyprzedany' : 'Produkt wrócił do sprzedaży',
        description: product.name,
        tone: 'success',
        action: { label: 'Cofnij', onClick: () => void setSoldOut(answer.value, !soldOut) },
      })
    } else goBack(product, answer.failure)
    return answer.ok
  }

  function goBack(product: AdminProduct, failure: { reason: 'unreachable' } | { reason: 'refused'; message: string }) {
    showInLists(product)
    const description = failure.reason === 'refused' ? failure.message : FAILED
    toast({ title: 'Błąd aktualizacji', description, tone: 'error' })
    // What the shop has by now may be something else again.
    void refreshLists()
  }

  return { setStock, setSoldOut }
}
