import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { CardFailure, CardLoading, OverviewCard } from '#app/admin/overview/overview-card.tsx'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/checkbox-field.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  MESSAGE_MODES,
  NOTICE_KIND_LABELS,
  NOTICE_KINDS,
  NOTICE_MODE_LABELS,
  NOTICE_MODES,
  type NoticeSettings,
  noticeSettingsChangeSchema,
} from '#domain/owner-notices/owner-notices.ts'

const noticeSettingsQuery = queryOptions({
  queryKey: ['admin-notice-settings'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/notice-settings', { signal })),
})

/** Of what the owner is told by mail and on devices, and when. */
export function NoticeSettingsCard() {
  const { data, error, refetch } = useQuery(noticeSettingsQuery, queryClient)
  return (
    <OverviewCard title="O czym i kiedy">
      <p className="mb-3 text-sm text-night/85">
        Wiadomości e-mail przychodzą na adres, którym logujesz się do panelu. Kilka zdarzeń naraz to jedna wiadomość.
      </p>
      {data ? (
        <NoticesForm stored={data} />
      ) : error ? (
        <CardFailure title="Nie udało się załadować powiadomień" error={error} onRetry={() => void refetch()} />
      ) : (
        <CardLoading rows={8} />
      )}
    </OverviewCard>
  )
}

/** Numbers and hours as they are typed. */
type Typed = Omit<NoticeSettings, 'version' | NumberName> & Record<NumberName, string>
type NumberName = 'low_stock' | 'quiet_from' | 'quiet_to'

const toTyped = ({ version: _, low_stock, quiet_from, quiet_to, ...kinds }: NoticeSettings): Typed => ({
  ...kinds,
  low_stock: String(low_stock),
  quiet_from: quiet_from === null ? '' : String(quiet_from),
  quiet_to: quiet_to === null ? '' : String(quiet_to),
})

/** What stands in the fields, checked as the API does. */
const formSchema = (version: string) =>
  z
    .custom<Typed>()
    .transform(({ low_stock, quiet_from, quiet_to, ...kinds }) => ({
      ...kinds,
      low_stock: Number(low_stock.trim() || Number.NaN),
      quiet_from: quiet_from === '' ? null : Number(quiet_from),
      quiet_to: quiet_to === '' ? null : Number(quiet_to),
      version,
    }))
    .pipe(noticeSettingsChangeSchema)

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

function NoticesForm({ stored }: { stored: NoticeSettings }) {
  const [seen, setSeen] = useState(stored)
  const [stale, setStale] = useState(false)
  const form = useForm({
    schema: formSchema(seen.version),
    initial: toTyped(stored),
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/notice-settings', { json })
      if (answer.ok) {
        toast({ title: 'Zapisano powiadomienia', tone: 'success' })
        await takeStored()
        return undefined
      }
      const { failure } = answer
      const title = 'Nie udało się zapisać powiadomień'
      if (failure.reason === 'unreachable') return { toast: { title, description: 'Brak połączenia ze sklepem.' } }
      if (failure.code === 'changed_meanwhile') setStale(true)
      return { fields: failure.fields, toast: { title, description: failure.message } }
    },
  })

  async function takeStored() {
    await queryClient.invalidateQueries({ queryKey: noticeSettingsQuery.queryKey })
    const newest = queryClient.getQueryData(noticeSettingsQuery.queryKey)
    if (!newest) return
    setSeen(newest)
    setStale(false)
    form.replace(toTyped(newest))
  }

  const saved = toTyped(seen)
  const unsaved = (Object.keys(saved) as (keyof Typed)[]).some((name) => form.values[name] !== saved[name])
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {NOTICE_KINDS.map((kind) => (
          <div key={kind}>
            <SelectField {...form.text(`${kind}_mail`)} label={NOTICE_KIND_LABELS[kind]}>
              {(kind === 'message' ? MESSAGE_MODES : NOTICE_MODES).map((mode) => (
                <option key={mode} value={mode}>
                  {NOTICE_MODE_LABELS[mode]}
                </option>
              ))}
            </SelectField>
            <CheckboxField
              {...form.checkbox(`${kind}_push`)}
              label={
                <>
                  Także na telefonie i komputerze<span className="sr-only">: {NOTICE_KIND_LABELS[kind]}</span>
                </>
              }
            />
          </div>
        ))}
        <TextField
          {...form.text('low_stock')}
          label="Produkt się kończy od tylu sztuk"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
        <HourField {...form.text('quiet_from')} label="Cisza od" />
        <HourField {...form.text('quiet_to')} label="Cisza do" />
      </div>
      <p className="mt-2 text-xs text-oud">Co wydarzy się w czasie ciszy, przyjdzie po niej.</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" busy={form.busy} disabled={!unsaved}>
          Zapisz powiadomienia
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

type HourFieldProps = {
  name: string
  label: string
  value: string
  error?: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

function HourField(props: HourFieldProps) {
  return (
    <SelectField {...props}>
      <option value="">bez ciszy</option>
      {HOURS.map((hour) => (
        <option key={hour} value={hour}>
          {hour}:00
        </option>
      ))}
    </SelectField>
  )
}
