import { z } from 'zod'
import { readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { LabelSettings } from '#domain/labels/label-queries.server.ts'
import { CONSENT_NOTE_MAX, labelSettingsChangeSchema, TRADEMARKS_MAX } from '#domain/labels/label-settings.ts'
import { GUARANTEE_NOTICE } from '#domain/labels/legal-notices.ts'
import { TRADEMARK_REASON } from '#domain/labels/text-claims.ts'
import { LabelFileField } from './label-file-field.tsx'
import { labelSettingsQuery } from './labels-data.tsx'
import { ProducersCard } from './producers-card.tsx'

/** 'Skład i producenci': producers, the official notice, the carrier's consent, and trademarks to warn about. */
export default function Labels() {
  return (
    <div className="space-y-4">
      <ProducersCard />
      <GuaranteeNoticeCard />
      <LabelSettingsCard />
    </div>
  )
}

function GuaranteeNoticeCard() {
  return (
    <QueryCard
      title="Zawiadomienie o gwarancji prawnej"
      id="zawiadomienie"
      query={labelSettingsQuery}
      failed="Nie udało się załadować zawiadomienia"
      rows={3}
    >
      {({ files: { 'guarantee-notice': notice } }) => (
        <>
          <p className="mb-3 max-w-prose text-sm">
            {notice === null
              ? `W sklepie stoją zastępcze słowa: „${GUARANTEE_NOTICE.title}”. Przed startem wgraj urzędowy plik Komisji ` +
                'Europejskiej po polsku i w kolorze. Stanie wszędzie zamiast nich: przy produktach, nad podsumowaniem ' +
                'zamówienia i w wiadomości.'
              : 'Urzędowy plik widać przy produktach, nad podsumowaniem zamówienia, w wiadomości i na stronie o gwarancji.'}
          </p>
          {notice !== null && (
            <img
              src={`${notice.url}?${notice.uploaded_at}`}
              alt="Wgrane zawiadomienie"
              className="mb-3 h-auto w-full max-w-60 border border-night/15"
            />
          )}
          <LabelFileField
            kind="guarantee-notice"
            file={notice}
            label="Plik PNG albo JPG"
            accept="image/png,image/jpeg"
          />
        </>
      )}
    </QueryCard>
  )
}

/** The carrier's consent, the review of accessibility and the trademarks, in one form. */
function LabelSettingsCard() {
  return (
    <QueryCard
      title="Przewoźnik, dostępność, cudze znaki"
      query={labelSettingsQuery}
      failed="Nie udało się załadować ustawień etykiet"
      rows={6}
    >
      {(stored) => <SettingsForm stored={stored} />}
    </QueryCard>
  )
}

type Days = 'carrier_consent_on' | 'accessibility_reviewed_on' | 'sample_labels_on'
type Typed = Record<Days | 'carrier_consent_note' | 'trademarks', string>

const toTyped = (stored: LabelSettings): Typed => ({
  carrier_consent_on: stored.carrier_consent_on ?? '',
  carrier_consent_note: stored.carrier_consent_note ?? '',
  accessibility_reviewed_on: stored.accessibility_reviewed_on ?? '',
  sample_labels_on: stored.sample_labels_on ?? '',
  trademarks: stored.trademarks.join('\n'),
})

/** The typed values, checked as the API checks them. */
const formSchema = (version: string) =>
  z
    .custom<Typed>()
    .transform(
      (typed): z.input<typeof labelSettingsChangeSchema> => ({
        carrier_consent_on: typed.carrier_consent_on || null,
        carrier_consent_note: typed.carrier_consent_note || null,
        accessibility_reviewed_on: typed.accessibility_reviewed_on || null,
        sample_labels_on: typed.sample_labels_on || null,
        trademarks: typed.trademarks
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
        version,
      }),
    )
    .pipe(labelSettingsChangeSchema)

/** Maximum length of the longest list, in characters. */
const LIST_MAX = TRADEMARKS_MAX * 61

function SettingsForm({ stored }: { stored: LabelSettings }) {
  const settings = useSettingsForm({
    stored,
    toTyped,
    schema: ({ version }) => formSchema(version),
    save: (json) => callApi('post', '/api/admin/label-settings', { json }),
    read: () => readAgain(labelSettingsQuery),
    saved: 'Zapisano ustawienia etykiet',
    failed: { title: 'Nie udało się zapisać ustawień etykiet' },
  })
  const { form } = settings
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-6">
      <fieldset id="zgoda-przewoznika" className="scroll-mt-4 space-y-3">
        <legend className="font-semibold">Zgoda przewoźnika na perfumy (ADR)</legend>
        <p className="max-w-prose text-sm">
          Perfumy są palne (UN 1266). Jako ilości ograniczone (LQ) jadą zwykłą paczką, ale przewoźnik musi się na to
          zgodzić na piśmie. Podaj datę oraz wgraj zgodę albo zapisz, gdzie leży.
        </p>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[12rem_1fr]">
          <TextField {...form.text('carrier_consent_on')} type="date" label="Data zgody" />
          <TextAreaField {...form.text('carrier_consent_note')} label="Notatka" rows={2} most={CONSENT_NOTE_MAX} />
        </div>
        <LabelFileField
          kind="carrier-consent"
          file={stored.files['carrier-consent']}
          label="Zgoda: PDF, PNG albo JPG"
          accept="application/pdf,image/png,image/jpeg"
        />
      </fieldset>
      <fieldset id="probki" className="scroll-mt-4 space-y-3">
        <legend className="font-semibold">Próbki, które odlewasz</legend>
        <p className="max-w-prose text-sm">
          Odlana próbka to osobny kosmetyk. Na jej etykiecie są: nazwa, skład, objętość, numer partii, termin,
          ostrzeżenia i osoba odpowiedzialna, a jej zgłoszenie jest w CPNP. Gdy sprawdzisz jedno i drugie, wpisz dzień.
        </p>
        <TextField {...form.text('sample_labels_on')} type="date" label="Dzień sprawdzenia" className="max-w-48" />
      </fieldset>
      <fieldset id="dostepnosc" className="scroll-mt-4 space-y-3">
        <legend className="font-semibold">Deklaracja dostępności</legend>
        <p className="max-w-prose text-sm">
          Przeczytaj stronę „Dostępność”, sprawdź, czy mówi prawdę o Twoim sklepie, i wpisz dzień przeglądu. Raz w roku
          zrób to znowu.
        </p>
        <TextField
          {...form.text('accessibility_reviewed_on')}
          type="date"
          label="Dzień przeglądu"
          className="max-w-48"
        />
      </fieldset>
      <fieldset id="cudze-znaki" className="scroll-mt-4 space-y-3">
        <legend className="font-semibold">Cudze znaki towarowe</legend>
        <p className="max-w-prose text-sm">
          {TRADEMARK_REASON} Ostrzegamy, gdy nazwa, opis, nuta, marka albo opinia wymienia którąś z tych nazw. Jedna w
          wierszu.
        </p>
        <TextAreaField {...form.text('trademarks')} label="Nazwy, o których ostrzegać" rows={10} most={LIST_MAX} />
      </fieldset>
      <SaveBar settings={settings} save="Zapisz ustawienia" />
    </form>
  )
}
