import { z } from 'zod'
import { apiQuery, readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { FieldProblem, PanelField } from '#app/admin/ui/form-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type DispatchSettings, dispatchSettingsChangeSchema } from '#domain/settings/admin-settings.ts'
import { describeHoliday, expectDelivery, promiseDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'

const dispatchQuery = apiQuery(['admin-dispatch-calendar'], (signal) =>
  callApi('get', '/api/admin/dispatch-calendar', { signal }),
)

/** When parcels leave, and when the shop takes a break. */
export default function DispatchCalendarPage() {
  return (
    <QueryCard
      title="Dni, godzina i przerwa"
      id="terminy"
      query={dispatchQuery}
      failed="Nie udało się załadować terminów wysyłki"
      rows={5}
    >
      {(stored) => <CalendarForm stored={stored} />}
    </QueryCard>
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

/** '24.12.2026' for '2026-12-24'. */
const toTypedDay = (day: string) => day.split('-').toReversed().join('.')

/** Reads '24.12.2026'. Anything else stays as it was typed; the schema judges it. */
function readTypedDay(typed: string): string {
  const [, date, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed) ?? []
  return date && month && year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : typed
}

function toTyped(stored: DispatchSettings): Typed {
  const days = WEEKDAYS.map(({ name }, index) => [name, !stored.closed_weekdays.includes(index + 1)])
  return {
    dispatch_until: String(stored.dispatch_until),
    closed_dates: stored.closed_dates.map(toTypedDay).join(', '),
    holiday_from: stored.holiday_from ?? '',
    holiday_to: stored.holiday_to ?? '',
    holiday_selling: stored.holiday_selling,
    ...(Object.fromEntries(days) as Record<Weekday, boolean>),
  }
}

/** The typed values, checked as the API checks them. */
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
  const settings = useSettingsForm({
    stored,
    toTyped,
    schema: ({ version }) => formSchema(version),
    save: (json) => callApi('post', '/api/admin/dispatch-calendar', { json }),
    read: () => readAgain(dispatchQuery),
    saved: 'Zapisano terminy wysyłki',
    failed: { title: 'Nie udało się zapisać terminów wysyłki' },
  })
  const { form, seen } = settings
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <ShownNow calendar={seen} />
      <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
        <PanelField
          {...form.text('dispatch_until')}
          label="Tego samego dnia wysyłasz do godziny"
          inputMode="numeric"
          maxLength={5}
        />
        <PanelField {...form.text('closed_dates')} label="Inne dni bez wysyłki, np. 2.05.2027" />
      </div>
      <fieldset className="mt-3">
        <legend className="text-sm font-semibold">Wysyłasz w dni</legend>
        <div className="flex flex-wrap gap-x-5">
          {WEEKDAYS.map(({ name, label }) => (
            <CheckboxField key={name} {...form.checkbox(name)} error={undefined} label={label} />
          ))}
        </div>
        <FieldProblem>{form.errors.closed_weekdays}</FieldProblem>
      </fieldset>
      <p className="mb-3 text-xs text-oud">W dni ustawowo wolne nic nie wyjeżdża, nie trzeba ich wpisywać.</p>
      <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
        <TextField {...form.text('holiday_from')} type="date" label="Przerwa od" />
        <TextField {...form.text('holiday_to')} type="date" label="Przerwa do (włącznie)" />
      </div>
      <CheckboxField {...form.checkbox('holiday_selling')} label="W czasie przerwy sklep przyjmuje zamówienia" />
      <SaveBar settings={settings} save="Zapisz terminy" />
    </form>
  )
}

/** What buyers read now. */
function ShownNow({ calendar }: { calendar: DispatchSettings }) {
  const clock = readWarsawClock(new Date())
  const expected = expectDelivery(calendar, clock)
  const shown = [expected && promiseDelivery(expected, 'locker'), describeHoliday(calendar, clock.day)]
  const quoted = shown.filter((text) => text !== null).map((text) => `„${text}”`)
  return <p className="mb-3 text-sm text-night/85">W sklepie widać teraz: {quoted.join(' oraz ')}</p>
}
