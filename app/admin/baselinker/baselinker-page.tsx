import { Copy } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, readAgain, refresh, useWrite } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { Card, Caution } from '#app/admin/ui/card.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { copyAddress } from '#app/ui/copy-address.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { baselinkerChangeSchema } from '#domain/baselinker/baselinker.ts'

type Connection = AnswerOf<'get', '/api/admin/baselinker'>

const connectionQuery = apiQuery(['admin-baselinker'], (signal) => callApi('get', '/api/admin/baselinker', { signal }))

/** 'BaseLinker': its key, what it last did, and who makes the papers of its orders. */
export default function BaselinkerPage() {
  return (
    <QueryView
      query={connectionQuery}
      failed="Nie udało się wczytać połączenia z BaseLinkerem"
      loading={<LoadingList rows={5} rowClass="h-10" />}
      className="space-y-4"
    >
      {(connection) => (
        <>
          <ConnectionCard {...connection} />
          {connection.key_made_at !== null && <ChoiceCard stored={connection} />}
        </>
      )}
    </QueryView>
  )
}

function ConnectionCard({ key_made_at, enabled, seen_at, refusal, refused_at, added, address }: Connection) {
  const [isAsking, setAsking] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const make = useWrite({
    call: () => callApi('post', '/api/admin/baselinker-key', {}),
    failed: 'Nie utworzono klucza',
    onSuccess: (made) => setKey(made.key),
    onSettled() {
      setAsking(false)
      return refresh(connectionQuery)
    },
  })
  const isNew = key_made_at === null
  return (
    <Card title="Połączenie">
      <div className="max-w-prose space-y-2 text-sm">
        <p>
          BaseLinker pobiera stąd produkty, ceny, stany i zamówienia, a zamówienia z Allegro i innych platform dodaje
          tutaj. Ostatnią sztukę dostaje ten, kto kupi ją pierwszy, w sklepie albo na platformie.
        </p>
        {isNew ? (
          <p>Zanim je włączysz, zawrzyj z BaseLinkerem umowę powierzenia danych: trafią tam dane kupujących.</p>
        ) : (
          <>
            {!enabled && <Caution className="rounded-xl px-4 py-3">Połączenie jest wyłączone.</Caution>}
            <p role="status">{describeContact(seen_at)}</p>
            <p>
              Zamówienia dodane z platform: <strong className="tabular-nums">{added}</strong>.
            </p>
          </>
        )}
        {refusal !== null && refused_at !== null && (
          <Caution className="rounded-xl px-4 py-3 wrap-anywhere">
            {`Ostatnia odmowa, ${formatShortMoment(refused_at)}: ${refusal}`}
          </Caution>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant={isNew ? 'primary' : 'secondary'}
          size="tight"
          busy={make.isPending}
          onClick={() => (isNew ? make.mutate() : setAsking(true))}
        >
          {isNew ? 'Utwórz klucz i włącz' : 'Nowy klucz'}
        </Button>
        {!isNew && (
          <Button variant="secondary" size="tight" onClick={() => copyAddress(address)}>
            <Copy aria-hidden="true" className="size-4" /> Kopiuj adres
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Zastąpić klucz nowym?"
        confirm="Utwórz nowy klucz"
        busy={make.isPending}
        onConfirm={() => make.mutate()}
        onClose={() => setAsking(false)}
      >
        Dotychczasowy klucz przestanie działać. BaseLinker nie pobierze i nie doda nic, dopóki nie wpiszesz w nim
        nowego.
      </ConfirmDialog>
      <Dialog open={key !== null} onClose={() => setKey(null)} title="Klucz BaseLinkera" size="sm">
        <div className="space-y-3 px-5 py-4 text-sm sm:px-7">
          <p>Skopiuj go teraz: widać go tylko raz.</p>
          <p className="rounded-xl bg-sand px-3 py-2 font-mono wrap-anywhere select-all">{key}</p>
          <p>
            W BaseLinkerze wybierz Integracje, Dodaj integrację, Sklepy, „Inny sklep”. Wpisz ten klucz i adres pliku:
          </p>
          <p className="rounded-xl bg-sand px-3 py-2 font-mono wrap-anywhere select-all">{address}</p>
        </div>
      </Dialog>
    </Card>
  )
}

const describeContact = (seenAt: string | null): string =>
  seenAt === null
    ? 'BaseLinker jeszcze się nie zgłosił.'
    : `BaseLinker ostatnio zgłosił się ${formatShortMoment(seenAt)}.`

function ChoiceCard({ stored }: { stored: Connection }) {
  const settings = useSettingsForm({
    stored,
    toTyped: ({ enabled, papers_here }) => ({ enabled, papers_here }),
    schema: ({ version }) =>
      baselinkerChangeSchema.omit({ version: true }).transform((typed) => ({ ...typed, version })),
    save: (json) => callApi('post', '/api/admin/baselinker', { json }),
    read: () => readAgain(connectionQuery),
    saved: 'Zapisano',
    failed: { title: 'Nie zapisano' },
  })
  const { form } = settings
  const choose = (papers_here: boolean) => () => form.change({ papers_here })
  return (
    <Card title="Ustawienia">
      <form ref={form.ref} noValidate onSubmit={form.submit} className="max-w-prose">
        <CheckboxField {...form.checkbox('enabled')} label="Połączenie włączone" />
        <fieldset className="mt-2 space-y-2">
          <legend className="mb-2 text-sm font-semibold">Paragony i faktury zamówień dodanych przez BaseLinkera</legend>
          <RadioCard
            name="papers_here"
            value="there"
            title="W BaseLinkerze"
            checked={!form.values.papers_here}
            onChoose={choose(false)}
          >
            Sklep nie nabija ich na kasę i nie ma ich w „Miesiącu”.
          </RadioCard>
          <RadioCard
            name="papers_here"
            value="here"
            title="Tutaj"
            checked={form.values.papers_here}
            onChoose={choose(true)}
          >
            Jak każda sprzedaż: kasa, faktura na NIP, „Miesiąc”. W BaseLinkerze wyłącz je.
          </RadioCard>
        </fieldset>
        <p className="mt-2 text-xs text-oud">
          Wybór dotyczy zamówień dodanych od teraz. Zamówienia złożone w sklepie zawsze mają dokumenty tutaj.
        </p>
        <SaveBar settings={settings} save="Zapisz" />
      </form>
    </Card>
  )
}
