import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { href, Link, useNavigate } from 'react-router'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useHistoryDialog } from '#app/admin/history-dialog.ts'
import { apiQuery, refresh, toFormProblem, useAttempt } from '#app/admin/panel-calls.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { IconButton, RowList } from '#app/admin/ui/list-parts.tsx'
import { AnswerView, LoadingList } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import type { ListedGuide } from '#domain/guides/change-guides.server.ts'
import { MOST_GUIDES, newGuideSchema } from '#domain/guides/guide.ts'

const guidesQuery = apiQuery(['admin-guides'], (signal) => callApi('get', '/api/admin/guides', { signal }))

/** 'Poradnik': all pages of the guide, to be added, opened and deleted. */
export default function GuideList() {
  const answer = useQuery(guidesQuery, queryClient)
  const { subject, open, close } = useHistoryDialog('guide')
  const removal = useRemoval<ListedGuide>({
    title: 'Usunąć stronę poradnika?',
    confirm: 'Usuń stronę',
    question: (guide) => `„${guide?.title ?? ''}” zniknie ze sklepu i z tej listy. Tego nie można cofnąć.`,
    call: ({ id, version }) => callApi('delete', '/api/admin/guides/:id', { param: { id }, json: { version } }),
    failed: 'Nie usunięto strony poradnika',
    done: 'Strona usunięta',
    nameOf: ({ title }) => title,
    refresh: () => refresh(guidesQuery),
  })
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-sm text-night/85">
          Strony, które piszesz sam: z nagłówków, akapitów, zdjęć i produktów. Opublikowane stoją w sklepie pod adresem
          /poradnik, na stronie głównej i w mapie dla wyszukiwarek.
        </p>
        <Button onClick={() => open()} disabled={(answer.data?.length ?? 0) >= MOST_GUIDES}>
          <Plus aria-hidden="true" className="size-4" />
          Dodaj stronę
        </Button>
      </div>
      <AnswerView
        of={answer}
        failed="Nie udało się wczytać poradnika."
        loading={<LoadingList of="poradnika" rows={4} rowClass="h-14" />}
      >
        {(guides) =>
          guides.length === 0 ? (
            <EmptyState title="Nie ma jeszcze żadnej strony" />
          ) : (
            <>
              <RowList items={guides} keyOf={({ id }) => id}>
                {(guide) => <GuideRow guide={guide} onRemove={() => removal.ask(guide)} />}
              </RowList>
              <p className="mt-3 text-xs text-oud">{`Strony: ${guides.length} z ${MOST_GUIDES}`}</p>
            </>
          )
        }
      </AnswerView>
      {subject !== null && <NewGuideDialog onClose={close} />}
      {removal.dialog}
    </div>
  )
}

export function GuideState({ published }: { published: boolean }) {
  return (
    <span
      className={classNames(
        'shrink-0 rounded-full px-2 font-sans text-xs font-semibold',
        published ? 'bg-sage text-leaf' : 'bg-sand',
      )}
    >
      {published ? 'w sklepie' : 'szkic'}
    </span>
  )
}

function GuideRow({ guide: { id, slug, title, published }, onRemove }: { guide: ListedGuide; onRemove: () => void }) {
  return (
    <div className="relative flex items-center gap-2 py-1.5 pr-2 pl-4 text-sm hover:bg-ivory">
      <div className="mr-auto min-w-0 py-1.5 wrap-anywhere">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <Link
            to={href('/admin/ustawienia/poradnik/:id', { id })}
            className="underline-offset-4 hover:underline after:absolute after:inset-0 after:content-['']"
          >
            {title}
          </Link>
          <GuideState published={published} />
        </h2>
        <p className="text-xs text-oud">{href('/poradnik/:slug', { slug })}</p>
      </div>
      <IconButton icon={Trash2} label={`Usuń stronę ${title}`} className="relative text-wine" onClick={onRemove} />
    </div>
  )
}

/** Asks for the title alone, and leads to the draft. */
function NewGuideDialog({ onClose }: { onClose: CloseDialog }) {
  const navigate = useNavigate()
  const attempt = useAttempt()
  const form = useForm({
    schema: newGuideSchema,
    initial: { title: '' },
    async onSubmit(json) {
      const answer = await attempt((headers) => callApi('post', '/api/admin/guides', { json, headers }))
      await refresh(guidesQuery)
      if (!answer.ok) return toFormProblem('Nie dodano strony poradnika', answer.failure)
      void navigate(href('/admin/ustawienia/poradnik/:id', answer.value), { replace: true })
      return undefined
    },
  })
  return (
    <FormDialog title="Nowa strona poradnika" form={form} submit="Utwórz szkic" onClose={onClose}>
      <PanelField
        {...form.text('title')}
        label="Tytuł"
        required
        hint="Z niego powstaje adres. Możesz go zmieniać aż do publikacji."
      />
    </FormDialog>
  )
}
