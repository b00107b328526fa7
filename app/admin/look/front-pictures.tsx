import { z } from 'zod'
import { apiQuery, readAgain } from '#app/admin/panel-calls.ts'
import { PictureField } from '#app/admin/pictures/picture-field.tsx'
import { SaveBar, useSettingsForm } from '#app/admin/settings/settings-form.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import type { StoredFrontPicture } from '#domain/settings/front-picture-queries.server.ts'
import { FRONT_PLACES, newFrontPictureSchema } from '#domain/settings/front-pictures.ts'

const frontPicturesQuery = apiQuery(['admin-front-pictures'], (signal) =>
  callApi('get', '/api/admin/front-pictures', { signal }),
)

/** 'Zdjęcia strony głównej': the owner's pictures on the landing page, each saved alone. */
export default function FrontPicturesPage() {
  return (
    <QueryCard
      title="Własne zdjęcia"
      query={frontPicturesQuery}
      failed="Nie udało się załadować zdjęć strony głównej"
      rows={6}
      lead="Pionowe, 4:5, najlepiej ciemne: na telefonie zajmują całą szerokość. Bez zdjęcia na początku jest rysunek łuku."
    >
      {({ places }) => (
        <div className="grid gap-x-6 gap-y-8 md:grid-cols-2">
          {places.map((stored) => (
            <PlaceForm key={stored.place} stored={stored} />
          ))}
        </div>
      )}
    </QueryCard>
  )
}

type Typed = Pick<StoredFrontPicture, 'image_key' | 'alt'>

function PlaceForm({ stored }: { stored: StoredFrontPicture }) {
  const { place } = stored
  const settings = useSettingsForm({
    stored,
    toTyped: ({ image_key, alt }): Typed => ({ image_key, alt }),
    schema: ({ version }) =>
      z
        .custom<Typed>()
        .transform((typed) => ({ ...typed, place, version }))
        .pipe(newFrontPictureSchema),
    save: (json) => callApi('post', '/api/admin/front-pictures', { json }),
    read: async () => (await readAgain(frontPicturesQuery))?.places.find((other) => other.place === place),
    saved: 'Zapisano. W sklepie widać to od razu.',
    failed: { title: 'Nie zapisano zdjęcia' },
  })
  const { form } = settings
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-label={FRONT_PLACES[place]} className="space-y-3">
      <PictureField
        legend={FRONT_PLACES[place]}
        value={form.values.image_key}
        onChange={(image_key) => form.change({ image_key })}
      />
      <PanelField
        {...form.text('alt')}
        label="Co widać na zdjęciu"
        hint="Dla osób, które go nie widzą."
        maxLength={200}
      />
      <SaveBar settings={settings} save="Zapisz" />
    </form>
  )
}
