import { useState } from 'react'
import { href, Link } from 'react-router'
import { z } from 'zod'
import { formatDay } from '#app/admin/orders/moments.ts'
import { OverviewCard, QueryCard } from '#app/admin/overview/overview-card.tsx'
import { apiQuery, refresh, toFormProblem } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { renderShopTerms } from '#app/legal/shop-terms.ts'
import { servicesContext } from '#app/services-context.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { pluralize } from '#domain/kernel/text.ts'
import {
  formatTermsDay,
  MOST_TERMS_CHARACTERS,
  newTermsSchema,
  splitTerms,
  type TermsArchive,
} from '#domain/terms/terms.ts'
import type { Route } from './+types/terms-page'
import { TermsDiff } from './terms-diff.tsx'

/** The text that this build brings along, with the seller of today's settings. */
export function loader({ context }: Route.LoaderArgs) {
  return { shopBody: splitTerms(renderShopTerms(context.get(servicesContext).profile).fullText).body }
}

const termsQuery = apiQuery(['admin-terms'], (signal) => callApi('get', '/api/admin/terms', { signal }))

/** 'Regulamin': the versions, and the publishing of another one. */
export default function TermsPage({ loaderData: { shopBody } }: Route.ComponentProps) {
  return (
    <div className="space-y-4">
      <h1 className="font-display text-2xl">Regulamin</h1>
      <QueryCard
        title="Wersje"
        query={termsQuery}
        failed="Nie udało się załadować regulaminu"
        rows={3}
        lead="Każde zamówienie pamięta wersję, którą zaakceptowano. Ogłoszonej wersji nie można zmienić ani usunąć."
      >
        {(archive) => <Versions archive={archive} />}
      </QueryCard>
      <QueryCard title="Nowa wersja" query={termsQuery} failed="Nie udało się załadować regulaminu" rows={12}>
        {(archive) => <NewVersion key={archive.versions.length} archive={archive} shopBody={shopBody} />}
      </QueryCard>
    </div>
  )
}

function Versions({ archive: { versions, inForce } }: { archive: TermsArchive }) {
  return (
    <ul className="divide-y divide-night/10 text-sm">
      {versions.map(({ version, sha256, publishedAt }) => (
        <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
          <a
            href={href('/regulamin/:version', { version })}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 lg:min-h-8"
          >
            {`Od ${formatTermsDay(version)}`}
            <span className="sr-only"> (otwiera się w nowej karcie)</span>
          </a>
          <span className="rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">
            {version === inForce ? 'Obowiązuje' : version > inForce ? 'Ogłoszona' : 'Wcześniejsza'}
          </span>
          <span className="text-xs text-oud">
            zapisana {formatDay(publishedAt)}, suma kontrolna <code title={sha256}>{sha256.slice(0, 12)}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}

type Typed = { version: string; body: string }

/** Unfinished work of this tab. */
function readDraft(): Typed | null {
  const { version, body } = readStoredObject('terms_draft') ?? {}
  return typeof version === 'string' && typeof body === 'string' ? { version, body } : null
}

const schema = z.custom<Typed>().pipe(newTermsSchema)

function NewVersion({ archive, shopBody }: { archive: TermsArchive; shopBody: string }) {
  const { body, earliest, accounts } = archive
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
      await refresh(termsQuery)
      return undefined
    },
  })
  function change(changed: Partial<Typed>): void {
    form.change(changed)
    writeStored('terms_draft', JSON.stringify({ ...form.values, ...changed }))
  }
  const { values } = form
  const isChanged = values.body.trim() !== body.trim()
  const told = `${accounts} ${pluralize(accounts, { one: 'konto', few: 'konta', many: 'kont' })}`
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
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
        hint={`Najwcześniej ${formatTermsDay(earliest)}`}
        onChange={(event) => change({ version: event.target.value })}
      />
      <OverviewCard title="Co się zmienia" className="bg-ivory!">
        <TermsDiff before={body} after={values.body} />
      </OverviewCard>
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
        <Link to={href('/admin')} className={buttonClass('quiet')}>
          Przegląd
        </Link>
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Ogłosić regulamin?" size="sm">
        <div className="grid gap-4 px-5 py-4">
          <p>
            {`Nowy regulamin zacznie obowiązywać ${values.version === '' ? '' : formatTermsDay(values.version)}. `}
            {`Sklep napisze dziś o zmianie na ${told}. Tego nie da się cofnąć.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button busy={form.busy} onClick={() => void form.submit()}>
              Ogłoś i zawiadom
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
