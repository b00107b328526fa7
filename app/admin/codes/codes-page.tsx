import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { useRowDialog } from '#app/admin/history-dialog.ts'
import { refresh } from '#app/admin/panel-calls.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { IconButton } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type AdminCode, CODE_STATES } from '#domain/codes/admin-code.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatWallClock } from '#domain/kernel/calendar-day.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { CodeDialog, type CodesOf, codesQuery } from './code-dialog.tsx'

const GROUPS = { owner: 'Twoje kody', samples: 'Za próbki' } satisfies Record<CodesOf, string>

/**
 * 'Kody rabatowe': adds, changes and switches off codes, and deletes unused ones. Codes issued for samples have a list
 * of their own, searched by a part of their text.
 */
export default function Codes() {
  const [of, setOf] = useState<CodesOf>('owner')
  const [searched, setSearched] = useState('')
  const query = codesQuery(of)
  const edited = useRowDialog('code', useQuery(query, queryClient).data, ({ id }) => id)
  const removal = useRemoval<AdminCode>({
    title: 'Usunąć kod?',
    confirm: 'Usuń kod',
    question: (code) => `Kod ${code?.code ?? ''} zniknie z listy. Tego nie można cofnąć.`,
    call: ({ id, version }) => callApi('delete', '/api/admin/codes/:id', { param: { id }, json: { version } }),
    failed: 'Nie udało się usunąć kodu',
    done: 'Kod usunięty',
    nameOf: ({ code }) => code,
    refresh: () => refresh(query),
  })
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Kody rabatowe</h1>
        <Button onClick={() => edited.open(null)}>
          <Plus aria-hidden="true" className="size-4" />
          Dodaj kod
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(GROUPS) as CodesOf[]).map((group) => (
          <Button
            key={group}
            variant={group === of ? 'primary' : 'secondary'}
            aria-pressed={group === of}
            onClick={() => setOf(group)}
          >
            {GROUPS[group]}
          </Button>
        ))}
      </div>
      {of === 'samples' && (
        <PanelField
          label="Szukaj"
          type="search"
          hint={`Kod, numer zamówienia albo adres e-mail, wśród ${PAGE_SIZES.sampleCodes} najnowszych`}
          value={searched}
          onChange={({ target }) => setSearched(target.value)}
        />
      )}
      <QueryView
        query={query}
        failed="Nie udało się wczytać kodów."
        loading={<LoadingList of="kodów" rows={4} rowClass="h-20 lg:h-14" />}
      >
        {(all) => {
          const codes = of === 'owner' ? all : all.filter((code) => isFound(code, searched))
          return codes.length === 0 ? (
            <EmptyState title={all.length > 0 ? 'Nie ma takiego kodu' : EMPTY[of]} />
          ) : (
            <ul className="card divide-y divide-night/10 overflow-clip">
              {codes.map((code) => (
                <li key={code.id}>
                  <CodeRow code={code} onEdit={() => edited.open(code)} onRemove={() => removal.ask(code)} />
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
      {edited.shown && <CodeDialog code={edited.shown.row} onClose={edited.close} />}
      {removal.dialog}
    </div>
  )
}

const EMPTY = {
  owner: 'Nie ma jeszcze żadnego kodu',
  samples: 'Nie ma jeszcze kodów za próbki',
} satisfies Record<CodesOf, string>

function isFound({ code, email, sample_order }: AdminCode, searched: string): boolean {
  return `${code} ${email} ${sample_order}`.toLowerCase().includes(searched.trim().toLowerCase())
}

function CodeRow({ code, onEdit, onRemove }: { code: AdminCode; onEdit: () => void; onRemove: () => void }) {
  const isOn = code.state === 'valid' || code.state === 'planned'
  return (
    <article className="flex items-start gap-2 px-4 py-3 text-sm">
      <div className="mr-auto min-w-0 wrap-anywhere">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span>{code.code}</span>
          <span
            className={classNames('rounded-full px-2 text-xs font-semibold', isOn ? 'bg-sage text-leaf' : 'bg-sand')}
          >
            {CODE_STATES[code.state]}
          </span>
        </h2>
        <p>{describeCode(code)}</p>
        <p className="text-xs text-oud tabular-nums">
          {`Użycia: ${code.uses}${code.most_uses === null ? '' : ` z ${code.most_uses}`}, razem dał ${formatGrosze(code.given_grosze)}`}
        </p>
      </div>
      <IconButton icon={Pencil} label={`Edytuj kod ${code.code}`} onClick={onEdit} />
      {!code.is_used && code.sample_order === null && (
        <IconButton icon={Trash2} label={`Usuń kod ${code.code}`} className="text-wine" onClick={onRemove} />
      )}
    </article>
  )
}

/** '−10 % na produkty, od 100,00 zł, do 4.12.2026, 20:00, raz na osobę' */
function describeCode(code: AdminCode): string {
  const { kind, value, least_grosze, valid_from, valid_to, once_per_person, email, sample_order } = code
  const gives = {
    percent: `−${value} % na produkty`,
    sum: `−${formatGrosze(value ?? 0)} na produkty`,
    free_delivery: 'darmowa dostawa',
  }
  return [
    gives[kind],
    least_grosze > 0 && `od ${formatGrosze(least_grosze)} za produkty`,
    valid_from !== null && `od ${formatWallClock(valid_from)}`,
    valid_to !== null && `do ${formatWallClock(valid_to)}`,
    once_per_person && 'raz na osobę',
    email !== null && `tylko dla ${email}`,
    sample_order !== null && `za próbkę, zamówienie ${sample_order}`,
  ]
    .filter(Boolean)
    .join(', ')
}
