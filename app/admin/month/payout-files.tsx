import { useState } from 'react'
import { FileDrop } from '#app/admin/file-drop.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, refresh, tellFailure, useWrite } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { type ImportedPayouts, PAYOUT_FILE_MAX } from '#domain/papers/payouts/payout.ts'
import type { PayoutSource } from '#domain/papers/payouts/payout-kinds.ts'
import type { ReadPayoutFile } from '#domain/papers/payouts/payout-queries.server.ts'

export const SOURCES: Record<PayoutSource, string> = { stripe: 'Stripe', inpost: 'InPost' }
const LINES = { one: 'wiersz', few: 'wiersze', many: 'wierszy' }

const filesQuery = apiQuery(['admin-payout-files'], (signal) => callApi('get', '/api/admin/payout-files', { signal }))

/** Payout files: a preview before one is stored, and those that were, each to be taken back while its months are open. */
export function PayoutFiles({ onChange }: { onChange: () => void }) {
  const [shown, setShown] = useState<{ file: string; preview: ImportedPayouts } | null>(null)
  const failed = 'Nie udało się wczytać pliku'
  const renew = () => {
    onChange()
    void refresh(filesQuery)
  }
  const [busy, send] = useAct(async (file: string, token: string | null) => {
    const answer = await callApi('post', '/api/admin/payouts', { json: { file, token } })
    if (!answer.ok) return tellFailure(failed, answer.failure)
    if (token === null) return setShown({ file, preview: answer.value })
    setShown(null)
    toast({
      title: `Zapisano plik ${SOURCES[answer.value.source]}`,
      description: describe(answer.value),
      tone: 'success',
    })
    renew()
  })
  return (
    <Card title="Pliki wypłat" under="Powtórzone wiersze pomijamy, więc ten sam plik można wczytać dwa razy.">
      <p className="mb-3 max-w-prose text-sm">
        Ze Stripe: Raporty, Uzgodnienie wypłat, wersja szczegółowa. Z InPost: zestawienie wypłaconych pobrań. Oba jako
        CSV.
      </p>
      <FileDrop
        name="Plik CSV z wypłatami"
        label={shown ? 'Wczytaj inny plik' : 'Wczytaj plik'}
        variant={shown ? 'secondary' : 'primary'}
        most={PAYOUT_FILE_MAX}
        busy={busy}
        onText={(text) => void send(text, null)}
        onRefused={(description) => toast({ title: failed, description, tone: 'error' })}
      />
      {shown && (
        <Preview
          {...shown.preview}
          busy={busy}
          onStore={() => void send(shown.file, shown.preview.token)}
          onForget={() => setShown(null)}
        />
      )}
      <QueryView query={filesQuery} failed="Nie udało się wczytać listy plików" loading={<Skeleton className="h-12" />}>
        {(files) => <StoredFiles files={files} onChange={renew} />}
      </QueryView>
    </Card>
  )
}

/** 'Nowe wiersze: 12, znane: 3, dni od 2026-11-01 do 2026-11-30' */
function describe({ added, known, days }: ImportedPayouts): string {
  return [
    `Nowe wiersze: ${added}`,
    ...(known > 0 ? [`znane: ${known}`] : []),
    ...(days ? [`dni od ${days[0]} do ${days[1]}`] : []),
  ].join(', ')
}

type PreviewProps = ImportedPayouts & { busy: boolean; onStore: () => void; onForget: () => void }

function Preview({ busy, onStore, onForget, ...preview }: PreviewProps) {
  const { source, added, gross_grosze: gross, fee_grosze: fee, problems } = preview
  return (
    <section aria-labelledby="podglad-wyplat" className="mt-3 space-y-3 text-sm">
      <h3 id="podglad-wyplat" className="font-semibold">{`Podgląd pliku ${SOURCES[source]}`}</h3>
      <p role="status">
        <span>{`${describe(preview)}. Nic nie jest jeszcze zapisane.`}</span>
        {added > 0 && (
          <>
            <span>{' Razem: '}</span>
            <strong>
              <Price grosze={gross} />
            </strong>
            {fee !== 0 && (
              <>
                <span>{', opłaty: '}</span>
                <Price grosze={fee} />
              </>
            )}
          </>
        )}
      </p>
      {problems.length > 0 && (
        <Alert title={`Do sprawdzenia: ${problems.length} ${pluralize(problems.length, LINES)}`}>
          <ul className="max-h-80 list-disc overflow-y-auto pl-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="tight" onClick={onForget}>
          Anuluj
        </Button>
        {added > 0 && (
          <Button size="tight" busy={busy} onClick={onStore}>
            {`Zapisz: ${added} ${pluralize(added, LINES)}`}
          </Button>
        )}
      </div>
    </section>
  )
}

function StoredFiles({ files, onChange }: { files: readonly ReadPayoutFile[]; onChange: () => void }) {
  const undo = useWrite({
    call: (id: string) => callApi('delete', '/api/admin/payout-files/:id', { param: { id } }),
    failed: 'Nie wycofano pliku',
    onSuccess: () => {
      toast({ title: 'Plik wycofany', tone: 'success' })
      onChange()
    },
  })
  if (files.length === 0) return null
  return (
    <section aria-labelledby="wczytane-wyplaty" className="mt-4 text-sm">
      <h3 id="wczytane-wyplaty" className="font-semibold">
        Wczytane
      </h3>
      <ul className="divide-y divide-night/10">
        {files.map(({ id, source, imported_at, lines, first_day, last_day, net_grosze, may_undo }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
            <span className="font-semibold">{SOURCES[source]}</span>
            <span>{`${formatShortMoment(imported_at)}, ${lines} ${pluralize(lines, LINES)}`}</span>
            <span className="text-xs text-oud">{`${first_day} – ${last_day}`}</span>
            <Price grosze={net_grosze} className="ml-auto" />
            {may_undo ? (
              <Button variant="secondary" size="tight" busy={undo.isPending} onClick={() => undo.mutate(id)}>
                Wycofaj
              </Button>
            ) : (
              <span className="text-xs text-oud">w zamkniętym miesiącu</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
