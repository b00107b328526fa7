import { useState } from 'react'
import { describePanelFailure } from '#app/admin/panel-calls.ts'
import type { ApiFailure } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import type { ImportReport } from '#domain/catalog/sheet/product-import.ts'
import type { Result } from '#domain/kernel/result.ts'

type Problem = { title: string; sentence: string }
const describeUnsaved = (sentence: string): Problem => ({ title: 'Nie zapisano zmian.', sentence })
const UNKNOWN: Problem = {
  title: 'Nie wiadomo, czy zmiany są zapisane.',
  sentence: 'Sklep nie odpowiedział. Naciśnij „Zapisz” jeszcze raz: nic nie zapisze się podwójnie.',
}

/** The sentence about the first wrong value of a call that has no form to show it in. */
const describeRefusedField = (failure: ApiFailure): string | undefined =>
  failure.reason === 'refused' ? Object.values(failure.fields)[0] : undefined

/** Without a token the shop previews the change and stores nothing. */
type Send<Asked, Answer> = (asked: Asked & { token: string | null }) => Promise<Result<Answer, ApiFailure>>

/**
 * Previews a change of products, and applies it as the preview shows it.
 * @param reportOf the report of an answer; null: there is nothing to apply
 */
export function useSheetImport<Asked, Answer>(
  send: Send<Asked, Answer>,
  reportOf: (answer: Answer) => ImportReport | null,
) {
  const [shown, setShown] = useState<{ asked: Asked; answer: Answer } | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  async function ask(asked: Asked & { token: string | null }) {
    setBusy(true)
    setProblem(null)
    const answer = await send(asked)
    setBusy(false)
    return answer
  }

  async function check(asked: Asked): Promise<void> {
    const answer = await ask({ ...asked, token: null })
    if (answer.ok) setShown({ asked, answer: answer.value })
    else setProblem(describeUnsaved(describeRefusedField(answer.failure) ?? describePanelFailure(answer.failure)))
  }

  async function apply(): Promise<void> {
    const token = shown && reportOf(shown.answer)?.token
    if (!shown || !token) return
    const answer = await ask({ ...shown.asked, token })
    if (!answer.ok) {
      // After a lost answer, now or at an earlier press, the shop may have applied the change.
      const isRefused = problem !== UNKNOWN && answer.failure.reason === 'refused' && answer.failure.status < 500
      const told = isRefused ? describeUnsaved(describePanelFailure(answer.failure)) : UNKNOWN
      setProblem(told)
      const description = isRefused ? 'Nic nie zostało zapisane.' : told.title
      toast({ title: 'Błąd aktualizacji', description, tone: 'error' })
      return
    }
    const { added = 0, changed = 0 } = reportOf(answer.value) ?? {}
    const count = added + changed
    toast({ title: 'Zmiany zapisane', description: `${count} ${inflectProducts(count)}`, tone: 'success' })
    // A change of chosen products starts from their prices: old ones must not show again.
    queryClient.removeQueries({ type: 'inactive' })
    setShown(null)
    await queryClient.invalidateQueries()
  }

  function refuse(sentence: string) {
    setProblem({ title: 'Nie odczytano pliku.', sentence })
  }

  return { shown, problem, busy, check, apply, forget: () => setShown(null), refuse }
}
