import { diffLines, diffWordsWithSpace } from 'diff'
import { Fragment, useState } from 'react'
import { z } from 'zod'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { ShopFeatures } from '#domain/terms/features/feature.ts'
import type { TermsArchive } from '#domain/terms/publish-terms.server.ts'
import { addMissing, compareFeatures, labelMissing } from '#domain/terms/shop-features.ts'
import {
  formatTermsDay,
  MOST_TERMS_CHARACTERS,
  newTermsSchema,
  parseTermsBody,
  writeTermsBody,
} from '#domain/terms/terms.ts'

type Typed = { version: string; body: string }

/** The unfinished draft of this tab. */
function readDraft(): Typed | null {
  const { version, body } = readStoredObject('terms_draft') ?? {}
  return typeof version === 'string' && typeof body === 'string' ? { version, body } : null
}

const schema = z.custom<Typed>().pipe(newTermsSchema)

type NewVersionProps = {
  archive: TermsArchive
  /** The text shipped with this build, filled with the present settings. */
  shopBody: string
  features: ShopFeatures
  onPublished(): Promise<void>
}

/** Edits a copy of the newest version, shows the differences, and publishes it after a confirmation. */
export function NewVersion({ archive, shopBody, features, onPublished }: NewVersionProps) {
  const { body, earliest, accounts, at_once: isAtOnce } = archive
  const [isAsking, setAsking] = useState(false)
  const form = useForm({
    schema,
    initial: readDraft() ?? { version: earliest, body },
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/terms', { json })
      setAsking(false)
      if (!answer.ok) return toFormProblem('Nie ogłoszono regulaminu', answer.failure)
      writeStored('terms_draft', null)
      toast({ title: `Ogłoszono regulamin od ${formatTermsDay(answer.value.version)}`, tone: 'success' })
      await onPublished()
      return undefined
    },
  })
  function change(changed: Partial<Typed>): void {
    form.change(changed)
    writeStored('terms_draft', JSON.stringify({ ...form.values, ...changed }))
  }
  const { values } = form
  const isChanged = values.body.trim() !== body.trim()
  const recipients = `${accounts} ${pluralize(accounts, { one: 'konto', few: 'konta', many: 'kont' })}`
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      <MissingSentences body={values.body} features={features} onAdd={(completed) => change({ body: completed })} />
      {shopBody !== body && (
        <p className="rounded-xl bg-sand/70 px-4 py-3 text-sm">
          Tekst, który sklep ma w zestawie z danymi z ustawień, różni się od najnowszej wersji.{' '}
          <button type="button" className="underline underline-offset-4" onClick={() => change({ body: shopBody })}>
            Wstaw go do pola
          </button>
        </p>
      )}
      <TextAreaField
        {...form.text('body')}
        label="Treść"
        most={MOST_TERMS_CHARACTERS}
        rows={18}
        onChange={(event) => change({ body: event.target.value })}
      />
      <p className="-mt-3 text-xs text-oud">
        Pusta linia oddziela rozdziały, pierwsza linia to nagłówek, punkty zaczynają się od numeru. Tytuł i dzień
        dopisuje sklep.
      </p>
      <TextField
        {...form.text('version')}
        label="Obowiązuje od"
        type="date"
        min={earliest}
        className="max-w-56"
        hint={
          isAtOnce
            ? 'Od razu: nie było jeszcze prawdziwego zamówienia, więc regulamin nikogo nie wiąże'
            : `Najwcześniej ${formatTermsDay(earliest)}`
        }
        onChange={(event) => change({ version: event.target.value })}
      />
      <Card title="Co się zmienia" className="bg-ivory!">
        <TermsDiff before={body} after={values.body} />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={!isChanged}
          onClick={() => {
            if (form.validate(schema) !== null) setAsking(true)
          }}
        >
          Ogłoś
        </Button>
        {isChanged && (
          <Button
            variant="quiet"
            onClick={() => {
              writeStored('terms_draft', null)
              form.replace({ version: earliest, body })
            }}
          >
            Przywróć najnowszą wersję
          </Button>
        )}
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Ogłosić regulamin?" size="sm">
        <div className="grid gap-4 px-5 py-4">
          <p>
            {`Nowy regulamin zacznie obowiązywać ${values.version === '' ? '' : formatTermsDay(values.version)}. `}
            {isAtOnce
              ? 'Do pierwszego prawdziwego zamówienia możesz go zmieniać. Nikogo nie trzeba zawiadamiać.'
              : `Sklep napisze dziś o zmianie na ${recipients}. Tego nie da się cofnąć.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button busy={form.busy} onClick={() => void form.submit()}>
              {isAtOnce ? 'Ogłoś od razu' : 'Ogłoś i zawiadom'}
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Jeszcze nie
            </Button>
          </div>
        </div>
      </Dialog>
    </form>
  )
}

type MissingSentencesProps = { body: string; features: ShopFeatures; onAdd(body: string): void }

/** Names what the text does not tell of, and adds the shop's sentences about it. */
function MissingSentences({ body, features, onAdd }: MissingSentencesProps) {
  const blocks = parseTermsBody(body)
  const gaps = compareFeatures(blocks, features)
  return (
    <>
      {gaps.missing.length > 0 && (
        <div className="grid gap-2 rounded-xl border border-wine/40 bg-white px-4 py-3 text-sm">
          <p>{`Ten tekst nie mówi wszystkiego o tym, co w sklepie działa: ${labelMissing(gaps)}.`}</p>
          <div>
            <Button variant="secondary" onClick={() => onAdd(writeTermsBody(addMissing(blocks, gaps)))}>
              Dopisz brakujące zdania
            </Button>
          </div>
        </div>
      )}
      {gaps.untrue.length > 0 && (
        <p className="rounded-xl border border-wine/40 bg-white px-4 py-3 text-sm">
          {`Ten tekst mówi o tym, co jest wyłączone: ${gaps.untrue.join(', ')}. Usuń te zdania.`}
        </p>
      )}
    </>
  )
}

/** The changed lines under the headings of their paragraphs, with the added and the removed words. */
function TermsDiff({ before, after }: { before: string; after: string }) {
  const changes = listChanges(before, after)
  if (changes.length === 0) return <p className="text-sm text-oud">Jeszcze nic.</p>
  return (
    <ul className="grid gap-4 text-sm">
      {changes.map(({ heading, lines }) => (
        <li key={heading}>
          <p className="font-semibold">{heading}</p>
          {lines.map((line) => (
            <p
              key={`${line.before}\n${line.after}`}
              className="mt-1.5 border-l-4 border-gold pl-3 break-words whitespace-pre-line"
            >
              <Words {...line} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

type ChangedLines = { before: string; after: string }

function listChanges(before: string, after: string): { heading: string; lines: ChangedLines[] }[] {
  const [old, now] = [readParagraphs(before), readParagraphs(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((heading) => ({ heading, lines: listChangedLines(old.get(heading) ?? '', now.get(heading) ?? '') }))
    .filter(({ lines }) => lines.length > 0)
}

/** The lines of each paragraph by its heading. */
function readParagraphs(body: string): Map<string, string> {
  return new Map(
    parseTermsBody(body).map((block) => [block.heading, writeTermsBody([block]).slice(block.heading.length + 1)]),
  )
}

/** Changed lines: each removed text with its replacement. */
function listChangedLines(before: string, after: string): ChangedLines[] {
  const parts = diffLines(endLine(before), endLine(after))
  return parts.flatMap(({ value, added, removed }, index) => {
    const next = parts[index + 1]
    if (removed) return { before: value.trim(), after: next?.added ? next.value.trim() : '' }
    return added && !parts[index - 1]?.removed ? { before: '', after: value.trim() } : []
  })
}

const endLine = (text: string) => (text === '' ? '' : `${text}\n`)

function Words({ before, after }: ChangedLines) {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key than their position
    <Fragment key={index}>
      {added ? (
        <ins className="bg-sage/60 no-underline">{value}</ins>
      ) : removed ? (
        <del className="text-wine">{value}</del>
      ) : (
        value
      )}
    </Fragment>
  ))
}
