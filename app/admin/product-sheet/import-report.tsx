import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { LeftOut } from '#domain/catalog/admin/bulk-change.ts'
import { formatPercent, inflectProducts } from '#domain/catalog/product.ts'
import type { ExistingChoice, ImportLine, ImportReport } from '#domain/catalog/sheet/product-import.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import { pluralize } from '#domain/kernel/text.ts'

const ACTIONS: Record<ImportLine['action'], string> = { add: 'Nowy produkt', change: 'Zmiana', same: 'Bez zmian' }

const WRONG_LINES = { one: 'wiersz ma błąd', few: 'wiersze mają błędy', many: 'wierszy ma błędy' }

type ImportReportProps = {
  report: ImportReport
  /** Chosen products that cannot be changed. */
  leftOut?: readonly LeftOut[]
  busy: boolean
  onApply: () => void
  onForget: () => void
  onExisting: (choice: ExistingChoice) => void
  /** Previews the file again without these lines. */
  onSkip?: (lines: readonly number[]) => void
}

/** The changes of each line of the file, before anything is stored. */
export function ImportReportView({
  report,
  leftOut = [],
  busy,
  onApply,
  onForget,
  onExisting,
  onSkip,
}: ImportReportProps) {
  const { added, changed, wrong, lines } = report
  const count = added + changed
  const countRight = (action: ImportLine['action']) =>
    lines.filter((line) => line.action === action && line.problems.length === 0).length
  const shown = lines.filter(({ action, problems }) => action !== 'same' || problems.length > 0)
  return (
    <section aria-labelledby="co-sie-zmieni" className="space-y-4">
      <h2 id="co-sie-zmieni" className="font-display text-xl">
        Co się zmieni
      </h2>
      <p role="status" className="text-sm">
        <span>{`Nowe: ${countRight('add')}, zmienione: ${countRight('change')}, bez zmian: ${countRight('same')}.`}</span>{' '}
        {wrong > 0 ? (
          <strong className="text-wine">
            {`${wrong} ${pluralize(wrong, WRONG_LINES)}. `}
            {'Popraw plik i wczytaj go ponownie: zapisujemy wszystko albo nic.'}
          </strong>
        ) : (
          <span>Nic nie jest jeszcze zapisane.</span>
        )}
      </p>
      {leftOut.length > 0 && (
        <div className="card px-4 py-3 text-sm">
          <h3 className="font-semibold">{`Pominiemy: ${leftOut.length} ${inflectProducts(leftOut.length)}`}</h3>
          <ul className="mt-1 space-y-0.5">
            {leftOut.map(({ id, name, why }) => (
              <li key={id} className="wrap-anywhere">
                <span className="font-semibold">{name}</span>: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {shown.length > 0 && (
        <ul className="card divide-y divide-night/10 overflow-clip text-sm">
          {shown.map((line) => (
            <li
              key={line.line}
              className="grid gap-x-4 gap-y-1 px-4 py-2 lg:grid-cols-[6rem_7rem_minmax(0,16rem)_minmax(0,1fr)]"
            >
              <span className="text-night/80 tabular-nums">Wiersz {line.line}</span>
              <span className={classNames(line.problems.length > 0 && 'font-semibold text-wine')}>
                {line.problems.length > 0 ? 'Błąd' : ACTIONS[line.action]}
              </span>
              <span className="font-semibold wrap-anywhere">{line.name || 'bez nazwy'}</span>
              <div className="min-w-0 wrap-anywhere">
                {line.existing !== null && line.problems.length === 0 && (
                  <p className="font-medium">
                    {line.action === 'add'
                      ? 'Produkt o tej nazwie już istnieje: to będzie osobny.'
                      : 'Istnieje już w sklepie: zmieniamy go.'}
                  </p>
                )}
                {line.changes.map((change) => (
                  <Change key={change.column} {...change} isNew={line.action === 'add'} />
                ))}
                {line.reduction !== null && <Announced reduction={line.reduction} />}
                {line.problems.map((problem) => (
                  <p key={problem} className="font-medium text-wine">
                    {problem}
                  </p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {wrong > 0 && lines.some(({ existing }) => existing !== null) && (
        <div className="card space-y-2 px-4 py-3 text-sm">
          <p className="max-w-prose">
            Część wierszy bez ID opisuje produkty, które sklep już ma: poznaliśmy je po kodzie albo po marce i nazwie.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="tight" busy={busy} onClick={() => onExisting('update')}>
              Zmień istniejące
            </Button>
            {lines.some(({ existing }) => existing === 'name') && (
              <Button variant="secondary" size="tight" busy={busy} onClick={() => onExisting('add')}>
                Dodaj jako osobne, na przykład inną pojemność
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onForget}>
          Anuluj
        </Button>
        {onSkip && wrong > 0 && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => onSkip(lines.filter(({ problems }) => problems.length > 0).map(({ line }) => line))}
          >
            {`Pomiń wiersze z błędami: ${wrong}`}
          </Button>
        )}
        {wrong === 0 && count > 0 && (
          <Button busy={busy} onClick={onApply}>
            {`Zapisz: ${count} ${inflectProducts(count)}`}
          </Button>
        )}
      </div>
    </section>
  )
}

function Change({ column, from, to, isNew }: ImportLine['changes'][number] & { isNew: boolean }) {
  return (
    <p>
      <span>{column}:</span>{' '}
      {!isNew && (
        <span>
          <del className="text-night/70">{shorten(from)}</del> →{' '}
        </span>
      )}
      <ins className="no-underline">{shorten(to)}</ins>
    </p>
  )
}

/** The prices of a reduction, and the sentence that buyers will read. */
function Announced({ reduction }: { reduction: NonNullable<ImportLine['reduction']> }) {
  const { price_grosze: price, reduced_grosze: reduced, lowest_grosze: lowest, percent } = reduction
  return (
    <>
      <p className="font-medium">{`Cena w czasie promocji: ${formatGrosze(reduced)} zamiast ${formatGrosze(price)}`}</p>
      <p>
        {lowest === null
          ? 'W 30 dniach przed promocją nie był sprzedawany.'
          : `Najniższa cena z 30 dni przed promocją: ${formatGrosze(lowest)}`}
      </p>
      <p>
        {percent === 0 ? 'Klienci zobaczą samą cenę, bez słowa o obniżce.' : `Wolno ogłosić: ${formatPercent(percent)}`}
      </p>
    </>
  )
}

function shorten(text: string): string {
  if (text === '') return 'puste'
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
