import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  NEW_BUYER_LIMIT_NAMES,
  NEW_BUYER_LIMITS,
  type NewBuyerLimit,
  type NewBuyerLimits,
  newBuyerLimitsChangeSchema,
} from '#domain/settings/admin-settings.ts'
import { CardFailure, CardLoading, OverviewCard } from './overview-card.tsx'
import { newBuyerLimitsQuery, refresh } from './overview-data.ts'

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
    names: ['network_parcels', 'all_parcels', 'network_stock_share', 'all_stock_share'],
  },
]
type Typed = Record<NewBuyerLimit, string>

/** What accounts may have on their way that never received a parcel, alone and together. */
export function AccountLimits() {
  const { data, error, refetch } = useQuery(newBuyerLimitsQuery, queryClient)
  return (
    <OverviewCard title="Limity nowych kont">
      <p className="mb-3 text-sm text-night/85">
        Tyle może zamówić ktoś, kto nie odebrał jeszcze żadnej paczki. Co nowe konta zamawiają razem ponad limit, czeka,
        aż klient potwierdzi zamówienie linkiem z e-maila.
      </p>
      {data ? (
        <LimitsForm stored={data} />
      ) : error ? (
        <CardFailure title="Nie udało się załadować limitów" error={error} onRetry={() => void refetch()} />
      ) : (
        <CardLoading rows={3} />
      )}
    </OverviewCard>
  )
}

const toTyped = (limits: NewBuyerLimits) =>
  Object.fromEntries(NEW_BUYER_LIMIT_NAMES.map((name) => [name, String(limits[name])])) as Typed

/** Numbers as they were typed, checked as the API does. */
const formSchema = (version: string) =>
  z
    .record(
      z.string(),
      z.string().transform((typed) => Number(typed.trim() || Number.NaN)),
    )
    .transform((limits) => ({ ...limits, version }))
    .pipe(newBuyerLimitsChangeSchema)

function LimitsForm({ stored }: { stored: NewBuyerLimits }) {
  const [seen, setSeen] = useState(stored)
  const [stale, setStale] = useState(false)
  const form = useForm({
    schema: formSchema(seen.version),
    initial: toTyped(stored),
    async onSubmit(limits) {
      const answer = await callApi('post', '/api/admin/unproven-account-limits', { json: limits })
      if (answer.ok) {
        toast({ title: 'Limity zaktualizowane', tone: 'success' })
        await takeStored()
        return undefined
      }
      const { failure } = answer
      const title = 'Nie udało się zapisać limitów'
      if (failure.reason === 'unreachable') return { toast: { title, description: 'Brak połączenia ze sklepem.' } }
      if (failure.code === 'changed_meanwhile') setStale(true)
      return { fields: failure.fields, toast: { title, description: failure.message } }
    },
  })

  async function takeStored() {
    await refresh(newBuyerLimitsQuery)
    const newest = queryClient.getQueryData(newBuyerLimitsQuery.queryKey)
    if (!newest) return
    setSeen(newest)
    setStale(false)
    form.replace(toTyped(newest))
  }

  const saved = toTyped(seen)
  const unsaved = NEW_BUYER_LIMIT_NAMES.some((name) => form.values[name] !== saved[name])
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="space-y-5">
        {GROUPS.map(({ title, names }) => (
          <fieldset key={title}>
            <legend className="mb-2 font-semibold text-sm">{title}</legend>
            <div className="grid grid-cols-1 items-end gap-x-4 gap-y-3 min-[26rem]:grid-cols-2 xl:grid-cols-3">
              {names.map((name) => (
                <TextField
                  key={name}
                  {...form.text(name)}
                  label={NEW_BUYER_LIMITS[name].label}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={5}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" busy={form.busy} disabled={!unsaved}>
          Zapisz limity
        </Button>
        {stale && (
          <Button variant="secondary" onClick={() => void takeStored()}>
            Wczytaj aktualne
          </Button>
        )}
        <p role="status" className="text-xs text-oud">
          {unsaved && 'Niezapisane zmiany'}
        </p>
      </div>
    </form>
  )
}
