import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { refreshLists } from './products-data.ts'

/** Takes a product out of the shop, after the question. */
export function DeleteProduct({ product, provider }: { product: AdminProduct; provider: string }) {
  const question = useHistoryDialog('delete-product')
  const { mutateAsync, isPending } = useMutation(
    { mutationFn: () => callApi('delete', '/api/admin/products/:id', { param: { id: product.id } }) },
    queryClient,
  )

  async function remove() {
    const removed = await mutateAsync()
    const { name } = product
    // What is deleted already is what was wanted.
    const isGone = !removed.ok && removed.failure.reason === 'refused' && removed.failure.code === 'product_not_found'
    if (removed.ok || isGone) {
      toast({ title: 'Produkt usunięty', description: `${name}: wkrótce także w ${provider}.`, tone: 'success' })
    } else {
      const { failure } = removed
      const description =
        failure.reason === 'refused' ? failure.message : 'Wystąpił błąd podczas usuwania produktu. Spróbuj ponownie.'
      toast({ title: 'Błąd usuwania', description, tone: 'error' })
    }
    question.close()
    await refreshLists()
  }

  return (
    <>
      <button
        type="button"
        aria-label={`Usuń: ${product.name}`}
        title="Usuń"
        onClick={() => question.open(product.id)}
        className="grid size-11 place-items-center rounded-full text-wine hover:bg-wine-tint xl:size-9"
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
      <ConfirmDialog
        open={question.subject === product.id}
        title="Usuń produkt"
        confirm="Usuń produkt"
        danger
        busy={isPending}
        onConfirm={() => void remove()}
        onClose={question.close}
      >
        <p>
          Czy na pewno chcesz usunąć produkt „{product.name}”? Ta operacja dezaktywuje produkt także u dostawcy
          płatności.
        </p>
      </ConfirmDialog>
    </>
  )
}
