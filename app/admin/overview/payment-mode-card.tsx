import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { describePanelFailure, refresh } from '#app/admin/panel-calls.ts'
import { RunProgress } from '#app/admin/run-progress.tsx'
import { Switch } from '#app/admin/switch.tsx'
import { Caution } from '#app/admin/ui/card.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import type { Run } from '#domain/kernel/runs/run.ts'
import { paymentModeQuery, setupQuery } from './overview-data.ts'

type Settings = AnswerOf<'get', '/api/admin/payment-mode'>
type Mode = Settings['mode']

const MODE_NAMES: Record<Mode, string> = { test: 'Tryb testowy', live: 'Tryb produkcyjny' }
const MISSING_KEYS: Record<Mode, string> = { test: 'Brak kluczy testowych', live: 'Brak kluczy produkcyjnych' }

/** How long a successful migration stays on the screen after it ended, ms. */
const ENDED_SHOWN_MS = 5000

/** Whether payments are test payments or real ones. `provider`: the payment provider's own name. */
export function PaymentModeCard({ provider }: { provider: string }) {
  return (
    <QueryCard
      title="Tryb płatności"
      id="tryb-platnosci"
      folds
      query={paymentModeQuery}
      failed={`Nie udało się załadować ustawień ${provider}`}
      toasts
      rows={2}
    >
      {(settings) => <ModeSwitch settings={settings} />}
    </QueryCard>
  )
}

function ModeSwitch({ settings }: { settings: Settings }) {
  const { mode, keys, provider } = settings
  const target: Mode = mode === 'test' ? 'live' : 'test'
  const question = useHistoryDialog('payment-mode')
  const { runId, running, begin, end } = useMigration(settings)

  const [busy, start] = useAct(async () => {
    const answer = await callApi('post', '/api/admin/payment-mode', { json: { mode: target } })
    question.close()
    if (answer.ok) return begin(answer.value.id)
    const description = `Nie udało się zaktualizować trybu. ${describePanelFailure(answer.failure)}`
    toast({ title: 'Błąd', description, tone: 'error' })
    await refresh(paymentModeQuery)
  })

  const stopped = describeStopped(settings)
  return (
    <div className="space-y-3">
      {stopped !== null && (
        <Alert title="Płatność online jest wyłączona">
          <span>{stopped}</span>{' '}
          {keys[target] && (
            <Button variant="secondary" size="tight" disabled={busy || running} onClick={() => question.open(target)}>
              {target === 'live' ? 'Włącz tryb produkcyjny' : 'Włącz tryb testowy'}
            </Button>
          )}
        </Alert>
      )}
      <p className="text-sm">
        {provider}: <strong className="font-semibold">{MODE_NAMES[mode]}</strong>.{' '}
        {mode === 'test' ? 'Płatności są próbne, nikt nie płaci.' : 'Klienci płacą prawdziwymi pieniędzmi.'}
      </p>
      {(['test', 'live'] as const)
        // The line above says the same about the present mode.
        .filter((each) => !keys[each] && each !== mode)
        .map((each) => (
          <Caution key={each} className="rounded-xl px-4 py-2.5">
            <strong className="font-semibold">{MISSING_KEYS[each]}</strong>. Ten tryb można włączyć, gdy sklep je
            dostanie.
          </Caution>
        ))}
      <Switch
        checked={mode === 'live'}
        busy={busy || running}
        disabled={!keys[target] || busy || running}
        onClick={() => question.open(target)}
        className="gap-3 font-medium disabled:cursor-not-allowed disabled:text-night/60"
      >
        {MODE_NAMES.live}
      </Switch>
      {runId !== null && <RunProgress runId={runId} label="Przenoszenie produktów" onEnd={end} />}
      <ConfirmDialog
        // Hidden while the shop asks for the password.
        open={question.subject === target && !busy}
        title={target === 'live' ? 'Włączyć tryb produkcyjny?' : 'Wrócić do trybu testowego?'}
        confirm={target === 'live' ? 'Włącz tryb produkcyjny' : 'Włącz tryb testowy'}
        onConfirm={() => void start()}
        onClose={question.close}
      >
        Najpierw przeniesiemy wszystkie produkty do {provider}, do drugiego trybu. Tryb zmieni się dopiero wtedy, gdy
        przejdą wszystkie; jeśli choć jeden się nie uda, zostanie obecny.{' '}
        {target === 'live'
          ? 'Od tej chwili klienci będą płacić naprawdę.'
          : 'Od tej chwili nikt nie zapłaci z góry naprawdę.'}
      </ConfirmDialog>
    </div>
  )
}

/** Warns at the top of the panel that buyers cannot prepay, or not by all means that are on, with a link to the switch; nothing while they can. */
export function PaymentsStopped() {
  const { data } = useQuery(paymentModeQuery, queryClient)
  if (data?.keys[data.mode] && (!data.offers_means || data.lost !== '')) return <MeansMissing settings={data} />
  const stopped = data ? describeStopped(data) : null
  if (stopped === null) return null
  return (
    <Alert title="Płatność online jest wyłączona">
      {stopped}{' '}
      <Link
        to={`${href('/admin')}#tryb-platnosci`}
        className="inline-block py-1 font-medium underline underline-offset-4"
      >
        Tryb płatności
      </Link>
    </Alert>
  )
}

/** Says which means of payment are switched on in vain, or that none is offered. */
function MeansMissing({ settings: { offers_means: isOn, lost, provider } }: { settings: Settings }) {
  return (
    <Alert title={isOn ? 'Nie każdy sposób płatności działa' : 'Płatność online jest wyłączona'}>
      <span>{lost !== '' && `Konto ${provider} nie ma sposobów, które są włączone: ${lost}. `}</span>
      <span>{isOn ? 'Klienci ich nie widzą.' : 'Bez karty klienci widzą tylko płatność przy odbiorze.'}</span>{' '}
      <Link
        to={href('/admin/ustawienia/platnosci')}
        className="inline-block py-1 font-medium underline underline-offset-4"
      >
        Sposoby płatności
      </Link>
    </Alert>
  )
}

/** Why buyers cannot prepay; null: they can. */
function describeStopped({ mode, keys }: Settings): string | null {
  if (keys[mode]) return null
  const other = mode === 'test' ? 'live' : 'test'
  return keys[other]
    ? `Sklep ma klucze do trybu „${MODE_NAMES[other]}”, a włączony jest „${MODE_NAMES[mode]}”. Klienci widzą tylko płatność przy odbiorze.`
    : 'Sklep nie ma kluczy do płatności. Klienci widzą tylko płatność przy odbiorze.'
}

/** The migration under way, also one that another window began, and its outcome. */
function useMigration({ run_id }: Settings) {
  const [begun, setBegun] = useState<string | null>(run_id)
  const [ended, setEnded] = useState<Run | null>(null)
  const runId = begun ?? run_id

  const end = useCallback((run: Run) => {
    setEnded(run)
    void refresh(paymentModeQuery)
    void refresh(setupQuery)
    const description = `Migracja nie powiodła się. ${run.failure ?? ''}`.trim()
    if (run.status === 'done') toast({ title: 'Tryb zaktualizowany', tone: 'success' })
    else toast({ title: 'Błąd migracji', description, tone: 'error' })
  }, [])

  useEffect(() => {
    if (ended?.status !== 'done' || ended.failed > 0) return undefined
    const timer = setTimeout(() => setBegun(null), ENDED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [ended])

  return {
    runId,
    running: runId !== null && ended?.id !== runId,
    end,
    begin(id: string) {
      setBegun(id)
      void refresh(paymentModeQuery)
    },
  }
}
