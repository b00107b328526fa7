import { useId } from 'react'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, refresh, tellFailure, toFormProblem } from '#app/admin/panel-calls.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { KSEF_CERTIFICATE_NAMES, type KsefCertificateKind, RENEWAL_DAYS } from '#domain/papers/ksef/ksef-certificate.ts'
import { certificateUploadSchema } from '#domain/papers/ksef/ksef-wire.ts'
import type { KsefDesk } from '#domain/papers/ksef/store-certificate.server.ts'

const ksefQuery = apiQuery(['admin-ksef'], (signal) => callApi('get', '/api/admin/ksef', { signal }))

const HINTS: Record<KsefCertificateKind, string> = {
  authentication: 'Typ Authentication. Bez niego faktury nie idą do KSeF.',
  offline: 'Typ Offline. Potrzebny, gdy KSeF nie działa.',
}
const ENVIRONMENTS: Record<NonNullable<KsefDesk['environment']>, string> = {
  production: 'Faktury na firmę idą do KSeF, gdy jest certyfikat do logowania.',
  demo: 'To środowisko przedprodukcyjne KSeF: faktury nie mają mocy prawnej.',
  test: 'To środowisko testowe KSeF: faktury nie mają mocy prawnej, a dane widzi każdy.',
  sandbox: 'To piaskownica: faktury nie trafiają do Ministerstwa Finansów. Certyfikaty próbne daje jej strona /ksef.',
}
const FAILURES: Record<NonNullable<KsefDesk['failure']>['reason'], string> = {
  ksef_unavailable: 'KSeF nie odpowiada. Faktury wyślą się same, gdy wróci.',
  ksef_busy: 'KSeF przyjmuje teraz mniej faktur. Sklep spróbuje ponownie za chwilę.',
  ksef_certificate_refused: 'Certyfikat do logowania nie działa. Wgraj go ponownie albo wystaw nowy.',
  ksef_no_permission: 'Ten certyfikat nie ma w KSeF uprawnienia do wystawiania faktur. Nadaj je w KSeF.',
}

/** 'KSeF': the seller's certificates, and why the last run failed. */
export default function KsefPage() {
  return (
    <QueryCard title="KSeF" query={ksefQuery} failed="Nie udało się wczytać KSeF" rows={4}>
      {(desk) => (
        <div className="space-y-6 text-sm">
          <p className="max-w-prose">
            {desk.environment === null
              ? 'KSeF nie jest podłączony: ustaw KSEF_ENVIRONMENT i uruchom sklep ponownie.'
              : ENVIRONMENTS[desk.environment]}
          </p>
          {desk.failure && (
            <Alert title="Ostatnie połączenie z KSeF się nie udało">
              {`${formatShortMoment(desk.failure.at)}: ${FAILURES[desk.failure.reason]} Czekające faktury: ${desk.open_invoices}.`}
            </Alert>
          )}
          {(['authentication', 'offline'] as const).map((kind) => (
            <CertificateForm
              key={kind}
              kind={kind}
              stored={desk.certificates.find((certificate) => certificate.kind === kind)}
              isOff={desk.environment === null}
            />
          ))}
          <PersonsChoice chosen={desk.with_persons} />
        </div>
      )}
    </QueryCard>
  )
}

function PersonsChoice({ chosen }: { chosen: boolean }) {
  const [busy, choose] = useAct(async () => {
    const stored = await callApi('post', '/api/admin/ksef', { json: { with_persons: !chosen } })
    if (!stored.ok) return tellFailure('Nie udało się zapisać', stored.failure)
    toast({ title: 'Zmiany zapisane', tone: 'success' })
    await refresh(ksefQuery)
  })
  return (
    <CheckboxField
      label="Faktury dla osób też idą do KSeF"
      checked={chosen}
      disabled={busy}
      onChange={() => void choose()}
    />
  )
}

type Stored = KsefDesk['certificates'][number]

function CertificateForm({ kind, stored, isOff }: { kind: KsefCertificateKind; stored?: Stored; isOff: boolean }) {
  const title = KSEF_CERTIFICATE_NAMES[kind]
  const heading = useId()
  const form = useForm({
    schema: certificateUploadSchema,
    initial: { kind, certificate: '', key: '', password: '' },
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/ksef/certificates', { json })
      if (!answer.ok) return toFormProblem('Nie udało się wgrać certyfikatu', answer.failure)
      form.change({ certificate: '', key: '', password: '' })
      toast({ title: `${title}: wgrany`, tone: 'success' })
      await refresh(ksefQuery)
      return undefined
    },
  })
  const { certificate, key } = form.values
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-labelledby={heading} className="space-y-3">
      <div>
        <h3 id={heading} className="font-semibold">
          {title}
        </h3>
        <p className="text-xs text-oud">{HINTS[kind]}</p>
        <p
          className={classNames(
            'wrap-anywhere',
            stored && stored.days_left <= RENEWAL_DAYS && 'font-semibold text-wine',
          )}
        >
          {describeStored(stored)}
        </p>
      </div>
      <div key={stored?.serial} className="grid gap-4 sm:grid-cols-2">
        <PemField
          label="Plik certyfikatu (PEM)"
          isChosen={certificate !== ''}
          error={form.errors.certificate}
          onText={(text) => form.change({ certificate: text, ...(text.includes('PRIVATE KEY') && { key: text }) })}
        />
        <PemField
          label="Plik klucza (PEM)"
          isChosen={key !== ''}
          error={form.errors.key}
          onText={(text) => form.change({ key: text })}
        />
        <PanelField
          {...form.text('password')}
          label="Hasło klucza (opcjonalnie)"
          type="password"
          hint="Klucz zapisujemy zaszyfrowany."
        />
      </div>
      <Button type="submit" size="tight" busy={form.busy} disabled={isOff}>
        {stored ? 'Zastąp certyfikat' : 'Wgraj certyfikat'}
      </Button>
    </form>
  )
}

function describeStored(stored: Stored | undefined): string {
  if (!stored) return 'Nie ma certyfikatu.'
  const until = formatShortMoment(stored.valid_until)
  if (stored.days_left < 0) return `Stracił ważność ${until}.`
  const left = stored.days_left <= RENEWAL_DAYS ? `, zostało dni: ${stored.days_left}` : ''
  return `${stored.subject}, ważny do ${until}${left}.`
}

type PemFieldProps = { label: string; isChosen: boolean; error: string | undefined; onText: (text: string) => void }

function PemField({ label, isChosen, error, onText }: PemFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept=".pem,.crt,.cer,.key,.txt"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-state`}
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          if (file) onText(await file.slice(0, 20_000).text())
        }}
        className="block min-h-11 w-full text-sm file:mr-3 file:min-h-11 file:rounded-full file:border file:border-night/40 file:bg-white file:px-4"
      />
      <p id={`${id}-state`} className={classNames('mt-1 text-xs', error === undefined ? 'text-oud' : 'text-wine')}>
        {error ?? (isChosen ? 'Wybrany.' : 'Może to być jeden plik z obydwoma.')}
      </p>
    </div>
  )
}
