import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { refresh, toFormProblem } from '#app/admin/panel-calls.ts'
import { RestockFields, restockAll } from '#app/admin/restock-fields.tsx'
import { refreshParcels } from '#app/admin/shipments/shipments-data.ts'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { nameOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { caseQuery, refreshCase } from './returns-data.ts'

/** Carries out a withdrawal while its parcel is still in the shop: the parcel stays, the money is refunded at once. */
export function TakeOutDialog({ caseId, onClose }: { caseId: string; onClose: CloseDialog }) {
  const { data: found } = useQuery(caseQuery(caseId), queryClient)
  return found?.money ? <TakeOutForm found={found} onClose={onClose} /> : null
}

function TakeOutForm({ found, onClose }: { found: AdminCase; onClose: CloseDialog }) {
  const { id, number, payment, account_number } = found
  const owed_grosze = found.money?.owed_grosze ?? 0
  const pieces = found.pieces
    .filter(({ quantity }) => quantity > 0)
    .map(({ order_item_id, name, facts, quantity, recalled }) => ({
      key: order_item_id,
      name: nameOrdered({ product_name: name, facts }),
      most: quantity,
      recalled,
    }))
  const [back, setBack] = useState(() => restockAll(pieces))
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: z.object({}),
    initial: {},
    async onSubmit() {
      const restock = Object.entries(back).map(([order_item_id, quantity]) => ({ order_item_id, quantity }))
      const answer = await callApi('post', '/api/admin/returns/:id/take-out', {
        param: { id },
        json: { owed_grosze, restock },
      })
      await Promise.all([
        refreshCase(id),
        refreshParcels(revalidate),
        refresh({ queryKey: ['admin', 'order'] }),
        refresh({ queryKey: ['admin', 'orders'] }),
      ])
      if (!answer.ok) return toFormProblem('Nie udało się', answer.failure)
      toast({
        title: 'Odstąpienie wykonane',
        description:
          owed_grosze > 0 ? `${formatGrosze(owed_grosze)} wraca do kupującego.` : 'Nic nie wyjdzie z tej sprawy.',
        tone: 'success',
      })
      onClose()
      return undefined
    },
  })
  const isTransfer = payment !== 'prepaid' && owed_grosze > 0
  return (
    <FormDialog
      open={!form.busy}
      title={`Odstąpienie ${number}`}
      form={form}
      submit={owed_grosze > 0 ? `Wykonaj i oddaj ${formatGrosze(owed_grosze)}` : 'Wykonaj odstąpienie'}
      danger
      cancel="Zostaw"
      onClose={onClose}
    >
      <ul className="text-sm font-medium">
        {pieces.map(({ key, name, most }) => (
          <li key={key} className="wrap-anywhere">{`${most} × ${name}`}</li>
        ))}
      </ul>
      <p className="text-sm">
        Te sztuki nie wyjdą z paczką. Zamówienie, z którego nic nie zostanie, będzie anulowane.{' '}
        {owed_grosze === 0
          ? 'Nic za nie nie zapłacono, więc kwota pobrania się zmniejszy.'
          : isTransfer
            ? `Potwierdź po zleceniu przelewu ${formatGrosze(owed_grosze)}${account_number === null ? ': brakuje jeszcze numeru konta.' : '.'}`
            : `${formatGrosze(owed_grosze)} wróci tą samą drogą, którą zapłacono.`}
      </p>
      <RestockFields pieces={pieces} chosen={back} onChange={setBack} />
    </FormDialog>
  )
}
