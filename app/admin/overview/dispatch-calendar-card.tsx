import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/checkbox-field.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { type DispatchSettings, dispatchSettingsChangeSchema } from '#domain/settings/admin-settings.ts'
import { readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { expectDelivery, promiseDelivery, tellHoliday } from '#domain/shipping/delivery-date/delivery-date.ts'
import { CardFailure, CardLoading, OverviewCard } from './overview-card.tsx'

const dispatchQuery = queryOptions({
  queryKey: ['admin-dispatch-calendar'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/dispatch-calendar', { signal })),
})

/** When parcels leave, and for how long nobody sends any. */
export function DispatchCalendarCard() {
  const { data, error, refetch } = useQuery(dispatchQuery, queryClient)
  return (
    <OverviewCard title="Terminy wysyłki i przerwa" id="terminy">
      {data ? (
        <CalendarForm stored={data} />
      ) : error ? (
        <CardFailure title="Nie udało się załadować terminów wysyłki" error={error} onRetry={() => void refetch()} />
      ) : (
        <CardLoading rows={5} />
      )}
    </OverviewCard>
  )
}

const WEEKDAYS = [
  { name: 'day1', label: 'pn' },
  { name: 'day2', label: 'wt' },
  { name: 'day3', label: 'śr' },
  { name: 'day4', label: 'cz' },
  { name: 'day5', label: 'pt' },
  { name: 'day6', label: 'sb' },
  { name: 'day7', label: 'nd' },
] as const
type Weekday = (typeof WEEKDAYS)[number]['name']

type Typed = Record<'dispatch_until' | 'closed_dates' | 'holiday_from' | 'holiday_to', string> &
  Record<Weekday | 'holiday_selling', boolean>

/** '24.12.2026' of '2026-12-24' */
const toTypedDay = (day: string) => day.split('-').toReversed().join('.')

/** A day as it was typed, '24.12.2026' too; anything else stays, to be refused. */
function readTypedDay(typed: string): string {
  const [, date, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed) ?? []
  return date && month && year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : typed
}

function toTyped(stored: DispatchSettings): Typed {
  const works = (weekday: number) => !stored.closed_weekdays.includes(weekday)
  return {
    dispatch_until: String(stored.dispatch_until),
    closed_dates: stored.closed_dates.map(toTypedDay).join(', '),
    holiday_from: stored.holiday_from ?? '',
    holiday_to: stored.holiday_to ?? '',
    holiday_selling: stored.holiday_selling,
    day1: works(1),
    day2: works(2),
    day3: works(3),
    day4: works(4),
    day5: works(5),
    day6: works(6),
    day7: works(7),
  }
}

/** What stands in the fields, checked as the API does. */
const formSchema = (version: string) =>
  z
    .custom<Typed>()
    .transform((typed) => ({
      dispatch_until: Number(typed.dispatch_until.trim().replace(/:00$/, '') || Number.NaN),
      closed_weekdays: WEEKDAYS.flatMap(({ name }, index) => (typed[name] ? [] : [index + 1])),
      closed_dates: typed.closed_dates
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(readTypedDay),
      holiday_from: typed.holiday_from || null,
      holiday_to: typed.holiday_to || null,
      holiday_selling: typed.holiday_selling,
      version,
    }))
    .pipe(dispatchSettingsChangeSchema)

function CalendarForm({ stored }: { stored: DispatchSettings }) {
  const [seen, setSeen] = useState(stored)
  const [stale, setStale] = useState(false)
  const form = useForm({
    schema: formSchema(seen.version),
    initial: toTyped(stored),
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/dispatch-calendar', { json })
      if (answer.ok) {
        toast({ title: 'Zapisano terminy wysyłki', tone: 'success' })
        await takeStored()
        return undefined
      }
      const { failure } = answer
      const title = 'Nie udało się zapisać terminów wysyłki'
      if (failure.reason === 'unreachable') return { toast: { title, description: 'Brak połączenia ze sklepem.' } }
      if (failure.code === 'changed_meanwhile') setStale(true)
      return { fields: failure.fields, toast: { title, description: failure.message } }
    },
  })

  async function takeStored() {
    await queryClient.invalidateQueries({ queryKey: dispatchQuery.queryKey })
    const newest = queryClient.getQueryData(dispatchQuery.queryKey)
    if (!newest) return
    setSeen(newest)
    setStale(false)
    form.replace(toTyped(newest))
  }

  const saved = toTyped(seen)
  const unsaved = (Object.keys(saved) as (keyof Typed)[]).some((name) => form.values[name] !== saved[name])
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <ShownNow calendar={seen} />
      <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
        <TextField
          {...form.text('dispatch_until')}
          label="Tego samego dnia wysyłasz do godziny"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
        />
        <TextField {...form.text('closed_dates')} label="Inne dni bez wysyłki, np. 2.05.2027" autoComplete="off" />
      </div>
      <fieldset className="mt-3">
        <legend className="text-sm font-semibold">Wysyłasz w dni</legend>
        <div className="flex flex-wrap gap-x-5">
          {WEEKDAYS.map(({ name, label }) => (
            <CheckboxField key={name} {...form.checkbox(name)} error={undefined} label={label} />
          ))}
        </div>
        {form.errors.closed_weekdays && (
          <p role="alert" className="text-xs font-medium text-wine">
            {form.errors.closed_weekdays}
          </p>
        )}
      </fieldset>
      <p className="mb-3 text-xs text-oud">W dni ustawowo wolne nic nie wyjeżdża, nie trzeba ich wpisywać.</p>
      <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
        <TextField {...form.text('holiday_from')} type="date" label="Przerwa od" />
        <TextField {...form.text('holiday_to')} type="date" label="Przerwa do (włącznie)" />
      </div>
      <CheckboxField {...form.checkbox('holiday_selling')} label="W czasie przerwy sklep przyjmuje zamówienia" />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button type="submit" busy={form.busy} disabled={!unsaved}>
          Zapisz terminy
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

/** What buyers read now. */
function ShownNow({ calendar }: { calendar: DispatchSettings }) {
  const clock = readWarsawClock(new Date())
  const expected = expectDelivery(calendar, clock)
  const holiday = tellHoliday(calendar, clock.day)
  return (
    <p className="mb-3 text-sm text-night/85">
      W sklepie widać teraz: {expected && `„${promiseDelivery(expected, 'locker')}”`}
      {holiday !== null && ` oraz „${holiday}”`}
    </p>
  )
}
