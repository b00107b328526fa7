import { useState } from 'react'
import { refresh, toFormProblem } from '#app/admin/panel-calls.ts'
import type { ApiFailure } from '#app/api-client.ts'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import type { Result } from '#domain/kernel/result.ts'
import { orderQuery } from './orders-data.ts'

type Done = { title: string; description?: string }

/**
 * Changes an order: makes the call, asks for password or code when the shop requires it, shows a toast and reads the
 * order again. Answers the problem for a form; undefined on success, after `onDone`.
 */
export function useOrderChange(orderId: string, onDone?: () => void) {
  const [busy, setBusy] = useState<string | null>(null)

  async function change<Value, Failure extends ApiFailure>(
    /** Names the change for the button that shows it as under way. */
    name: string,
    call: () => Promise<Result<Value, Failure>>,
    done: Done,
  ): Promise<FormProblem | undefined> {
    if (busy !== null) return undefined
    setBusy(name)
    try {
      const answer = await call()
      await Promise.all([refresh(orderQuery(orderId)), refresh({ queryKey: ['admin', 'orders'] })])
      if (!answer.ok) return toFormProblem('Nie udało się', answer.failure, ACCOUNT_TEXTS.noConnection)
      toast({ ...done, tone: 'success' })
      onDone?.()
      return undefined
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
