import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRecentProof } from '#app/admin/proof-dialog.tsx'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { type FieldErrors, useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze, formatTypedZl, type Grosze, parseZl } from '#domain/kernel/money.ts'
import { parseTypedCost, shippingCostFormSchema } from '#domain/settings/admin-settings.ts'
import { type CostName, SHIPPING_COST_FIELDS } from '#domain/shipping/cost-names.ts'
import { formatShortMoment } from '../orders/moments.ts'
import { CardFailure, CardLoading, OverviewCard, useFailureToast } from './overview-card.tsx'
import { refresh, shippingCostsQuery } from './overview-data.ts'

const LABELS: Record<CostName, string> = {
  kurier_prepaid: 'Kurier, z góry (zł)',
  kurier_cod: 'Kurier, za pobraniem (zł)',
  paczkomat_prepaid: 'Paczkomat, z góry (zł)',
  paczkomat_cod: 'Paczkomat, za pobraniem (zł)',
}

type Costs = AnswerOf<'get', '/api/admin/shipping-costs'>['items'][number]
type Typed = Record<CostName | 'free_delivery_from', string>

const LOAD_FAILED = 'Nie udało się załadować kosztów wysyłki'

/** What delivery costs, and what it cost before. */
export function ShippingCosts() {
  const { data, error, refetch } = useQuery(shippingCostsQuery, queryClient)
  useFailureToast(LOAD_FAILED, error)
  return (
    <OverviewCard title="Koszty wysyłki" id="koszty-wysylki">
      {data ? (
        <>
          <CostsForm newest={data.items[0]} />
          <History items={data.items.slice(1)} />
        </>
      ) : error ? (
        <CardFailure title={LOAD_FAILED} error={error} onRetry={() => void refetch()} />
      ) : (
        <CardLoading rows={4} />
      )}
    </OverviewCard>
  )
}

const toTyped = (costs: Costs | undefined): Typed => ({
  kurier_prepaid: formatTypedZl(costs?.kurier_prepaid_grosze ?? 0),
  kurier_cod: formatTypedZl(costs?.kurier_cod_grosze ?? 0),
  paczkomat_prepaid: formatTypedZl(costs?.paczkomat_prepaid_grosze ?? 0),
  paczkomat_cod: formatTypedZl(costs?.paczkomat_cod_grosze ?? 0),
  free_delivery_from: formatThreshold(costs?.free_delivery_from_grosze ?? null),
})

/** Nothing where delivery is never free. */
const formatThreshold = (grosze: Grosze | null) => (grosze === null ? '' : formatTypedZl(grosze))

function CostsForm({ newest }: { newest: Costs | undefined }) {
  /** What was seen when the form was last filled: others may set costs meanwhile. */
  const [seen, setSeen] = useState(newest)
  const [stale, setStale] = useState(false)
  const prove = useRecentProof()
  const form = useForm({
    schema: shippingCostFormSchema,
    initial: toTyped(newest),
    async onSubmit(costs) {
      const json = { ...costs, seen: seen?.id ?? null }
      const answer = await prove(() => callApi('post', '/api/admin/shipping-costs', { json }))
      if (answer.ok) {
        toast({ title: 'Koszty wysyłki zaktualizowane', tone: 'success' })
        await takeNewest()
        return undefined
      }
      const { failure } = answer
      const title = 'Błąd'
      const failed = 'Nie udało się zaktualizować kosztów wysyłki'
      if (failure.reason === 'unreachable')
        return { toast: { title, description: `${failed}. Brak połączenia ze sklepem.` } }
      if (failure.code === 'changed_meanwhile') setStale(true)
      const fields: FieldErrors = failure.fields
      return { fields, toast: { title, description: `${failed}. ${failure.message}` } }
    },
  })

  /** The form as the shop has it now. */
  async function takeNewest() {
    await refresh(shippingCostsQuery)
    const stored = queryClient.getQueryData(shippingCostsQuery.queryKey)?.items[0]
    setSeen(stored)
    setStale(false)
    form.replace(toTyped(stored))
  }

  const saved = toTyped(seen)
  const unsaved = [...SHIPPING_COST_FIELDS, 'free_delivery_from' as const].some(
    (name) => form.values[name] !== saved[name],
  )
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 min-[26rem]:grid-cols-2">
        {SHIPPING_COST_FIELDS.map((name) => {
          const { onBlur, ...field } = form.text(name)
          return (
            <TextField
              key={name}
              {...field}
              label={LABELS[name]}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              className="tabular-nums"
              onBlur={() => {
                const typed = parseTypedCost(form.values[name])
                if (typed.ok) form.change({ [name]: formatTypedZl(typed.value) })
                onBlur()
              }}
            />
          )
        })}
        <TextField
          {...form.text('free_delivery_from')}
          label="Darmowa dostawa od (zł)"
          hint="Od tej sumy produktów dostawa nic nie kosztuje, także za pobraniem. Puste lub 0: nigdy."
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          className="tabular-nums min-[26rem]:col-span-2"
          onBlur={() => {
            const typed = parseZl(form.values.free_delivery_from)
            if (typed.ok) form.change({ free_delivery_from: formatThreshold(typed.value || null) })
            form.text('free_delivery_from').onBlur()
          }}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" busy={form.busy} disabled={!unsaved && !seen?.preset}>
          Zapisz koszty
        </Button>
        {stale && (
          <Button variant="secondary" onClick={() => void takeNewest()}>
            Wczytaj aktualne
          </Button>
        )}
        <p role="status" className="text-xs text-oud">
          {unsaved ? 'Niezapisane zmiany' : seen && describeState(seen)}
        </p>
      </div>
    </form>
  )
}

/** Preset costs are saved as they are to say that they were looked at. */
const describeState = ({ preset, updated_at }: Costs) =>
  preset ? 'Propozycja na początek: sprawdź i zapisz.' : `Obowiązują od ${formatShortMoment(updated_at)}`

function History({ items }: { items: readonly Costs[] }) {
  if (items.length === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Poprzednie koszty
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the phone scrolls by keys, too */}
      <section aria-label="Poprzednie koszty" tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-96 text-right text-xs tabular-nums">
          <thead className="text-oud">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                Ustawione
              </th>
              <th scope="col" className="font-medium">
                Kurier z góry
              </th>
              <th scope="col" className="font-medium">
                pobranie
              </th>
              <th scope="col" className="font-medium">
                Paczkomat z góry
              </th>
              <th scope="col" className="font-medium">
                pobranie
              </th>
              <th scope="col" className="font-medium">
                Darmowa od
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-night/10">
            {items.map((costs) => (
              <tr key={costs.id}>
                <td className="py-1 text-left">{formatShortMoment(costs.updated_at)}</td>
                <td>{formatGrosze(costs.kurier_prepaid_grosze)}</td>
                <td>{formatGrosze(costs.kurier_cod_grosze)}</td>
                <td>{formatGrosze(costs.paczkomat_prepaid_grosze)}</td>
                <td>{formatGrosze(costs.paczkomat_cod_grosze)}</td>
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
