import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { DialogButton } from '#app/admin/form-dialog.tsx'
import { apiQuery, describePanelFailure } from '#app/admin/panel-calls.ts'
import { Card, Caution } from '#app/admin/ui/card.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { Loading } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { START_WORD, startCleanSchema, TRIAL_COUNTS, type TrialCounts } from '#domain/going-live/going-live.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

const trialQuery = apiQuery(['admin-overview', 'trial'], (signal) =>
  callApi('get', '/api/admin/start-clean', { signal }),
)

const FORMS: Record<keyof TrialCounts, PolishForms> = {
  orders: {
    one: 'zamówienie, z płatnością, przesyłką i umową',
    few: 'zamówienia, z płatnościami, przesyłkami i umowami',
    many: 'zamówień, z płatnościami, przesyłkami i umowami',
  },
  people: {
    one: 'osoba: konto, kupujący albo autor opinii',
    few: 'osoby: konta, kupujący i autorzy opinii',
    many: 'osób: konta, kupujący i autorzy opinii',
  },
  reviews: { one: 'opinia', few: 'opinie', many: 'opinii' },
  cases: { one: 'zwrot albo reklamacja', few: 'zwroty i reklamacje', many: 'zwrotów i reklamacji' },
  messages: { one: 'wiadomość z formularza', few: 'wiadomości z formularza', many: 'wiadomości z formularza' },
  mails: { one: 'e-mail', few: 'e-maile', many: 'e-maili' },
  demo_products: {
    one: 'produkt pokazowy, ze zdjęciami i filmem pokazu',
    few: 'produkty pokazowe, ze zdjęciami i filmem pokazu',
    many: 'produktów pokazowych, ze zdjęciami i filmem pokazu',
  },
}

/** 'Zacznij naprawdę': says what is deleted and what stays, and asks for confirmation. */
export default function StartCleanPage() {
  return (
    <div className="space-y-4">
      <h1 className="font-display text-2xl">Zacznij naprawdę</h1>
      <Card title="Koniec prób">
        <StartClean />
      </Card>
    </div>
  )
}

/** The offer to delete all trial data, with their numbers. */
export function StartClean() {
  const { data: trial, error, refetch } = useQuery(trialQuery, queryClient)
  if (error && !trial) {
    return (
      <Alert title="Nie udało się policzyć prób" onRetry={() => void refetch()}>
        {error.message}
      </Alert>
    )
  }
  if (!trial) return <Loading rows={4} />
  if (trial.has_real_order) {
    return (
      <p className="max-w-prose text-sm">
        Sklep sprzedaje naprawdę: jest w nim zamówienie złożone pod adresem https albo zapłacone prawdziwymi pieniędzmi.
        Od tej chwili niczego nie można usunąć.
      </p>
    )
  }
  if (TRIAL_COUNTS.every((name) => trial.counts[name] === 0)) {
    return <p className="text-sm">W sklepie nie ma śladów prób: zaczynasz naprawdę.</p>
  }
  return (
    <div className="grid max-w-prose gap-4 text-sm">
      <p>Skończ próby jednym ruchem, zanim przyjdzie pierwsze prawdziwe zamówienie. Potem nie będzie to już możliwe.</p>
      <div>
        <h3 className="font-semibold">Zniknie</h3>
        <Numbers counts={trial.counts} />
        <p className="mt-2">Znikną też liczby, wpisy w dzienniku, awarie i dawniejsze wersje regulaminu.</p>
      </div>
      <div>
        <h3 className="font-semibold">Zostanie</h3>
        <p className="mt-1">
          Twoje produkty, marki, zdjęcia, filmy, etykiety, koszty i ustawienia, regulamin, klucze, Twoje konto z
          logowaniem dwuetapowym i urządzeniami. Sztuki z zamówień próbnych wrócą do stanu.
        </p>
      </div>
      <div>
        <DialogButton name="start-clean" dialog={(close) => <Question counts={trial.counts} onClose={close} />}>
          Zacznij naprawdę
        </DialogButton>
      </div>
    </div>
  )
}

function Numbers({ counts }: { counts: TrialCounts }) {
  const named = TRIAL_COUNTS.filter((name) => counts[name] > 0)
  if (named.length === 0) return null
  return (
    <ul className="mt-1 grid gap-0.5">
      {named.map((name) => (
        <li key={name}>
          <strong className="tabular-nums">{counts[name]}</strong> {pluralize(counts[name], FORMS[name])}
        </li>
      ))}
    </ul>
  )
}

type Typed = { word: string; removes_demo: boolean }
const schema = z.custom<Typed>().pipe(startCleanSchema)

function Question({ counts, onClose }: { counts: TrialCounts; onClose: () => void }) {
  const [isProving, setProving] = useState(false)
  const form = useForm({
    schema,
    initial: { word: '', removes_demo: counts.demo_products > 0 },
    async onSubmit(json) {
      // Hidden while the shop asks for the password.
      setProving(true)
      const answer = await callApi('post', '/api/admin/start-clean', { json })
      setProving(false)
      if (!answer.ok) return { fields: { word: describePanelFailure(answer.failure) } }
      onClose()
      toast({ title: 'Sklep zaczyna naprawdę', description: 'Ślady prób są usunięte.', tone: 'success' })
      await queryClient.invalidateQueries()
      return undefined
    },
  })
  return (
    <Dialog open={!isProving} onClose={onClose} title="Usunąć ślady prób?" size="sm">
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4 px-5 py-4 text-sm sm:px-7">
        <Numbers counts={form.values.removes_demo ? counts : { ...counts, demo_products: 0 }} />
        {counts.demo_products > 0 && (
          <CheckboxField {...form.checkbox('removes_demo')} label="Usuń też towar pokazowy" />
        )}
        <Caution className="rounded-xl px-4 py-2.5">
          Tej operacji nie można cofnąć. Kopia zapasowa przed nią nie zaszkodzi.
        </Caution>
        <PanelField {...form.text('word')} label={`Aby potwierdzić, wpisz ${START_WORD}`} autoCapitalize="characters" />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Jeszcze nie
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            Usuń i zacznij naprawdę
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
