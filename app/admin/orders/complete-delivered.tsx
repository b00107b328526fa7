import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { refresh, useWrite } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { inflectOrders } from '#domain/kernel/order-words/order-names.ts'
import type { ListedOrder } from '#domain/orders/admin/list-admin-orders.server.ts'

/** Completes all delivered orders of a page at once. Nothing where there are none. */
export function CompleteDelivered({ orders }: { orders: readonly ListedOrder[] }) {
  const [isAsking, setAsking] = useState(false)
  const delivered = orders.filter(({ completable }) => completable)
  const complete = useWrite({
    call: () =>
      callApi('post', '/api/admin/orders/complete', {
        json: { orders: delivered.map(({ id, status }) => ({ id, seen: status })) },
      }),
    failed: 'Nie zakończono zamówień',
    onSuccess: ({ completed, failed }) =>
      failed.length === 0
        ? toast({ title: `Zakończono: ${completed} ${inflectOrders(completed)}`, tone: 'success' })
        : toast({
            title: `Zakończono ${completed}, bez zmian: ${failed.length}`,
            description: `Zmieniły się w międzyczasie: ${failed.join(', ')}.`,
            tone: 'error',
          }),
    onSettled() {
      setAsking(false)
      return refresh({ queryKey: ['admin', 'orders'] })
    },
  })
  const count = `${delivered.length}\u00a0${inflectOrders(delivered.length)}`
  return (
    <>
      {delivered.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
          <p>{`Dostarczone i opłacone, jeszcze niezakończone na tej liście: ${delivered.length}.`}</p>
          <Button variant="secondary" size="tight" onClick={() => setAsking(true)}>
            Zakończ dostarczone
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        title={`Zakończyć ${count}?`}
        confirm={`Zakończ ${count}`}
        busy={complete.isPending}
        onConfirm={() => complete.mutate()}
        onClose={() => setAsking(false)}
      >
        Paczki są doręczone, a pieniądze za pobranie przyjął kurier albo paczkomat. Zakończone zamówienie można anulować
        już tylko z przesyłką, jeśli paczka wróci.
      </ConfirmDialog>
    </>
  )
}
