import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { formatGrosze, formatTypedZl, type Grosze, parseZl } from '#domain/kernel/amounts/money.ts'
import { labelDelivery, parseShippingMethod, type ShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { shippingCostFormSchema } from '#domain/settings/admin-settings.ts'
import { COST_FIELDS, type CostName, mapCosts } from '#domain/shipping/cost-names.ts'
import { shippingCostHistoryQuery } from './overview-data.ts'

const isPrepaid = (method: ShippingMethod) => parseShippingMethod(method).payment === 'prepaid'
const labelCost = (method: ShippingMethod) =>
  `${labelDelivery(method)}, ${isPrepaid(method) ? 'z góry' : 'za pobraniem'} (zł)`

type Costs = AnswerOf<'get', '/api/admin/shipping-costs'>['items'][number]
type Typed = Record<CostName | 'free_delivery_from' | 'cod_limit', string>

/** The present and the earlier delivery costs. */
export function ShippingCostsCard() {
  return (
    <QueryCard
      title="Koszty wysyłki"
      id="koszty-wysylki"
      folds
      query={shippingCostHistoryQuery}
      failed="Nie udało się załadować kosztów wysyłki"
      toasts
      rows={4}
    >
      {({ items: [newest, ...earlier] }) => (
        <>
          <CostsForm newest={newest} />
          <History items={earlier} />
        </>
      )}
    </QueryCard>
  )
}

const toTyped = (costs: Costs | undefined): Typed => ({
  ...mapCosts((name) => formatTypedZl(costs?.[`${name}_grosze`] ?? 0)),
  free_delivery_from: formatThreshold(costs?.free_delivery_from_grosze ?? null),
  cod_limit: formatThreshold(costs?.cod_limit_grosze ?? null),
})

/** Empty when delivery is never free. */
const formatThreshold = (grosze: Grosze | null) => (grosze === null ? '' : formatTypedZl(grosze))

const DECIMAL = { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 } as const

function CostsForm({ newest }: { newest: Costs | undefined }) {
  const settings = useSettingsForm({
    stored: newest,
    toTyped,
    schema: () => shippingCostFormSchema,
    save: (costs, seen) => callApi('post', '/api/admin/shipping-costs', { json: { ...costs, seen: seen?.id ?? null } }),
    read: async () => (await readAgain(shippingCostHistoryQuery))?.items[0],
    saved: 'Koszty wysyłki zaktualizowane',
    failed: { title: 'Błąd', lead: 'Nie udało się zaktualizować kosztów wysyłki. ' },
  })
  const { form, seen } = settings
  const [isAsking, setAsking] = useState(false)
  const isFree = (typed: string) => {
    const parsed = parseZl(typed)
    return parsed.ok && parsed.value === 0
  }
  const before = toTyped(newest)
  /** Methods that become free with these costs; an emptied field is easily a mistake. */
  const free = COST_FIELDS.filter(({ name }) => isFree(form.values[name]) && !(newest && isFree(before[name])))

  /** Formats an amount when its field loses the focus. */
  function leave(name: keyof Typed, write: (grosze: Grosze) => string) {
    const typed = parseZl(form.values[name])
    if (typed.ok) form.change({ [name]: write(typed.value) })
    form.text(name).onBlur()
  }

  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        if (free.length === 0) return form.submit(event)
        event.preventDefault()
        setAsking(true)
      }}
    >
      <ConfirmDialog
        open={isAsking}
        title="Dostawa za 0,00 zł?"
        confirm="Zapisz 0,00 zł"
        busy={form.busy}
        onConfirm={() => {
          setAsking(false)
          void form.submit()
        }}
        onClose={() => setAsking(false)}
      >
        {`Klient nie zapłaci za dostawę: ${free.map(({ method }) => labelCost(method).replace(' (zł)', '')).join('; ')}.`}
      </ConfirmDialog>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3">
        {COST_FIELDS.map(({ method, name }) => (
          <TextField
            key={name}
            {...form.text(name)}
            {...DECIMAL}
            label={labelCost(method)}
            className="tabular-nums"
            onBlur={() => leave(name, formatTypedZl)}
          />
        ))}
        <TextField
          {...form.text('free_delivery_from')}
          {...DECIMAL}
          label="Darmowa dostawa od (zł)"
          hint="Od tej sumy produktów dostawa nic nie kosztuje, także za pobraniem. Puste lub 0: nigdy."
          className="col-span-2 tabular-nums"
          onBlur={() => leave('free_delivery_from', (grosze) => formatThreshold(grosze || null))}
        />
        <TextField
          {...form.text('cod_limit')}
          {...DECIMAL}
          label="Przy odbiorze najwyżej (zł)"
          hint="Droższych zamówień z dostawą nie można opłacić przy odbiorze. InPost pobiera do 5000 zł."
          className="tabular-nums min-[26rem]:col-span-2"
          onBlur={() => leave('cod_limit', formatTypedZl)}
        />
      </div>
      <SaveBar settings={settings} save="Zapisz koszty" canSaveUnchanged={seen?.preset}>
        {seen && describeState(seen)}
      </SaveBar>
    </form>
  )
}

/** Default costs can be saved unchanged, which confirms them. */
const describeState = ({ preset, updated_at }: Costs) =>
  preset ? 'Propozycja na początek: sprawdź i zapisz.' : `Obowiązują od ${formatShortMoment(updated_at)}`

const COLUMNS = [
  'Ustawione',
  ...COST_FIELDS.map(({ method }) => (isPrepaid(method) ? `${labelDelivery(method)} z góry` : 'pobranie')),
  'Darmowa od',
]

function History({ items }: { items: readonly Costs[] }) {
  if (items.length === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Poprzednie koszty
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table wider than the screen */}
      <section aria-label="Poprzednie koszty" tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-96 text-right text-xs tabular-nums">
          <thead className="text-oud">
            <tr>
              {COLUMNS.map((column, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns have one name
                  key={index}
                  scope="col"
                  className="py-1 font-medium first:text-left"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-night/10">
            {items.map((costs) => (
              <tr key={costs.id}>
                <td className="py-1 text-left">{formatShortMoment(costs.updated_at)}</td>
                {COST_FIELDS.map(({ name }) => (
                  <td key={name}>{formatGrosze(costs[`${name}_grosze`])}</td>
                ))}
                <td>
                  {costs.free_delivery_from_grosze === null ? '—' : formatGrosze(costs.free_delivery_from_grosze)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
