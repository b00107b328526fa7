import { tellFailure } from '#app/admin/panel-calls.ts'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { refreshLists, showInLists } from './products-data.ts'

const FAILED = 'Wystąpił błąd podczas aktualizacji stanu magazynowego'

/** '12 szt.', or 'bez limitu' where pieces are not counted. */
export function describePieces(stock: number | null): string {
  return stock === null ? 'bez limitu' : `${stock} szt.`
}

/** Takes a change back that the shop refused. */
function takeBack(product: AdminProduct, failure: ApiFailure) {
  showInLists(product)
  tellFailure('Błąd aktualizacji', failure, FAILED)
  // The shop may have another value by now.
  void refreshLists()
}

/** Sets the stock of a product. The toast offers the undo. Answers the product as it is then; null: it was refused. */
export async function saveStock(product: AdminProduct, stock: number | null): Promise<AdminProduct | null> {
  const { id, stock_quantity: seen, out_of_stock: isMarked, recalled } = product
  const staysMarked = isMarked && (recalled || (stock === null && seen !== 0))
  // In its row at once; taken back where the shop refuses it.
  showInLists({ id, stock_quantity: stock, out_of_stock: stock === 0 || staysMarked })
  const answer = await callApi('post', '/api/admin/products/:id/stock', {
    param: { id },
    json: { stock_quantity: stock, seen },
  })
  if (answer.ok) {
    showInLists(answer.value)
    const { value: changed } = answer
    toast({
      title: 'Stan magazynowy zaktualizowany',
      description: `${nameSized(product)}: ${describePieces(changed.stock_quantity)}`,
      tone: 'success',
      action: { label: 'Cofnij', onClick: () => void undo(changed, product) },
    })
    return changed
  }
  const { failure } = answer
  const present = failure.reason === 'refused' && failure.code === 'stock_changed' ? failure.details : {}
  takeBack({ ...product, ...present }, failure)
  return null
}

/** Sets the stock of a product as it was before, and the mark of its owner, which a stock ends. */
async function undo(changed: AdminProduct, before: AdminProduct) {
  const present = await saveStock(changed, before.stock_quantity)
  if (present && before.out_of_stock && !present.out_of_stock) await saveSoldOut(present, true)
}

/** Marks a product as sold out, or takes the mark away. The toast offers the undo. */
export async function saveSoldOut(product: AdminProduct, out_of_stock: boolean): Promise<void> {
  showInLists({ ...product, out_of_stock })
  const answer = await callApi('post', '/api/admin/products/:id/sold-out', {
    param: { id: product.id },
    json: { out_of_stock, recalled: product.recalled },
  })
  if (!answer.ok) return takeBack(product, answer.failure)
  showInLists(answer.value)
  toast({
    title: out_of_stock ? 'Produkt oznaczony jako wyprzedany' : 'Produkt wrócił do sprzedaży',
    description: nameSized(product),
    tone: 'success',
    // A mark set again does not begin the recall again.
    ...(!(product.recalled && !out_of_stock) && {
      action: { label: 'Cofnij', onClick: () => void saveSoldOut(answer.value, !out_of_stock) },
    }),
  })
}
