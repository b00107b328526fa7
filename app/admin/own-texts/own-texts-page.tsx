import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, readAgain, useWrite } from '#app/admin/panel-calls.ts'
import { SaveBar, usePreview, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { PRESET_TEXTS } from '#app/shop-texts.server.ts'
import { Button } from '#app/ui/button.tsx'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { newOwnTextsSchema, tidyText } from '#domain/settings/own-texts.ts'
import type { OwnTextsArchive } from '#domain/settings/publish-own-texts.server.ts'
import {
  labelTextSlot,
  listTextKeys,
  TEXT_GROUPS,
  TEXT_KEYS,
  type TextGroup,
  type TextKey,
  textSlotOf,
} from '#domain/settings/text-slots.ts'
import type { Route } from './+types/own-texts-page'

/** The shop's default texts, used where the owner wrote nothing. */
export const loader = () => PRESET_TEXTS

const ownTextsQuery = apiQuery(['admin-own-texts'], (signal) => callApi('get', '/api/admin/own-texts', { signal }))

/** 'Teksty sklepu': the owner's texts in place of the shop's, and their versions. */
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
  const preview = usePreview(form, href('/admin/podglad-tekstow'), 'texts')
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
            <Button variant="secondary" onClick={preview.show}>
              Podgląd
            </Button>
          }
        />
      </form>
      {preview.form}
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

type OwnTextVersionsProps = {
  archive: OwnTextsArchive
  /** Whether the form above has unpublished texts, which going back discards. */
  isChanged: boolean
  onRestored(): void
}

/** What was published, newest first. Going back publishes an earlier version again. */
function OwnTextVersions({ archive: { version, versions }, isChanged, onRestored }: OwnTextVersionsProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const restore = useWrite({
    call: (number: number) => callApi('post', '/api/admin/own-texts/restore', { json: { version, number } }),
    failed: 'Nie przywrócono wersji',
    onSuccess(_, number) {
      toast({ title: number === 0 ? 'Wróciły teksty domyślne' : `Wróciła wersja ${number}`, tone: 'success' })
      onRestored()
    },
    onSettled: () => setChosen(null),
  })
  if (version === 0) return <p className="mt-4 text-sm">Jeszcze nic nie opublikowano: sklep ma teksty domyślne.</p>
  return (
    <section aria-labelledby="wersje" className="mt-6 border-t border-night/10 pt-4">
      <h3 id="wersje" className="font-semibold">
        Wersje
      </h3>
      <ul className="divide-y divide-night/10 text-sm">
        {versions.map(({ number, changed, published_at: publishedAt, published_by: publishedBy }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <p>
                <span className="font-semibold">{`Wersja ${number}`}</span>
                <span className="text-oud">{`, ${formatShortMoment(publishedAt)}`}</span>
                <span className="wrap-anywhere text-oud">{`, ${publishedBy}`}</span>
              </p>
              <p className="text-xs text-night/80">{changed.map(labelTextSlot).join('; ')}</p>
            </div>
            {number === version ? (
              <span className="rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">W sklepie</span>
            ) : (
              <Button variant="quiet" size="tight" onClick={() => setChosen(number)}>
                {`Wróć do wersji ${number}`}
              </Button>
            )}
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
          <p className="font-semibold">Teksty domyślne</p>
          <Button variant="quiet" size="tight" onClick={() => setChosen(0)}>
            Wróć do domyślnych
          </Button>
        </li>
      </ul>
      <ConfirmDialog
        open={chosen !== null}
        title={chosen === 0 ? 'Wrócić do tekstów domyślnych?' : `Wrócić do wersji ${chosen}?`}
        confirm="Opublikuj ją znowu"
        busy={restore.isPending}
        onConfirm={() => chosen !== null && restore.mutate(chosen)}
        onClose={() => setChosen(null)}
      >
        <p>Sklep od razu pokaże tamte teksty. Obecne zostaną na liście wersji.</p>
        {isChanged && <p className="mt-2">Niezapisane zmiany na tej stronie przepadną.</p>}
      </ConfirmDialog>
    </section>
  )
}
