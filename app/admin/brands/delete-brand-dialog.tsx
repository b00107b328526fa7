import { useMutation } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { AdminBrand } from '#domain/catalog/admin/admin-brand.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { refreshBrands } from './brands-data.ts'

/** The question before a brand is deleted; why it cannot be is told by the shop. */
export function DeleteBrandDialog({ brand, onClose }: { brand: AdminBrand; onClose: () => void }) {
  const { mutateAsync: remove, isPending } = useMutation(
    {
      mutationFn: () =>
        callApi('delete', '/api/admin/brands/:id', { param: { id: brand.id }, json: { version: brand.version } }),
    },
    queryClient,
  )

  async function confirm() {
    const answer = await remove()
    onClose()
    await refreshBrands()
    if (answer.ok) {
      toast({ title: 'Marka usunięta', description: brand.name, tone: 'success' })
      return
    }
    const { failure } = answer
    const description = failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem.'
    toast({ title: 'Błąd usuwania', description, tone: 'error' })
  }

  return (
    <ConfirmDialog
      open
      danger
      title="Usuń markę"
      confirm="Usuń markę"
      busy={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Czy na pewno chcesz usunąć markę „{brand.name}”? Ta operacja jest nieodwracalna.</p>
    </ConfirmDialog>
  )
}
