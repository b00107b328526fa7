import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleCheck, CircleDashed, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { refresh, useWrite } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { Loading } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { accountQuery, queryClient } from '#app/query-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Setup } from '#domain/system/read-setup.server.ts'
import { setupQuery } from './overview-data.ts'

/** Loads together with the code that draws the QR code. */
const SecondFactorSettings = lazyPart(
  async () => ({ default: (await import('#app/account/settings/second-factor-settings.tsx')).SecondFactorSettings }),
  { skeleton: <Skeleton className="h-32 w-full rounded-2xl" /> },
)

/** The steps before the shop sells to real customers; nothing once all are done. */
export function SetupCard() {
  const { data: setup } = useQuery(setupQuery, queryClient)
  const [isProtecting, setProtecting] = useState(false)
  const protect = () => setProtecting(true)
  if (!setup || setup.steps.every(({ optional, done }) => done || optional)) return null
  const done = setup.steps.filter((step) => step.done).length
  return (
    <>
      {isMissing(setup, 'second-factor') && <SecondFactorOffer onStart={protect} />}
      <SecondFactorDialog open={isProtecting} onClose={() => setProtecting(false)} />
      <Card
        title="Zanim ruszysz ze sprzedażą"
        id="przed-sprzedaza"
        aside={
          <p className="text-sm text-oud tabular-nums">
            {done} z {setup.steps.length} gotowe
          </p>
        }
      >
        {isMissing(setup, 'trial') && (
          <div className="mb-2 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-xl bg-sand/70 px-4 py-3">
            <p className="min-w-60 flex-1 text-sm">
              <strong className="font-semibold">Sklep jest w próbach.</strong> Gdy skończysz, usuń jednym ruchem
              zamówienia próbne, zmyślone osoby i liczby. Twoje produkty i ustawienia zostaną.
            </p>
            <Link to={href('/admin/zacznij-naprawde')} className={buttonClass()}>
              Zacznij naprawdę
            </Link>
          </div>
        )}
        <details className="group/list">
          <summary
            className="flex min-h-11 cursor-pointer list-none items-center gap-3 text-sm font-semibold
              [&::-webkit-details-marker]:hidden"
          >
            Pokaż listę
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 transition-transform group-open/list:rotate-180"
            />
          </summary>
          <ul className="gap-x-8 lg:columns-2">
            {setup.steps.map((step) => (
              <Step key={step.key} step={step} onProtect={protect} />
            ))}
          </ul>
        </details>
      </Card>
    </>
  )
}

const isMissing = ({ steps }: Setup, wanted: string) => steps.some(({ key, done }) => key === wanted && !done)

type StepProps = { step: Setup['steps'][number]; onProtect: () => void }

function Step({ step: { key, title, how, link, settings, optional, done }, onProtect }: StepProps) {
  const StepIcon = done ? CircleCheck : CircleDashed
  return (
    <li className="break-inside-avoid border-t border-night/10 text-sm">
      <details className="group">
        <summary
          className="flex min-h-11 cursor-pointer list-none items-center gap-3 font-semibold lg:min-h-10
            [&::-webkit-details-marker]:hidden"
        >
          <StepIcon aria-hidden="true" className={done ? 'size-5 shrink-0 text-oud' : 'size-5 shrink-0 text-wine'} />
          <span className="flex-1">{title}</span>
          <span className="text-xs font-normal text-oud">
            {done ? 'gotowe' : optional ? 'opcjonalne' : 'do zrobienia'}
          </span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <div className="pb-3 pl-8 wrap-anywhere text-night/85">
          <span>{how}</span>{' '}
          {link && (
            <Link to={link.to} className="inline-block py-1 font-medium underline underline-offset-4">
              {link.label}
            </Link>
          )}
          {key === 'demo-goods' && !done && <RemoveDemo />}
          {key === 'micro-entrepreneur' && !done && <AnswerSize />}
          {key === 'second-factor' && !done && (
            <Button variant="secondary" size="tight" onClick={onProtect}>
              Włącz kod z aplikacji
            </Button>
          )}
          {settings.length > 0 && <p className="mt-1 text-xs text-oud">Ustawienia: {settings.join(', ')}</p>}
        </div>
      </details>
    </li>
  )
}

/** Asks once whether the seller is a micro-entrepreneur. */
function AnswerSize() {
  const answer = useWrite({
    async call(value: 'yes' | 'no') {
      const stored = await callApi('get', '/api/admin/shop-profile')
      if (!stored.ok) return stored
      const { version } = stored.value
      return callApi('post', '/api/admin/shop-profile', { json: { version, micro_entrepreneur: value } })
    },
    failed: 'Nie udało się zapisać',
    onSuccess: () => void queryClient.invalidateQueries(),
  })
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button variant="secondary" size="tight" busy={answer.isPending} onClick={() => answer.mutate('yes')}>
        Tak, mikroprzedsiębiorca
      </Button>
      <Button variant="secondary" size="tight" busy={answer.isPending} onClick={() => answer.mutate('no')}>
        Nie, większa firma
      </Button>
    </div>
  )
}

function RemoveDemo() {
  const [isAsking, setAsking] = useState(false)
  const remove = useWrite({
    call: () => callApi('post', '/api/admin/remove-demo'),
    failed: 'Błąd usuwania',
    onSuccess({ removed }) {
      setAsking(false)
      toast({ title: 'Towar pokazowy usunięty', description: `Produktów: ${removed}`, tone: 'success' })
      void queryClient.invalidateQueries()
    },
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Usuń towar pokazowy
      </Button>
      <ConfirmDialog
        // Hidden while the shop asks for the password.
        open={isAsking && !remove.isPending}
        title="Usunąć towar pokazowy?"
        confirm="Usuń towar pokazowy"
        danger
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        Ze sklepu znikną wszystkie produkty pokazowe i opinie o nich. Tej operacji nie można cofnąć.
      </ConfirmDialog>
    </>
  )
}

/** Sets up the second factor over the panel. */
function SecondFactorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data: account, refetch } = useQuery({ ...accountQuery, enabled: open }, queryClient)
  function close() {
    onClose()
    // Only after closing, because the open dialog shows the backup codes.
    void refresh(setupQuery)
  }
  return (
    <Dialog open={open} onClose={close} title="Logowanie dwuetapowe" hideTitle size="md">
      <div className="p-5 sm:p-7">
        {account ? (
          <SecondFactorSettings enabled={account.second_factor} emailVerified onChanged={() => void refetch()} />
        ) : (
          <Loading rows={3} />
        )}
      </div>
    </Dialog>
  )
}

function SecondFactorOffer({ onStart }: { onStart: () => void }) {
  return (
    <section
      aria-label="Logowanie dwuetapowe"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-gold bg-white px-5 py-4"
    >
      <ShieldAlert aria-hidden="true" className="size-6 shrink-0 text-gold" />
      <p className="min-w-60 flex-1 text-sm">
        <strong className="font-semibold">Konto administratora chroni samo hasło.</strong> Włącz logowanie dwuetapowe:
        przy logowaniu zapytamy też o kod z telefonu.
      </p>
      <Button onClick={onStart}>Włącz logowanie dwuetapowe</Button>
    </section>
  )
}
