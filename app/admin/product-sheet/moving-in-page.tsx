import { href, Link } from 'react-router'
import { FileDrop } from '#app/admin/file-drop.tsx'
import { apiQuery, refresh, useWrite } from '#app/admin/panel-calls.ts'
import { RunProgress } from '#app/admin/run-progress.tsx'
import { QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { makeIdempotencyKey } from '#app/cart/cart-key.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { MOVED_FILE_MAX, type MovingIn, type Remark } from '#domain/catalog/moving-in/moving-in.ts'
import type { MovingInReport } from '#domain/flows/moving-in/move-in.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { ImportReportView } from './import-report.tsx'
import type { MissingBrand } from './missing-brands.tsx'
import { MovedColumns } from './moved-columns.tsx'
import { MovingInQuestions } from './moving-in-questions.tsx'
import { useSheetImport } from './use-sheet-import.ts'

/** Moves products in from a file of another shop: the file, what its columns are, and a preview that is applied. */
export default function MovingInPage() {
  const { shown, problem, busy, check, apply, forget, refuse } = useSheetImport<Asked, MovingInReport>(
    (json) => callApi('post', '/api/admin/moving-in', { json }),
    ({ report }) => report,
  )
  const addBrands = useWrite({
    async call(brands: readonly MissingBrand[]) {
      for (const brand of brands) {
        const headers = { 'Idempotency-Key': makeIdempotencyKey() }
        const added = await callApi('post', '/api/admin/brands', { json: { ...brand, description: '' }, headers })
        if (!added.ok) return added
      }
      return ok(null)
    },
    failed: 'Nie dodano wszystkich marek',
    onSettled: () => shown && check(shown.asked),
  })
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Przeprowadzka z innego sklepu</h1>
        <Link to={href('/admin/produkty/arkusz')} className={buttonClass('quiet', 'tight')}>
          Wróć do zmian zbiorczych
        </Link>
      </div>
      {problem !== null && <Alert title={problem.title}>{problem.sentence}</Alert>}
      <section aria-labelledby="plik" className="card space-y-3 px-5 py-4">
        <h2 id="plik" className="font-semibold">
          1. Plik z produktami
        </h2>
        <p className="max-w-prose text-sm">
          Wczytaj plik CSV, który wyeksportował WooCommerce, Shopify, PrestaShop, Shoper, Magento albo BaseLinker, albo
          listę od dostawcy: naraz najwyżej 500 produktów. Pokażemy, co z nich będzie, i zapytamy, zanim cokolwiek
          zapiszemy.
        </p>
        <FileDrop
          name="Plik CSV z produktami"
          label={shown ? 'Wczytaj inny plik' : 'Wczytaj plik'}
          variant={shown ? 'secondary' : 'primary'}
          busy={busy}
          most={MOVED_FILE_MAX}
          onText={(file) => {
            forget()
            void check({ ...NEW, file })
          }}
          onRefused={refuse}
        />
      </section>
      {shown && (
        <>
          <MovedColumns
            key={shown.answer.shop}
            report={shown.answer}
            brandId={shown.asked.brand_id}
            busy={busy || addBrands.isPending}
            onChange={(changed) => void check({ ...shown.asked, ...changed })}
            onAddBrands={(brands) => addBrands.mutate(brands)}
          />
          <Preview
            {...shown}
            busy={busy}
            onCheck={(asked) => void check(asked)}
            onApply={() => void apply()}
            onForget={forget}
          />
        </>
      )}
      <PicturesCard />
    </div>
  )
}

type Asked = Omit<MovingIn, 'token'>
const NEW: Asked = {
  file: '',
  columns: null,
  brand_id: null,
  left_out: [],
  existing: 'ask',
  unknown_stock: 'ask',
  shop_address: null,
  group_sizes: true,
}

type PreviewProps = {
  asked: Asked
  answer: MovingInReport
  busy: boolean
  onCheck: (asked: Asked) => void
  onApply: () => void
  onForget: () => void
}

function Preview({ asked, answer, busy, onCheck, onApply, onForget }: PreviewProps) {
  const { left_out: leftOut, remarks, pictures, addresses, report } = answer
  return (
    <div className="space-y-4">
      <h2 className="font-semibold">3. Podgląd</h2>
      <p className="max-w-prose text-sm">
        {`Zdjęcia do pobrania: ${pictures}. Dawne adresy, które zaprowadzą do nowych stron: ${addresses}.`}
      </p>
      <MovingInQuestions
        asked={asked}
        answer={answer}
        busy={busy}
        onAnswer={(answers) => onCheck({ ...asked, ...answers })}
      />
      <Remarks title="Pominiemy" of={leftOut} />
      <Remarks title="Zmienimy po drodze" of={remarks} />
      {report === null ? (
        <Alert title="Nie wiadomo, co przenieść.">Wskaż wyżej kolumnę z nazwą i kolumnę z ceną.</Alert>
      ) : (
        <ImportReportView
          report={report}
          busy={busy}
          onApply={onApply}
          onForget={onForget}
          onExisting={(existing) => onCheck({ ...asked, existing })}
          onSkip={(lines) => onCheck({ ...asked, left_out: [...asked.left_out, ...lines] })}
        />
      )}
    </div>
  )
}

function Remarks({ title, of: remarks }: { title: string; of: readonly Remark[] }) {
  if (remarks.length === 0) return null
  return (
    <details className="card px-4 text-sm">
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{`${title}: ${remarks.length}`}</summary>
      <ul className="space-y-1 pb-3">
        {remarks.map(({ line, name, sentence }) => (
          <li key={`${line} ${sentence}`} className="wrap-anywhere">
            <span className="text-night/80 tabular-nums">Wiersz {line}</span>{' '}
            <span className="font-semibold">{name || 'bez nazwy'}</span>: {sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}

const picturesQuery = apiQuery(['admin-moved-pictures'], (signal) =>
  callApi('get', '/api/admin/moved-pictures', { signal }),
)

/** The progress of the pictures; nothing where there are none to move. */
function PicturesCard() {
  const retry = useWrite({
    call: () => callApi('post', '/api/admin/moved-pictures'),
    failed: 'Nie udało się zacząć',
    onSuccess: () => refresh(picturesQuery),
  })
  return (
    <QueryView query={picturesQuery} failed="Nie udało się sprawdzić zdjęć" loading={<Skeleton className="h-16" />}>
      {({ run_id: runId, running, open }) =>
        runId !== null && (
          <section aria-labelledby="zdjecia" className="card space-y-3 px-5 py-4">
            <h2 id="zdjecia" className="font-semibold">
              Zdjęcia z tamtego sklepu
            </h2>
            <RunProgress key={runId} runId={runId} label="Pobieranie zdjęć" onEnd={() => void refresh(picturesQuery)} />
            {!running && open > 0 && (
              <Button variant="secondary" size="tight" busy={retry.isPending} onClick={() => retry.mutate()}>
                {`Spróbuj ponownie: ${open} ${pluralize(open, PICTURES)}`}
              </Button>
            )}
          </section>
        )
      }
    </QueryView>
  )
}

const PICTURES: PolishForms = { one: 'zdjęcie', few: 'zdjęcia', many: 'zdjęć' }
