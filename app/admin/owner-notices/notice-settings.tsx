import { z } from 'zod'
import { apiQuery, readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { CheckboxField, SelectField } from '#app/ui/form/choice-fields.tsx'
import {
  MESSAGE_MODES,
  NOTICE_KIND_LABELS,
  NOTICE_KINDS,
  NOTICE_MODE_LABELS,
  NOTICE_MODES,
  type NoticeSettings,
  noticeSettingsChangeSchema,
} from '#domain/owner-notices/owner-notices.ts'
import { PushDevicesCard } from './push-devices.tsx'

/** 'Powiadomienia': which events the owner is notified of, how and when. */
export default function OwnerNotices() {
  return (
    <div className="space-y-4">
      <PushDevicesCard />
      <NoticeSettingsCard />
    </div>
  )
}

const noticeSettingsQuery = apiQuery(['admin-notice-settings'], (signal) =>
  callApi('get', '/api/admin/notice-settings', { signal }),
)

/** The events that are sent by mail and to devices, and when. */
function NoticeSettingsCard() {
  return (
    <QueryCard
      title="O czym i kiedy"
      query={noticeSettingsQuery}
      failed="Nie udało się załadować powiadomień"
      rows={8}
      lead={
        <>
          Wiadomości e-mail przychodzą na adres, którym logujesz się do panelu. Kilka zdarzeń naraz to jedna wiadomość.
        </>
      }
    >
      {(stored) => <NoticesForm stored={stored} />}
    </QueryCard>
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

/** The typed values, checked as the API checks them. */
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

const HOURS = Array.from({ length: 24 }, (_, hour) => [hour, `${hour}:00`] as const)

function NoticesForm({ stored }: { stored: NoticeSettings }) {
  const settings = useSettingsForm({
    stored,
    toTyped,
    schema: ({ version }) => formSchema(version),
    save: (json) => callApi('post', '/api/admin/notice-settings', { json }),
    read: () => readAgain(noticeSettingsQuery),
    saved: 'Zapisano powiadomienia',
    failed: { title: 'Nie udało się zapisać powiadomień' },
  })
  const { form } = settings
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {NOTICE_KINDS.map((kind) => (
          <div key={kind}>
            <SelectField {...form.text(`${kind}_mail`)} label={NOTICE_KIND_LABELS[kind]}>
              <Options
                of={(kind === 'message' ? MESSAGE_MODES : NOTICE_MODES).map((mode) => [mode, NOTICE_MODE_LABELS[mode]])}
              />
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
        <PanelField
          {...form.text('low_stock')}
          label="Produkt się kończy od tylu sztuk"
          inputMode="numeric"
          maxLength={3}
        />
        {(['quiet_from', 'quiet_to'] as const).map((name) => (
          <SelectField key={name} {...form.text(name)} label={name === 'quiet_from' ? 'Cisza od' : 'Cisza do'}>
            <option value="">bez ciszy</option>
            <Options of={HOURS} />
          </SelectField>
        ))}
      </div>
      <p className="mt-2 text-xs text-oud">Co wydarzy się w czasie ciszy, przyjdzie po niej.</p>
      <SaveBar settings={settings} save="Zapisz powiadomienia" />
    </form>
  )
}
