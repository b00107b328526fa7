import { z } from 'zod'
import { apiQuery, readAgain, refresh, useWrite } from '#app/admin/panel-calls.ts'
import { Caution } from '#app/admin/ui/card.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import {
  ALL_PAYMENT_MEANS,
  findOffered,
  labelMeans,
  PAYMENT_MEANS,
  type PaymentMeans,
  paymentMeansChangeSchema,
} from '#domain/payments/payment-means.ts'
import { SaveBar, useSettingsForm } from './settings-form.tsx'

type Settings = AnswerOf<'get', '/api/admin/payment-means'>
type Typed = Record<PaymentMeans, boolean>

const paymentMeansQuery = apiQuery(['admin-payment-means'], (signal) =>
  callApi('get', '/api/admin/payment-means', { signal }),
)

/** 'Sposoby płatności': how buyers can pay ahead, and what of it the account at the provider has. */
export default function PaymentMeansPage() {
  return (
    <QueryCard
      title="Czym zapłaci klient"
      query={paymentMeansQuery}
      failed="Nie udało się załadować sposobów płatności"
      rows={6}
    >
      {(stored) => (
        <>
          <AccountAnswer settings={stored} />
          <MeansForm stored={stored} />
        </>
      )}
    </QueryCard>
  )
}

/** When the provider was asked what the account has, and a button that asks again. */
function AccountAnswer({ settings: { asked_at, provider } }: { settings: Settings }) {
  const ask = useWrite({
    call: () => callApi('post', '/api/admin/payment-means/check'),
    failed: `Nie udało się zapytać ${provider}`,
    onSuccess() {
      toast({ title: `Sprawdzono konto ${provider}`, tone: 'success' })
      return refresh(paymentMeansQuery)
    },
  })
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span>
        {asked_at === null
          ? `Sklep jeszcze nie pytał, które sposoby ma Twoje konto ${provider}.`
          : `Konto ${provider} sprawdzone ${formatDateTime(new Date(asked_at))}.`}
      </span>
      <Button variant="secondary" size="tight" busy={ask.isPending} onClick={() => ask.mutate()}>
        {asked_at === null ? 'Sprawdź teraz' : 'Sprawdź ponownie'}
      </Button>
    </p>
  )
}

const toTyped = ({ on }: Settings) =>
  Object.fromEntries(ALL_PAYMENT_MEANS.map((means) => [means, on.includes(means)])) as Typed
const listOn = (typed: Typed) => ALL_PAYMENT_MEANS.filter((means) => typed[means])

/** The typed choice, checked as the API checks it. */
const formSchema = (version: string) =>
  z
    .custom<Typed>()
    .transform((typed) => ({ means: listOn(typed), version }))
    .pipe(paymentMeansChangeSchema)

const LATE = 'Pieniądze czasem przychodzą później: zamówienie czeka na nie i wtedy rusza.'

function MeansForm({ stored }: { stored: Settings }) {
  const settings = useSettingsForm({
    stored,
    toTyped,
    schema: ({ version }) => formSchema(version),
    save: (json) => callApi('post', '/api/admin/payment-means', { json }),
    read: () => readAgain(paymentMeansQuery),
    saved: 'Zapisano sposoby płatności',
    failed: { title: 'Nie udało się zapisać sposobów płatności' },
  })
  const { form } = settings
  const { available } = stored
  const offered = findOffered(listOn(form.values), available)
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      {ALL_PAYMENT_MEANS.map((means) => {
        const { label, note, mayComeLate } = PAYMENT_MEANS[means]
        const isMissing = available !== null && !available.includes(means)
        return (
          <CheckboxField
            key={means}
            {...form.checkbox(means)}
            error={undefined}
            // What the account has lost can still be switched off.
            disabled={isMissing && !form.values[means]}
            label={
              <>
                <span className="inline-block font-medium first-letter:uppercase">{label}</span>
                <span className="block text-xs text-oud">{mayComeLate ? `${note} ${LATE}` : note}</span>
                {isMissing && <Missing settings={stored} />}
              </>
            }
          />
        )
      })}
      {offered.length === 0 ? (
        <Caution className="mt-3 rounded-xl px-4 py-2.5">
          Bez karty płatność online jest wyłączona: klienci widzą tylko płatność przy odbiorze.
        </Caution>
      ) : (
        <p className="mt-3 text-sm">{`Klienci zobaczą: ${labelMeans(offered)}.`}</p>
      )}
      <SaveBar settings={settings} save="Zapisz sposoby płatności" />
    </form>
  )
}

/** What to do about a means that the account does not have. */
function Missing({ settings: { provider, settings_url } }: { settings: Settings }) {
  return (
    <span className="block text-xs font-medium text-wine">
      <span>{`Niedostępne: konto ${provider} tego nie ma. Włącz je u operatora, potem sprawdź ponownie.`}</span>{' '}
      {settings_url !== null && (
        <a href={settings_url} rel="noopener" target="_blank" className="underline underline-offset-4">
          {`Ustawienia ${provider}`}
        </a>
      )}
    </span>
  )
}
