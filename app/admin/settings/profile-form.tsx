import type { ReactNode } from 'react'
import { href, Link, matchPath, useLocation } from 'react-router'
import { z } from 'zod'
import { setupQuery } from '#app/admin/overview/overview-data.ts'
import { apiQuery, readAgain, refresh } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { Card } from '#app/admin/ui/card.tsx'
import { Loading, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { StoredProfile } from '#domain/settings/change-profile.server.ts'
import { findProfileMistakes } from '#domain/settings/profile-change.ts'
import {
  fieldOf,
  INITIAL_PROFILE,
  isInvented,
  listEditedKeys,
  nameVariable,
  type ProfileKey,
  type ProfileValues,
  tidyProfileValue,
} from '#domain/settings/profile-fields.ts'
import type { ProfilePage } from '#domain/settings/profile-rules.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'

const profileQuery = apiQuery(['admin-shop-profile'], (signal) => callApi('get', '/api/admin/shop-profile', { signal }))

type ProfileGroup = { title: string; lead?: ReactNode; keys: readonly ProfileKey[] }

const GROUPS: Record<ProfilePage, readonly ProfileGroup[]> = {
  seller: [
    {
      title: 'Firma',
      lead: (
        <>
          Stoi w stopce, regulaminie, umowach i wiadomościach. Ogłoszony{' '}
          <Link to={href('/admin/regulamin')} className="underline underline-offset-4">
            regulamin
          </Link>{' '}
          wymienia sprzedawcę z dnia ogłoszenia: po zmianie nazwy, adresu, NIP-u albo kontaktu ogłoś nowy.
        </>
      ),
      keys: [
        'seller_name',
        'seller_address',
        'seller_nip',
        'seller_regon',
        'seller_register',
        'seller_bdo',
        'vat_registered',
      ],
    },
    {
      title: 'Opakowania',
      lead: 'Z tego i z liczby paczek „Miesiąc” liczy kilogramy do sprawozdania BDO.',
      keys: ['parcel_paper_grams', 'parcel_plastic_grams'],
    },
    { title: 'Kontakt', keys: ['seller_email', 'seller_phone'] },
    { title: 'Zwroty i konto', keys: ['return_address', 'nearby_return_url', 'seller_bank_account'] },
    { title: 'Dokumenty', keys: ['hosting_provider', 'responsible_person'] },
  ],
  shop: [
    { title: 'Nazwa', keys: ['shop_name'] },
    {
      title: 'Media społecznościowe',
      lead: 'Linki w stopce. Puste pole: linku nie ma.',
      keys: ['instagram_url', 'tiktok_url', 'facebook_url'],
    },
    { title: 'Dostępność', keys: ['micro_entrepreneur'] },
  ],
  measuring: [
    {
      title: 'Google',
      lead: 'Mierzy się tylko odwiedziny tych, którzy się zgodzą. Bez identyfikatora sklep o nic nie pyta.',
      keys: ['measurement_ids', 'measurement_conversion'],
    },
  ],
}

/** The page of the settings that the address names. */
export default function ProfileSettings() {
  const { pathname } = useLocation()
  const page = SETTINGS_PAGES.find(({ to }) => matchPath(to, pathname))?.profile
  return page && <ProfileForm key={page} page={page} />
}

/** The fields of the shop's profile on one page of the settings. Fields set by the environment are read-only. */
export function ProfileForm({ page }: { page: ProfilePage }) {
  return (
    <QueryView
      query={profileQuery}
      failed="Nie udało się załadować ustawień"
      loading={
        <Card title={GROUPS[page][0]?.title ?? ''}>
          <Loading rows={6} />
        </Card>
      }
    >
      {(stored) => <Fields stored={stored} page={page} />}
    </QueryView>
  )
}

type Typed = Record<ProfileKey, string>

function Fields({ stored, page }: { stored: StoredProfile; page: ProfilePage }) {
  const keys = listEditedKeys(page)
  const settings = useSettingsForm({
    stored,
    toTyped: (profile) => toTyped(profile, keys),
    schema: (seen) => formSchema(seen, keys),
    save: (changes, { version }) => callApi('post', '/api/admin/shop-profile', { json: { ...changes, version } }),
    async read() {
      void refresh(setupQuery)
      return readAgain(profileQuery)
    },
    saved: 'Zapisano. W sklepie widać to od razu.',
    failed: { title: 'Nie udało się zapisać' },
  })
  const { form, seen } = settings
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      {GROUPS[page].map(({ title, lead, keys: inGroup }) => (
        <Card key={title} title={title}>
          {lead !== undefined && <div className="mb-3 max-w-prose text-sm text-night/85">{lead}</div>}
          <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
            {seen.fields
              .filter(({ key }) => inGroup.includes(key))
              .map(({ key, value, source }) => (
                <ProfileFieldInput
                  key={key}
                  name={key}
                  inForce={value}
                  source={source}
                  input={form.text(key)}
                  onSwitch={(isOn) => form.change({ [key]: isOn ? 'yes' : 'no' })}
                />
              ))}
          </div>
        </Card>
      ))}
      <SaveBar settings={settings} save="Zapisz" sticky />
    </form>
  )
}

