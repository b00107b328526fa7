import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { SaveBar, useSettingsForm } from '#app/admin/overview/settings-form.tsx'
import { apiQuery, readAgain } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { PRESET_TEXTS } from '#app/shop-texts.server.ts'
import { Button } from '#app/ui/button.tsx'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { newOwnTextsSchema, type OwnTextsArchive, tidyText } from '#domain/settings/own-texts.ts'
import {
  listTextKeys,
  TEXT_GROUPS,
  TEXT_KEYS,
  type TextGroup,
  type TextKey,
  textSlotOf,
} from '#domain/settings/text-slots.ts'
import type { Route } from './+types/own-texts-page'
import { OwnTextVersions } from './own-text-versions.tsx'

/** The shop's default texts, used where the owner wrote nothing. */
export const loader = () => PRESET_TEXTS

const ownTextsQuery = apiQuery(['admin-own-texts'], (signal) => callApi('get', '/api/admin/own-texts', { signal }))

/** 'Teksty sklepu': what the owner writes in place of the shop's texts, and the versions of it. */
export default function OwnTextsPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <QueryCard
      title="Własne słowa"
      query={ownTextsQuery}
      failed="Nie udało się załadować tekstów sklepu"
      rows={12}
      lead="Piszesz zwykły tekst, bez HTML. Puste pole to tekst domyślny. Czego nie zmienisz, to z nową wersją sklepu poprawia
        się samo."
    >
      {(archive) => <OwnTextsForm archive={archive} presets={loaderData} />}
    </QueryCard>
  )
}

type Typed = Record<TextKey, string>

/** The owner's texts without empty ones and defaults, checked as the API checks them. */
const formSchema = (version: number, presets: Typed) =>
  z
    .custom<Typed>()
    .transform((typed) => {
      const isOwn = (key: TextKey) => !['', presets[key]].includes(tidyText(textSlotOf(key), typed[key]))
      return { version, ...Object.fromEntries(TEXT_KEYS.filter(isOwn).map((key) => [key, typed[key]])) }
    })
    .pipe(newOwnTextsSchema)

/** Every text that the owner may replace, by group, with a preview of the landing page before publishing. */
function OwnTextsForm({ archive, presets }: { archive: OwnTextsArchive; presets: Typed }) {
  const settings = useSettingsForm({
    stored: archive,
    toTyped: ({ texts }): Typed => ({ ...presets, ...texts }),
    schema: ({ version }) => formSchema(version, presets),
    save: (json) => callApi('post', '/api/admin/own-texts', { json }),
    read: () => readAgain(ownTextsQuery),
    saved: 'Opublikowano. W sklepie widać to od razu.',
    failed: { title: 'Nie opublikowano tekstów' },
  })
  const { form, seen, isChanged } = settings
  const draft = useRef<HTMLInputElement>(null)

  /** In a tab of its own, so that the typed texts stay here. */
  function showPreview() {
    const texts = form.validate(form.schema)
    if (texts === null || !draft.current) return
    draft.current.value = JSON.stringify(texts)
    draft.current.form?.submit()
  }

  return (
    <>
      <form ref={form.ref} noValidate onSubmit={form.submit}>
        {(Object.keys(TEXT_GROUPS) as TextGroup[]).map((group) => {
          const keys = listTextKeys(group)
          const own = keys.filter((key) => form.values[key] !== presets[key]).length
          return (
            <TextsGroup key={group} name={group} own={own} isWrong={keys.some((key) => form.errors[key] !== undefined)}>
              {keys.map((key) => (
                <OwnTextField
                  key={key}
                  name={key}
                  input={form.text(key)}
                  preset={presets[key]}
                  onReset={() => form.change({ [key]: presets[key] })}
                />
              ))}
            </TextsGroup>
          )
        })}
        <SaveBar
          settings={settings}
          save="Opublikuj"
          sticky
          choice={
            <Button variant="secondary" onClick={showPreview}>
              Podgląd
            </Button>
          }
        />
      </form>
      <form method="post" action={href('/admin/podglad-tekstow')} target="_blank" hidden rel="noopener">
        <input ref={draft} type="hidden" name="texts" />
      </form>
      <OwnTextVersions archive={seen} isChanged={isChanged} onRestored={settings.load} />
    </>
  )
}

type TextsGroupProps = { name: TextGroup; own: number; isWrong: boolean; children: ReactNode }

/** Closed except the first group, and opened when a text is invalid. `own`: how many texts are the owner's. */
function TextsGroup({ name, own, isWrong, children }: TextsGroupProps) {
  const group = useRef<HTMLDetailsElement>(null)
  const heading = useId()
  useEffect(() => {
    if (isWrong && group.current) group.current.open = true
  }, [isWrong])
  return (
    <details ref={group} aria-labelledby={heading} open={name === 'hero'} className="group border-t border-night/10">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 [&::-webkit-details-marker]:hidden">
        <h3 id={heading} className="min-w-0 flex-1 py-2.5 font-semibold">
          {TEXT_GROUPS[name]}
        </h3>
        {own > 0 && (
          <span className="shrink-0 rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">{`własne: ${own}`}</span>
        )}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pb-5">{children}</div>
    </details>
  )
}

const ROWS = { paragraphs: 10, questions: 18, paragraph: 3 } as const
/** Texts up to this many characters have a field of one line. */
const ONE_LINE = 80

type OwnTextFieldProps = { name: TextKey; input: TextProps; preset: string; onReset(): void }

/** A text with its limit; a text of the owner's can be reset to the default. */
function OwnTextField({ name, input, preset, onReset }: OwnTextFieldProps) {
  const { label, kind, most, hint } = textSlotOf(name)
  const noteId = useId()
  const isEmpty = input.value.trim() === ''
  return (
    <div>
      <TextAreaField
        {...input}
        label={label}
        most={most}
        rows={most <= ONE_LINE ? 1 : ROWS[kind]}
        placeholder={preset}
        aria-details={noteId}
      />
      <p id={noteId} className="text-xs text-night/80">
        {isEmpty ? 'Puste: w sklepie stoi tekst domyślny.' : hint}
      </p>
      {input.value !== preset && (
        <Button variant="quiet" size="tight" className="-ml-3" onClick={onReset}>
          <span>Przywróć domyślny</span>
          <span className="sr-only">{`: ${label}`}</span>
        </Button>
      )}
    </div>
  )
}
