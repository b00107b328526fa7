import { useMutation } from '@tanstack/react-query'
import { tellFailure } from '#app/admin/panel-calls.ts'
import { type ApiFailure, callApi } from '#app/api-client.ts'
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

/** The product before a change, and its stock after it. */
type Change = { product: AdminProduct; next: Stock }

/**
 * Sets the stock of a product and its mark as sold out. A change shows in its row at once, and is taken back where
 * the shop refuses it. The toast of a change offers the undo.
 */
export function useStock() {
  const onMutate = ({ product, next }: Change) => showInLists({ id: product.id, ...next })
  const { mutateAsync: changeStock } = useMutation(
    {
      mutationFn: ({ product: { id, stock_quantity: seen }, next: { stock_quantity } }: Change) =>
        callApi('post', '/api/admin/products/:id/stock', { param: { id }, json: { stock_quantity, seen } }),
      onMutate,
    },
    queryClient,
  )
  const { mutateAsync: changeMark } = useMutation(
    {
      mutationFn: ({ product: { id }, next: { out_of_stock } }: Change) =>
        callApi('post', '/api/admin/products/:id/sold-out', { param: { id }, json: { out_of_stock } }),
      onMutate,
    },
    queryClient,
  )

  /** Whether the stock was set. */
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
    takeBack({ ...product, ...seen }, failure)
    return false
  }

  async function setSoldOut(product: AdminProduct, soldOut: boolean): Promise<void> {
    const answer = await changeMark({ product, next: { ...product, out_of_stock: soldOut } })
    if (answer.ok) {
      showInLists(answer.value)
      toast({
        title: soldOut ? 'Produkt oznaczony jako wyprzedany' : 'Produkt wrócił do sprzedaży',
        description: product.name,
        tone: 'success',
        action: { label: 'Cofnij', onClick: () => void setSoldOut(answer.value, !soldOut) },
      })
    } else takeBack(product, answer.failure)
  }

  function takeBack(product: AdminProduct, failure: ApiFailure) {
    showInLists(product)
    tellFailure('Błąd aktualizacji', failure, FAILED)
    // The shop may have another value by now.
    void refreshLists()
  }

  return { setStock, setSoldOut }
}