/** The typed text. A demo value is replaced by an empty field. */
function toTyped({ fields }: StoredProfile, keys: readonly ProfileKey[]): Typed {
  const shown = fields.filter(({ key }) => keys.includes(key))
  return Object.fromEntries(
    shown.map(({ key, value, source }) => [key, source === 'initial' && isInvented(key, value) ? '' : value]),
  ) as Typed
}

/** The changed fields, checked as the API checks them. Unchanged fields are not checked. */
function formSchema(seen: StoredProfile, keys: readonly ProfileKey[]) {
  const before = toTyped(seen, keys)
  const inForce = Object.fromEntries(seen.fields.map(({ key, value }) => [key, value])) as Partial<ProfileValues>
  return z.custom<Typed>().transform((typed, context): Partial<ProfileValues> => {
    const changes: Partial<ProfileValues> = Object.fromEntries(
      keys.flatMap((key) => (typed[key] === before[key] ? [] : [[key, tidyProfileValue(key, typed[key])]])),
    )
    const mistakes = findProfileMistakes(changes, { ...INITIAL_PROFILE, ...inForce, ...changes })
    for (const [key, message] of Object.entries(mistakes)) context.addIssue({ code: 'custom', path: [key], message })
    return changes
  })
}

const INPUT_MODES = { email: 'email', tel: 'tel', url: 'url', numeric: 'numeric' } as const

type ProfileFieldInputProps = {
  name: ProfileKey
  /** The shop's present value. */
  inForce: string
  source: StoredProfile['fields'][number]['source']
  input: TextProps
  onSwitch(isOn: boolean): void
}

function ProfileFieldInput({ name, inForce, source, input, onSwitch }: ProfileFieldInputProps) {
  const { label, hint, isSwitch, kind, autoComplete = 'off', optional } = fieldOf(name)
  const isFixed = source === 'environment'
  const fixedBy = `Ustawione w konfiguracji serwera (${nameVariable(name)})`
  if (isSwitch) {
    return (
      <div id={name} className="scroll-mt-4 sm:col-span-2">
        <CheckboxField
          name={name}
          label={label}
          checked={input.value === 'yes'}
          error={input.error}
          disabled={isFixed}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        <p className="max-w-prose text-xs text-oud">{isFixed ? fixedBy : hint}</p>
      </div>
    )
  }
  const isDemo = source === 'initial' && isInvented(name, inForce)
  const isLong = inForce.length > 30 || name.endsWith('_address') || name.endsWith('_url') || name.startsWith('meas')
  return (
    <div id={name} className={classNames('scroll-mt-4', isLong && 'sm:col-span-2')}>
      <TextField
        {...input}
        label={label}
        hint={isFixed ? fixedBy : isDemo ? `Teraz w sklepie: „${inForce}”, dane pokazowe.` : hint}
        type={kind === 'email' ? 'email' : 'text'}
        inputMode={kind && INPUT_MODES[kind]}
        autoCapitalize={kind === 'email' || kind === 'url' ? 'none' : undefined}
        autoComplete={autoComplete}
        readOnly={isFixed}
        required={!optional && !isFixed}
        maxLength={200}
        className={isFixed ? '[&_input]:bg-sand/60' : undefined}
      />
    </div>
  )
}
