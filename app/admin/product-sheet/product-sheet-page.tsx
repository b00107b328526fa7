import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { wordPanelFailure } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import type { LeftOut } from '#domain/catalog/admin/bulk-change.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import type { ExistingChoice, ImportReport, ProductImport } from '#domain/catalog/sheet/product-import.ts'
import { readSheetFile, SHEET_BYTES_MAX } from '#domain/catalog/sheet/sheet-file.ts'
import { BulkChangeForm } from './bulk-change-form.tsx'
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
      {problem !== null && <Alert title={problem.title}>{problem.sentence}</Alert>}
      {checked ? (
        <ImportReportView
          report={checked.report}
          busy={busy}
          onApply={() => void apply()}
          onForget={forget}
          leftOut={checked.leftOut}
          onExisting={(existing) => void check(checked.csv, { existing })}
        />
      ) : (
        <>
          <SheetFile busy={busy} onText={(csv) => void check(csv)} onRefused={refuse} />
          <BulkChangeForm busy={busy} onCsv={(csv, leftOut) => void check(csv, { leftOut })} />
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
    const read = readSheetFile(new Uint8Array(await file.slice(0, SHEET_BYTES_MAX + 1).arrayBuffer()))
    if (read.ok) onText(read.value)
    else onRefused(read.failure.sentence)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    const { files } = event.dataTransfer
    if (files.length > 1) onRefused('Upuść jeden plik naraz.')
    else void take(files[0])
  }

  return (
    <section aria-labelledby="arkusz" className="card space-y-3 px-5 py-4">
      <h2 id="arkusz" className="font-semibold">
        Arkusz CSV
      </h2>
      <p className="max-w-prose text-sm">
        Pobierz wszystkie produkty, zmień je w Excelu lub innym arkuszu i wczytaj plik z powrotem. Wiersz bez ID to nowy
        produkt, pusta komórka „Stan” oznacza sprzedaż bez limitu, a pusta „Producent”: jak w marce. Apostrof przed
        kodem EAN chroni go przed Excelem, zostaw go. Zanim cokolwiek zapiszemy, zobaczysz każdą zmianę i każdy błąd.
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
          accept=".csv,.tsv,.txt,text/csv"
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

/** A checked file with the report of its changes. */
type CheckedFile = {
  csv: string
  existing: ExistingChoice
  report: ImportReport
  /** Chosen products that the file does not name. */
  leftOut: readonly LeftOut[]
}

type Problem = { title: string; sentence: string }
const describeUnsaved = (sentence: string): Problem => ({ title: 'Nie zapisano zmian.', sentence })
const UNKNOWN: Problem = {
  title: 'Nie wiadomo, czy zmiany są zapisane.',
  sentence: 'Sklep nie odpowiedział. Naciśnij „Zapisz” jeszcze raz: nic nie zapisze się podwójnie.',
}

/** Checks a file of products and applies it as its report was shown. */
function useImport() {
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  async function send(json: ProductImport) {
    setBusy(true)
    setProblem(null)
    const answer = await callApi('post', '/api/admin/products/import', { json })
    setBusy(false)
    return answer
  }

  async function check(
    csv: string,
    { existing = 'ask', leftOut = [] }: Partial<Pick<CheckedFile, 'existing' | 'leftOut'>> = {},
  ): Promise<void> {
    setChecked(null)
    const answer = await send({ csv, token: null, existing })
    if (answer.ok) setChecked({ csv, existing, report: answer.value, leftOut })
    else setProblem(describeUnsaved(wordPanelFailure(answer.failure)))
  }

  async function apply(): Promise<void> {
    if (!checked) return
    const { csv, existing, report } = checked
    const answer = await send({ csv, existing, token: report.token })
    if (!answer.ok) {
      // Without an answer that the shop meant, now or at an earlier press, it may have been applied.
      const isRefused = problem !== UNKNOWN && answer.failure.reason === 'refused' && answer.failure.status < 500
      const told = isRefused ? describeUnsaved(wordPanelFailure(answer.failure)) : UNKNOWN
      setProblem(told)
      const description = isRefused ? 'Nic nie zostało zapisane.' : told.title
      toast({ title: 'Błąd aktualizacji', description, tone: 'error' })
      return
    }
    const count = answer.value.added + answer.value.changed
    toast({ title: 'Zmiany zapisane', description: `${count} ${inflectProducts(count)}`, tone: 'success' })
    // A change to chosen products begins with their prices: those from before must not be shown again.
    queryClient.removeQueries({ type: 'inactive' })
    setChecked(null)
    await queryClient.invalidateQueries()
  }

  function refuse(sentence: string) {
    setProblem({ title: 'Nie odczytano pliku.', sentence })
  }

  return { checked, problem, busy, check, apply, forget: () => setChecked(null), refuse }
}
