import { useState } from 'react'
import { useRecentProof } from '#app/admin/proof-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import type { ImportReport } from '#domain/catalog/sheet/product-import.ts'

/** A file that was looked at, with what would become of it. */
export type CheckedFile = { csv: string; report: ImportReport }

/** Looks at a file of products and applies it as it was shown; one thing at a time. */
export function useImport() {
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const prove = useRecentProof()

  async function send(csv: string, token: string | null): Promise<ImportReport | null> {
    setBusy(true)
    setProblem(null)
    const answer = await prove(() => callApi('post', '/api/admin/products/import', { json: { csv, token } }))
    setBusy(false)
    if (answer.ok) return answer.value
    const { failure } = answer
    setProblem(failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem.')
    return null
  }

  async function check(csv: string): Promise<void> {
    setChecked(null)
    const report = await send(csv, null)
    if (report) setChecked({ csv, report })
  }

  async function apply(): Promise<void> {
    if (!checked) return
    const report = await send(checked.csv, checked.report.token)
    if (report) {
      const count = report.added + report.changed
      toast({ title: 'Zmiany zapisane', description: `${count} ${inflectProducts(count)}`, tone: 'success' })
      setChecked(null)
      await queryClient.invalidateQueries()
    } else toast({ title: 'Błąd aktualizacji', description: 'Nic nie zostało zapisane.', tone: 'error' })
  }

  return { checked, problem, busy, check, apply, forget: () => setChecked(null), refuse: setProblem }
}
