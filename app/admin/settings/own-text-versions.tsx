import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { useWrite } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import type { OwnTextsArchive } from '#domain/settings/own-texts.ts'
import { nameText } from '#domain/settings/text-slots.ts'

type OwnTextVersionsProps = {
  archive: OwnTextsArchive
  /** Whether the form above has unpublished texts, which going back discards. */
  isChanged: boolean
  onRestored(): void
}

/** What was published, newest first. Going back publishes an earlier version again. */
export function OwnTextVersions({ archive: { version, versions }, isChanged, onRestored }: OwnTextVersionsProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const restore = useWrite({
    call: (number: number) => callApi('post', '/api/admin/own-texts/restore', { json: { version, number } }),
    failed: 'Nie przywrócono wersji',
    onSuccess(_, number) {
      toast({ title: number === 0 ? 'Wróciły teksty domyślne' : `Wróciła wersja ${number}`, tone: 'success' })
      onRestored()
    },
    onSettled: () => setChosen(null),
  })
  if (version === 0) return <p className="mt-4 text-sm">Jeszcze nic nie opublikowano: sklep ma teksty domyślne.</p>
  return (
    <section aria-labelledby="wersje" className="mt-6 border-t border-night/10 pt-4">
      <h3 id="wersje" className="font-semibold">
        Wersje
      </h3>
      <ul className="divide-y divide-night/10 text-sm">
        {versions.map(({ number, changed, published_at: publishedAt, published_by: publishedBy }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <p>
                <span className="font-semibold">{`Wersja ${number}`}</span>
                <span className="text-oud">{`, ${formatShortMoment(publishedAt)}`}</span>
                <span className="wrap-anywhere text-oud">{`, ${publishedBy}`}</span>
              </p>
              <p className="text-xs text-night/80">{changed.map(nameText).join('; ')}</p>
            </div>
            {number === version ? (
              <span className="rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">W sklepie</span>
            ) : (
              <Button variant="quiet" size="tight" onClick={() => setChosen(number)}>
                {`Wróć do wersji ${number}`}
              </Button>
            )}
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
          <p className="font-semibold">Teksty domyślne</p>
          <Button variant="quiet" size="tight" onClick={() => setChosen(0)}>
            Wróć do domyślnych
          </Button>
        </li>
      </ul>
      <ConfirmDialog
        open={chosen !== null}
        title={chosen === 0 ? 'Wrócić do tekstów domyślnych?' : `Wrócić do wersji ${chosen}?`}
        confirm="Opublikuj ją znowu"
        busy={restore.isPending}
        onConfirm={() => chosen !== null && restore.mutate(chosen)}
        onClose={() => setChosen(null)}
      >
        <p>Sklep od razu pokaże tamte teksty. Obecne zostaną na liście wersji.</p>
        {isChanged && <p className="mt-2">Niezapisane zmiany na tej stronie przepadną.</p>}
      </ConfirmDialog>
    </section>
  )
}
