import { Download } from 'lucide-react'
import { href, Link } from 'react-router'
import { FileDrop, type FileDropProps } from '#app/admin/file-drop.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import type { LeftOut } from '#domain/catalog/admin/bulk-change.ts'
import type { ImportReport, ProductImport } from '#domain/catalog/sheet/product-import.ts'
import { BulkChangeForm } from './bulk-change-form.tsx'
import { ImportReportView } from './import-report.tsx'
import { useSheetImport } from './use-sheet-import.ts'

/** Changes many products by a CSV file or by one change to chosen ones, after a report line by line. */
export default function ProductSheet() {
  const { shown, problem, busy, check, apply, forget, refuse } = useSheetImport<Asked, ImportReport>(
    send,
    (report) => report,
  )
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Zmiany zbiorcze</h1>
        <Link to={href('/admin/produkty')} className={buttonClass('quiet', 'tight')}>
          Wróć do produktów
        </Link>
      </div>
      {problem !== null && <Alert title={problem.title}>{problem.sentence}</Alert>}
      {shown ? (
        <ImportReportView
          report={shown.answer}
          busy={busy}
          onApply={() => void apply()}
          onForget={forget}
          leftOut={shown.asked.leftOut}
          onExisting={(existing) => void check({ csv: shown.asked.csv, existing })}
        />
      ) : (
        <>
          <SheetFile busy={busy} onText={(csv) => void check({ csv, existing: 'ask' })} onRefused={refuse} />
          <BulkChangeForm busy={busy} onCsv={(csv, leftOut) => void check({ csv, existing: 'ask', leftOut })} />
        </>
      )}
    </div>
  )
}

type SheetFileProps = Pick<FileDropProps, 'busy' | 'onText' | 'onRefused'>

function SheetFile(props: SheetFileProps) {
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
      <FileDrop name="Plik CSV z produktami" {...props} label="Wczytaj arkusz">
        <a href="/api/admin/products/export" download className={buttonClass('secondary', 'tight')}>
          <Download aria-hidden="true" className="size-4" />
          Pobierz arkusz
        </a>
      </FileDrop>
      <p className="text-sm">
        Masz plik z innego sklepu albo od dostawcy?{' '}
        <Link to={href('/admin/produkty/przeprowadzka')} className="py-1 underline underline-offset-4">
          Przenieś z niego produkty
        </Link>
      </p>
    </section>
  )
}

type Asked = Pick<ProductImport, 'csv' | 'existing'> & {
  /** Chosen products that the file does not name. */
  leftOut?: readonly LeftOut[]
}

const send = ({ csv, existing, token }: ProductImport) =>
  callApi('post', '/api/admin/products/import', { json: { csv, existing, token } })
