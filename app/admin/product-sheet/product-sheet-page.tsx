import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef } from 'react'
import { href, Link } from 'react-router'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { PRODUCT_CSV_BYTES_MAX } from '#domain/catalog/sheet/product-csv.ts'
import { BulkChange } from './bulk-change-form.tsx'
import { ImportReportView } from './import-report.tsx'
import { useImport } from './use-import.ts'

/** Many products at once: by a file that a spreadsheet has changed, or by one change to chosen ones. Both are shown line by line first. */
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
        produkt, pusta komórka „Stan” oznacza sprzedaż bez limitu. Zanim cokolwiek zapiszemy, zobaczysz każdą zmianę i
        każdy błąd.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of two; the button needs no mouse */}
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
            // The same file may be chosen again once it was mended.
            event.target.value = ''
            void take(file)
          }}
        />
      </div>
    </section>
  )
}

/** UTF-8, or what Polish spreadsheets write on Windows. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}
