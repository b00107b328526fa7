import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { LeftOut } from '#domain/catalog/admin/bulk-change.ts'
import { formatPercent, inflectProducts } from '#domain/catalog/product.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import type { ExistingChoice, ImportLine, ImportReport } from '#domain/catalog/sheet/product-import.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { labelRate, OTHER_RATE_WARNING, PERFUME_RATE } from '#domain/papers/vat.ts'

const ACTIONS: Record<ImportLine['action'], string> = { add: 'Nowy produkt', change: 'Zmiana', same: 'Bez zmian' }

const WAYS_OUT = 'Odpowiedz na pytania wyżej, popraw plik albo pomiń te wiersze: zapisujemy wszystko albo nic.'
const WRONG_LINES = { one: 'wiersz ma błąd', few: 'wiersze mają błędy', many: 'wierszy ma błędy' }

type ImportReportProps = {
  report: ImportReport
  /** Lines of a file, or products that the owner chose. */
  of?: 'file' | 'products'
  /** Chosen products that cannot be changed. */
  leftOut?: readonly LeftOut[]
  busy: boolean
  onApply: () => void
  onForget: () => void
  /** Previews the file again with this answer about lines whose product the shop has. */
  onExisting?: (choice: ExistingChoice) => void
  /** Previews the file again without these lines. */
  onSkip?: (lines: readonly number[]) => void
}

/** The changes of each line of the file, before anything is stored. */
export function ImportReportView({
  report,
  of = 'file',
  leftOut = [],
  busy,
  onApply,
  onForget,
  onExisting,
  onSkip,
}: ImportReportProps) {
  const { added, changed, wrong, lines, over_limit: overLimit } = report
  const beyond = new Set(overLimit?.lines)
  const count = added + changed
  const countRight = (action: ImportLine['action']) =>
    lines.filter((each) => each.action === action && each.problems.length === 0 && !beyond.has(each.line)).length
  const told = lines.filter(
    ({ line, action, problems }) => !beyond.has(line) && (action !== 'same' || problems.length > 0),
  )
  const wrongFirst = (a: ImportLine, b: ImportLine) => Number(b.problems.length > 0) - Number(a.problems.length > 0)
  const shown = told.length > SHOWN_AT_ONCE ? told.toSorted(wrongFirst) : told
  const common = of === 'products' ? findCommon(shown) : []
  const [first, further] = [shown.slice(0, SHOWN_AT_ONCE), shown.slice(SHOWN_AT_ONCE)]
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
            {onSkip ? WAYS_OUT : 'Popraw plik i wczytaj go ponownie: zapisujemy wszystko albo nic.'}
          </strong>
        ) : (
          <span>Nic nie jest jeszcze zapisane.</span>
        )}
      </p>
      {overLimit && <OverLimit {...overLimit} busy={busy} {...(onSkip && { onSkip })} />}
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
      {common.length > 0 && (
        <p className="text-sm">{`Dla wszystkich: ${common.map(({ column, to }) => `${column} ${shorten(to)}`).join('; ')}.`}</p>
      )}
      {shown.length > 0 && (
        <div className="card overflow-clip text-sm">
          <Lines lines={first} of={of} common={common} />
          {further.length > 0 && (
            <details className="border-t border-night/10">
              <summary className="flex min-h-11 cursor-pointer items-center px-4 underline underline-offset-4">
                {`Pokaż pozostałe: ${further.length}`}
              </summary>
              <Lines lines={further} of={of} common={common} />
            </details>
          )}
        </div>
      )}
      {onExisting && wrong > 0 && lines.some(({ existing }) => existing !== null) && (
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
        {wrong === 0 && overLimit === null && count > 0 && (
          <Button busy={busy} onClick={onApply}>
            {`Zapisz: ${count} ${inflectProducts(count)}`}
          </Button>
        )}
      </div>
    </section>
  )
}

/** So many lines are shown at once; wrong ones stand first. */
const SHOWN_AT_ONCE = 20

type Changed = ImportLine['changes'][number]

/** Changes that all of several lines have. */
function findCommon(lines: readonly ImportLine[]): Changed[] {
  const [first, ...others] = lines
  if (!first || others.length === 0) return []
  const isSame = (change: Changed) => (other: Changed) => other.column === change.column && other.to === change.to
  return first.changes.filter((change) => others.every(({ changes }) => changes.some(isSame(change))))
}

type LinesProps = { lines: readonly ImportLine[]; of: 'file' | 'products'; common: readonly Changed[] }

/** A line of a file has its number and all of its changes, a chosen product what it does not share with the others. */
function Lines({ lines, of, common }: LinesProps) {
  const isFile = of === 'file'
  return (
    <ul className="divide-y divide-night/10">
      {lines.map((line) => (
        <li
          key={isFile ? line.line : `${line.line} ${line.name}`}
          className={classNames(
            'grid gap-x-4 gap-y-1 px-4 py-2',
            isFile
              ? 'lg:grid-cols-[6rem_7rem_minmax(0,16rem)_minmax(0,1fr)]'
              : 'lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]',
          )}
        >
          {isFile && (
            <>
              <span className="text-night/80 tabular-nums">Wiersz {line.line}</span>
              <span className={classNames(line.problems.length > 0 && 'font-semibold text-wine')}>
                {line.problems.length > 0 ? 'Błąd' : ACTIONS[line.action]}
              </span>
            </>
          )}
          <span className="font-semibold wrap-anywhere">{line.name || 'bez nazwy'}</span>
          <div className={classNames('min-w-0 wrap-anywhere', !isFile && 'flex flex-wrap gap-x-4')}>
            {line.existing !== null && line.problems.length === 0 && isFile && (
              <p className="font-medium">
                {line.action === 'add'
                  ? 'Produkt o tej nazwie już istnieje: to będzie osobny.'
                  : 'Istnieje już w sklepie: zmieniamy go.'}
              </p>
            )}
            {line.changes
              .filter(({ column }) => isFile || !(line.reduction || common.some((one) => one.column === column)))
              .map((change) => (
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
  )
}

type OverLimitProps = NonNullable<ImportReport['over_limit']> & Pick<ImportReportProps, 'busy' | 'onSkip'>

/** The limit of products, said once however many lines are beyond it. */
function OverLimit({ limit, lines, busy, onSkip }: OverLimitProps) {
  return (
    <Alert title={`Ponad limit sklepu (${limit}): ${lines.length} ${inflectProducts(lines.length)}.`}>
      <p>
        Limit jest ustawieniem serwera PRODUCT_LIMIT (najwyżej 5000): osoba, która prowadzi serwer, może go podnieść.
        Zmieścić resztę można też, usuwając produkty.
      </p>
      {onSkip && (
        <Button variant="secondary" size="tight" busy={busy} className="mt-2" onClick={() => onSkip(lines)}>
          {`Przenieś tyle, ile się zmieści, bez ${lines.length}`}
        </Button>
      )}
    </Alert>
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
      {column === PRODUCT_FIELDS.vat_rate.csv.head && to !== labelRate(PERFUME_RATE) && (
        <span className="block font-medium text-wine">{OTHER_RATE_WARNING}</span>
      )}
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
