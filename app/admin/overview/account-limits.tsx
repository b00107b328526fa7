import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  UNPROVEN_LIMITS,
  type UnprovenLimit,
  type UnprovenLimits,
  unprovenLimitsChangeSchema,
} from '#domain/settings/admin-settings.ts'
import { CardFailure, CardLoading, OverviewCard } from './overview-card.tsx'
import { refresh, unprovenLimitsQuery } from './overview-queries.ts'

const NAMES = Object.keys(UNPROVEN_LIMITS) as UnprovenLimit[]
type Typed = Record<UnprovenLimit, string>

/** What accounts may have on their way whose address nobody has proven. */
export function AccountLimits() {
  const { data, error, refetch } = useQuery(unprovenLimitsQuery, queryClient)
  return (
    <OverviewCard title="Limity kont bez potwierdzonego adresu">
      <p className="mb-3 text-sm text-night/85">
        Tyle naraz może zamówić ktoś, kto nie potwierdził adresu email i nie odebrał jeszcze żadnej paczki.
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

const toTyped = (limits: UnprovenLimits): Typed => ({
  open_checkouts: String(limits.open_checkouts),
  pieces_of_product: String(limits.pieces_of_product),
  pieces: String(limits.pieces),
  open_payments: String(limits.open_payments),
  mails_per_hour: String(limits.mails_per_hour),
})

/** Numbers as they were typed, checked as the API does. */
const formSchema = (version: string) =>
  z
    .record(
      z.string(),
      z.string().transform((typed) => Number(typed.trim() || Number.NaN)),
    )
    .transform((limits) => ({ ...limits, version }))
    .pipe(unprovenLimitsChangeSchema)

function LimitsForm({ stored }: { stored: UnprovenLimits }) {
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
    await refresh(unprovenLimitsQuery)
    const newest = queryClient.getQueryData(unprovenLimitsQuery.queryKey)
    if (!newest) return
    setSeen(newest)
    setStale(false)
    form.replace(toTyped(newest))
  }

  const saved = toTyped(seen)
  const unsaved = NAMES.some((name) => form.values[name] !== saved[name])
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 min-[26rem]:grid-cols-2 xl:grid-cols-3">
        {NAMES.map((name) => (
          <TextField
            key={name}
            {...form.text(name)}
            label={UNPROVEN_LIMITS[name].label}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
          />
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
