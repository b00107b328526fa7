import { z } from 'zod'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import type { TextProps } from '#app/ui/form/form.tsx'
import {
  buildLogoUrl,
  LOOK_COLORS,
  type Look,
  type LookColor,
  newLookSchema,
  proposeColor,
} from '#domain/settings/look.ts'
import type { LookArchive } from '#domain/settings/publish-look.server.ts'
import { LogoField } from './logo-field.tsx'

const lookQuery = apiQuery(['admin-look'], (signal) => callApi('get', '/api/admin/look', { signal }))

const COLORS: Record<LookColor, { label: string; hint: string }> = {
  accent: { label: 'Akcent', hint: 'Linie, gwiazdki, obramowanie wybranych rzeczy.' },
  dark: { label: 'Ciemny', hint: 'Teksty, przyciski, stopka i górny pasek.' },
}
const NAMES = Object.keys(COLORS) as LookColor[]

/** 'Wygląd': logo and two colours of the shop. A sample shows them before they are published. */
export default function LookPage() {
  return (
    <QueryCard
      title="Logo i kolory"
      query={lookQuery}
      failed="Nie udało się załadować wyglądu"
      rows={6}
      lead="Logo i dwa kolory sklepu. Panel, e-maile i wydruki zostają bez zmian. Puste pole to kolor domyślny."
    >
      {(archive) => <LookForm archive={archive} />}
    </QueryCard>
  )
}

type Typed = Record<LookColor, string> & { logo: string | null }
const isColor = (typed: string) => /^#[0-9a-f]{6}$/i.test(typed.trim())

function LookForm({ archive }: { archive: LookArchive }) {
  const settings = useSettingsForm({
    stored: archive,
    toTyped: ({ accent, dark, logo }): Typed => ({ accent: accent ?? '', dark: dark ?? '', logo }),
    schema: ({ version }) =>
      z
        .custom<Typed>()
        .transform((typed): Omit<Look, 'logo'> & { logo: string | null; version: number } => ({ ...typed, version }))
        .pipe(newLookSchema),
    save: (json) => callApi('post', '/api/admin/look', { json }),
    read: () => readAgain(lookQuery),
    saved: 'Opublikowano. W sklepie widać to od razu.',
    failed: { title: 'Nie opublikowano wyglądu' },
  })
  const { form, seen } = settings
  const show = (name: LookColor) => (isColor(form.values[name]) ? form.values[name].trim() : LOOK_COLORS[name])
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <div className="space-y-4">
          <LogoField logo={form.values.logo} error={form.errors.logo} onChange={(logo) => form.change({ logo })} />
          {NAMES.map((name) => (
            <ColorField
              key={name}
              name={name}
              input={form.text(name)}
              onUse={(color) => form.change({ [name]: color })}
            />
          ))}
        </div>
        <Sample accent={show('accent')} dark={show('dark')} logo={form.values.logo} />
      </div>
      <SaveBar settings={settings} save="Opublikuj">
        {seen.version === 0 && 'Sklep ma nazwę zamiast logo i kolory domyślne.'}
      </SaveBar>
      {seen.version > 0 && (
        <section aria-labelledby="wersje" className="mt-6 border-t border-night/10 pt-4">
          <h3 id="wersje" className="font-semibold">
            Wersje
          </h3>
          <ul className="divide-y divide-night/10 text-sm">
            {[...seen.versions, null].map((version) => (
              <li key={version?.number ?? 0} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <p className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">
                    {version ? `Wersja ${version.number}` : 'Nazwa i kolory domyślne'}
                  </span>
                  {version && (
                    <span className="text-oud">
                      {`, ${formatShortMoment(version.published_at)}, ${version.published_by}: `}
                      {[...NAMES.map((name) => version[name] ?? 'domyślny'), version.logo ? 'logo' : 'bez logo'].join(
                        ', ',
                      )}
                    </span>
                  )}
                </p>
                {version?.number === seen.version ? (
                  <span className="rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">W sklepie</span>
                ) : (
                  <Button
                    variant="quiet"
                    size="tight"
                    onClick={() =>
                      form.change({
                        accent: version?.accent ?? '',
                        dark: version?.dark ?? '',
                        logo: version?.logo ?? null,
                      })
                    }
                  >
                    {version ? `Wczytaj wersję ${version.number}` : 'Wczytaj domyślne'}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </form>
  )
}

/** A colour that is typed or picked. It offers the nearest usable colour for one with too little contrast. */
function ColorField({ name, input, onUse }: { name: LookColor; input: TextProps; onUse: (color: string) => void }) {
  const { label, hint } = COLORS[name]
  const typed = input.value.trim().toLowerCase()
  const proposed = isColor(typed) ? proposeColor(name, typed) : undefined
  return (
    <div>
      <PanelField
        {...input}
        label={label}
        hint={hint}
        placeholder={LOOK_COLORS[name]}
        maxLength={9}
        trailing={
          <input
            type="color"
            aria-label={`${label}: wybierz z palety`}
            className="mr-1 size-11 cursor-pointer rounded-lg bg-transparent p-1.5"
            value={isColor(typed) ? typed : LOOK_COLORS[name]}
            onChange={({ target }) => onUse(target.value)}
          />
        }
      />
      {proposed !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {input.error === undefined && <span>Za mały kontrast.</span>}
          <Button variant="secondary" size="tight" onClick={() => onUse(proposed)}>
            {`Użyj ${proposed}`}
          </Button>
        </p>
      )}
    </div>
  )
}

/** What the colours look like on a page of the shop. */
function Sample({ accent, dark, logo }: Record<LookColor, string> & { logo: string | null }) {
  return (
    <div className="self-start overflow-hidden rounded-2xl border border-night/15" aria-hidden="true" inert>
      <p className="px-4 py-2 text-center text-xs text-ivory" style={{ background: dark }}>
        Górny pasek sklepu
      </p>
      {logo !== null && (
        <p className="border-b border-night/10 bg-ivory px-4 py-2.5">
          <img src={buildLogoUrl(logo)} alt="" className="h-10 max-w-60 object-contain object-left" />
        </p>
      )}
      <div className="space-y-3 bg-ivory p-4" style={{ color: dark }}>
        <p className="border-l-2 pl-3 font-display text-xl" style={{ borderColor: accent }}>
          Nazwa perfum
        </p>
        <p className="text-sm">
          Tekst strony i <span className="underline underline-offset-4">odnośnik</span>{' '}
          <span className="rounded-full bg-sand px-2.5 py-0.5 text-xs font-semibold">PLAKIETKA</span>
        </p>
        <p className="flex items-center gap-4">
          <span className="rounded-full px-5 py-2 text-sm font-semibold text-ivory" style={{ background: dark }}>
            Do koszyka
          </span>
          <span className="rounded-full bg-white px-4 py-2 text-sm" style={{ outline: `3px solid ${accent}` }}>
            Wybrane
          </span>
        </p>
      </div>
    </div>
  )
}
