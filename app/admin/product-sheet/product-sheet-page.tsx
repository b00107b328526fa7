import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { wordFailure } from '#app/admin/panel-calls.ts'
import { useRecentProof } from '#app/admin/proof-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import { PRODUCT_CSV_BYTES_MAX } from '#domain/catalog/sheet/product-csv.ts'
import type { ImportReport } from '#domain/catalog/sheet/product-import.ts'
import { BulkChange } from './bulk-change-form.tsx'
import { ImportReportView } from './import-report.tsx'

/** Changes many products by a CSV file or by one change to chosen ones, after a report line by line. */
export default function ProductSheet() {
  const { checked, problem, busy, check, apply, forget, refuse } = useImport()
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Zmiany zbiorcze</h1>
        <Link to={href('/admin/produkty')} className={buttonClass('quiet', 'tight')}>
          Wróć do produktów
        </Link>
      </div>
      {problem !== null && <Alert title="Nie zapisano zmian.">{problem}</Alert>}
      {checked ? (
        <ImportReportView report={checked.report} busy={busy} onApply={() => void apply()} onForget={forget} />
      ) : (
        <>
          <SheetFile busy={busy} onText={(csv) => void check(csv)} onRefused={refuse} />
          <BulkChange busy={busy} onCsv={(csv) => void check(csv)} />
        </>
      )}
    </div>
  )
}

type SheetFileProps = { busy: boolean; onText: (csv: string) => void; onRefused: (problem: string) => void }

function SheetFile({ busy, onText, onRefused }: SheetFileProps) {
  const input = useRef<HTMLInputElement>(null)

  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > PRODUCT_CSV_BYTES_MAX) onRefused('Plik jest za duży: najwyżej 1 MB.')
    else onText(decode(await file.arrayBuffer()))
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }

  return (
    <section aria-labelledby="arkusz" className="space-y-3 rounded-2xl border border-night/15 bg-white px-5 py-4">
      <h2 id="arkusz" className="font-semibold">
        Arkusz CSV
      </h2>
      <p className="max-w-prose text-sm">
        Pobierz wszystkie produkty, zmień je w Excelu lub innym arkuszu i wczytaj plik z powrotem. Wiersz bez ID to nowy
        produkt, pusta komórka „Stan” oznacza sprzedaż bez limitu, a pusta „Producent”: jak w marce. Zanim cokolwiek
        zapiszemy, zobaczysz każdą zmianę i każdy błąd.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without a mouse */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className="flex flex-wrap items-center gap-2 rounded-xl border-2 border-dashed border-night/25 p-3"
      >
        <a href="/api/admin/products/export" download className={buttonClass('secondary', 'tight')}>
          <Download aria-hidden="true" className="size-4" />
          Pobierz arkusz
        </a>
        <Button size="tight" busy={busy} onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" className="size-4" />
          Wczytaj arkusz
        </Button>
        <span className="text-xs text-night/80">albo upuść plik tutaj</span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,text/csv"
          aria-label="Plik CSV z produktami"
          onChange={(event) => {
            const file = event.target.files?.[0]
            // The same file can be chosen again after it was corrected.
            event.target.value = ''
            void take(file)
          }}
        />
      </div>
    </section>
  )
}

/** Decodes UTF-8, or windows-1250 as Polish spreadsheets on Windows write it. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

/** A checked file with the report of its changes. */
type CheckedFile = { csv: string; report: ImportReport }

/** Checks a file of products and applies it as its report was shown. */
function useImport() {
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
    setProblem(wordFailure(answer.failure))
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
      // A change to chosen products begins with their prices: those from before must not be shown again.
      queryClient.removeQueries({ type: 'inactive' })
      setChecked(null)
      await queryClient.invalidateQueries()
    } else toast({ title: 'Błąd aktualizacji', description: 'Nic nie zostało zapisane.', tone: 'error' })
  }

  return { checked, problem, busy, check, apply, forget: () => setChecked(null), refuse: setProblem }
}
