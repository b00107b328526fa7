import { z } from 'zod'
import { newBuyerLimitsQuery } from '#app/admin/overview/overview-data.ts'
import { readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import {
  NEW_BUYER_LIMIT_NAMES,
  NEW_BUYER_LIMITS,
  type NewBuyerLimit,
  type NewBuyerLimits,
  newBuyerLimitsChangeSchema,
} from '#domain/settings/admin-settings.ts'
import { OrderWaves } from './order-waves-card.tsx'

const GROUPS: { title: string; names: readonly NewBuyerLimit[] }[] = [
  {
    title: 'Konto bez potwierdzonego adresu',
    names: ['open_checkouts', 'pieces_of_product', 'pieces', 'open_payments', 'mails_per_hour'],
  },
  {
    title: 'Konto z potwierdzonym adresem, przed pierwszą odebraną paczką',
    names: ['proven_checkouts', 'proven_pieces_of_product', 'proven_pieces', 'proven_payments'],
  },
  {
    title: 'Wszystkie konta bez potwierdzonego adresu',
    names: ['network_parcels', 'all_parcels', 'network_letters', 'all_letters', 'network_stock_share'],
  },
]
type Typed = Record<NewBuyerLimit, string>

/** The limits for orders of new accounts, and waves of such orders. */
export default function NewAccounts() {
  return (
    <div className="space-y-4">
      <OrderWaves />
      <AccountLimits />
    </div>
  )
}

/** The most orders under way of accounts that have not received a parcel: of each, and of all together. */
function AccountLimits() {
  return (
    <QueryCard
      title="Limity nowych kont"
      query={newBuyerLimitsQuery}
      failed="Nie udało się załadować limitów"
      rows={3}
      lead={
        <>
          Tyle może zamówić ktoś, kto nie odebrał jeszcze żadnej paczki. Co nowe konta z jednej sieci zamawiają ponad
          limit, czeka, aż klient potwierdzi zamówienie linkiem z e-maila. Podczas fali czekają najpierw sieci, z
          których ktoś już zamówił.
        </>
      }
    >
      {(stored) => <LimitsForm stored={stored} />}
    </QueryCard>
  )
}

const toTyped = (limits: NewBuyerLimits) =>
  Object.fromEntries(NEW_BUYER_LIMIT_NAMES.map((name) => [name, String(limits[name])])) as Typed

/** The typed numbers, checked as the API checks them. */
const formSchema = (version: string) =>
  z
    .record(
      z.string(),
      z.string().transform((typed) => Number(typed.trim() || Number.NaN)),
    )
    .transform((limits) => ({ ...limits, version }))
    .pipe(newBuyerLimitsChangeSchema)

function LimitsForm({ stored }: { stored: NewBuyerLimits }) {
  const settings = useSettingsForm({
    stored,
    toTyped,
    schema: ({ version }) => formSchema(version),
    save: (limits) => callApi('post', '/api/admin/unproven-account-limits', { json: limits }),
    read: () => readAgain(newBuyerLimitsQuery),
    saved: 'Limity zaktualizowane',
    failed: { title: 'Nie udało się zapisać limitów' },
  })
  const { form } = settings
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="space-y-5">
        {GROUPS.map(({ title, names }) => (
          <fieldset key={title}>
            <legend className="mb-2 font-semibold text-sm">{title}</legend>
            <div className="grid grid-cols-1 items-end gap-x-4 gap-y-3 min-[26rem]:grid-cols-2 xl:grid-cols-3">
              {names.map((name) => (
                <PanelField
                  key={name}
                  {...form.text(name)}
                  label={NEW_BUYER_LIMITS[name].label}
                  inputMode="numeric"
                  maxLength={5}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <SaveBar settings={settings} save="Zapisz limity" />
    </form>
  )
}
