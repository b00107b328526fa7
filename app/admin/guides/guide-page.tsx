import { useRef } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { acceptRefusal, apiQuery, readAgain } from '#app/admin/panel-calls.ts'
import { SaveBar, usePreview, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { DetailPage, Loading } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { AdminGuide } from '#domain/guides/change-guides.server.ts'
import { GUIDE_TEXTS, type GuideBlock, guideChangeSchema } from '#domain/guides/guide.ts'
import type { Route } from './+types/guide-page'
import { BlocksField } from './blocks-field.tsx'
import { GuideState } from './guides-page.tsx'

const guideQuery = (id: string) => ({
  ...apiQuery(['admin-guide', id], async (signal) =>
    acceptRefusal(await callApi('get', '/api/admin/guides/:id', { param: { id }, signal }), 'guide_not_found'),
  ),
  // The form begins with what the shop has now.
  gcTime: 0,
})

/** One page of the guide: its texts, its blocks, a preview, and whether it is published. */
export default function GuideEditor({ params }: Pick<Route.ComponentProps, 'params'>) {
  return (
    <DetailPage
      list={{ to: href('/admin/ustawienia/poradnik'), label: 'Cały poradnik' }}
      query={guideQuery(params.id)}
      failed="Nie udało się wczytać strony poradnika."
      loading={<Loading of="strony poradnika" rows={4} rowClass="h-24 rounded-2xl" className="max-w-3xl space-y-4" />}
      missing={{ title: 'Nie ma takiej strony poradnika' }}
    >
      {(guide) => <GuideForm key={guide.id} guide={guide} />}
    </DetailPage>
  )
}

type Typed = { title: string; description: string; blocks: readonly GuideBlock[] }

function GuideForm({ guide }: { guide: AdminGuide }) {
  const { id } = guide
  const query = guideQuery(id)
  /** Whether the next save publishes the page. */
  const isForAll = useRef(guide.published)
  const settings = useSettingsForm({
    stored: guide,
    toTyped: ({ title, description, blocks }): Typed => ({ title, description, blocks }),
    schema: ({ version }) =>
      z
        .custom<Typed>()
        .transform((typed) => ({ ...typed, version, published: isForAll.current }))
        .pipe(guideChangeSchema),
    save: (json) => callApi('patch', '/api/admin/guides/:id', { param: { id }, json }),
    read: async () => (await readAgain(query)) ?? undefined,
    saved: 'Zapisano stronę poradnika',
    failed: { title: 'Nie zapisano strony poradnika' },
  })
  const { form, seen, isChanged } = settings
  const preview = usePreview(form, href('/admin/podglad-poradnika'), 'guide')
  const address = href('/poradnik/:slug', { slug: seen.slug })

  function save(published: boolean) {
    isForAll.current = published
    void form.submit()
  }

  function showPreview() {
    isForAll.current = false
    preview.show()
  }

  return (
    <div className="max-w-3xl">
      <h1 className="flex flex-wrap items-center gap-3 font-display text-2xl wrap-anywhere">
        {seen.title}
        <GuideState published={seen.published} />
      </h1>
      <p className="mb-4 text-sm wrap-anywhere">
        {seen.published ? (
          <NewTabLink href={address} className="inline-flex min-h-11 items-center underline underline-offset-4">
            {address}
          </NewTabLink>
        ) : (
          `Adres: ${address}${seen.published_at === null ? ' (zmienia się z tytułem aż do publikacji)' : ''}`
        )}
      </p>
      <form
        ref={form.ref}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save(seen.published)
        }}
      >
        <div className="card grid gap-4 p-4 sm:p-5">
          <TextAreaField {...form.text('title')} label="Tytuł" most={GUIDE_TEXTS.title} rows={1} required />
          <TextAreaField
            {...form.text('description')}
            label="Opis na liście i dla wyszukiwarek"
            most={GUIDE_TEXTS.description}
            rows={2}
          />
        </div>
        <BlocksField
          blocks={form.values.blocks}
          names={seen.product_names}
          error={form.errors.blocks}
          onChange={(blocks) => form.change({ blocks })}
        />
        <SaveBar
          settings={settings}
          save={seen.published ? 'Zapisz i opublikuj' : 'Zapisz szkic'}
          sticky
          choice={
            <>
              <Button variant="secondary" onClick={showPreview}>
                Podgląd
              </Button>
              <Button
                variant="secondary"
                busy={form.busy}
                disabled={settings.isStale}
                onClick={() => save(!seen.published)}
              >
                {seen.published ? 'Ukryj' : 'Opublikuj'}
              </Button>
            </>
          }
        >
          {!isChanged && (seen.published ? 'W sklepie widać tę wersję' : 'W sklepie jej nie widać')}
        </SaveBar>
      </form>
      {preview.form}
    </div>
  )
}
