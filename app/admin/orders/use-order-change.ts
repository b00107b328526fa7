import { useState } from 'react'
import { useRecentProof } from '#app/admin/proof-dialog.tsx'
import type { ApiFailure } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { orderQuery } from './orders-data.ts'

type Done = { title: string; description?: string }

/**
 * Changes an order: runs the call, asking for password or code where it must, says what became of it, and reads the order anew.
 * Answers what was wrong, for a form; undefined when it is done.
 */
export function useOrderChange(orderId: string) {
  const withProof = useRecentProof()
  const [busy, setBusy] = useState<string | null>(null)

  async function change<Value, Failure extends ApiFailure>(
    /** What is under way, for the button that says so. */
    name: string,
    call: () => Promise<Result<Value, Failure>>,
    done: Done,
  ): Promise<FormProblem | undefined> {
    if (busy !== null) return undefined
    setBusy(name)
    try {
      const answer = await withProof(call)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['admin', 'orders'] }),
      ])
      if (answer.ok) {
        toast({ ...done, tone: 'success' })
        return undefined
      }
      const { failure } = answer
      const fields = failure.reason === 'refused' ? failure.fields : {}
      const description =
        failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem. Spróbuj ponownie.'
      return { fields, toast: { title: 'Nie udało się', description } }
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    change,
    /** The same for a button without a form. */
    async press<Value, Failure extends ApiFailure>(
      name: string,
      call: () => Promise<Result<Value, Failure>>,
      done: Done,
    ) {
      const problem = await change(name, call, done)
      if (problem?.toast) toast({ ...problem.toast, tone: 'error' })
    },
  }
}
