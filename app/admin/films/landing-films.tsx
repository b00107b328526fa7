import { Plus, Trash2 } from 'lucide-react'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { apiQuery, refresh } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { Button } from '#app/ui/button.tsx'
import { type Film, labelFilmPlace, MOST_FILMS } from '#domain/films/film.ts'
import { FilmDialog } from './film-dialog.tsx'

const filmsQuery = apiQuery(['admin-films'], (signal) => callApi('get', '/api/admin/films', { signal }))

const refreshFilms = () => refresh(filmsQuery)

/** The films on the landing page. */
export default function LandingFilms() {
  return (
    <QueryCard title="Filmy na stronie głównej" query={filmsQuery} failed="Nie udało się załadować filmów" rows={2}>
      {({ items }) => <Films films={items} />}
    </QueryCard>
  )
}

function Films({ films }: { films: readonly Film[] }) {
  const { subject, open, close } = useHistoryDialog('film')
  const removal = useRemoval<Film>({
    title: 'Usunąć film?',
    confirm: 'Usuń film',
    question: (film) => `Film „${film?.title ?? ''}” zniknie ze strony głównej. Tego nie można cofnąć.`,
    call: ({ id }) => callApi('delete', '/api/admin/films/:id', { param: { id } }),
    failed: 'Nie udało się usunąć filmu',
    done: 'Film usunięty',
    nameOf: ({ title }) => title,
    refresh: refreshFilms,
  })
  return (
    <>
      {films.length === 0 && <p className="mb-3 text-sm text-night/85">Bez własnych filmów widać film sklepu.</p>}
      <ul className="mb-3 divide-y divide-night/10">
        {films.map((film) => (
          <li key={film.id} className="flex items-center gap-3 py-2">
            <div className="w-12 shrink-0">
              <ProductPicture imageKey={film.image_key} alt="" sizes="3rem" className="w-full rounded-lg" />
            </div>
            <div className="mr-auto min-w-0">
              <p className="font-semibold wrap-anywhere">{film.title}</p>
              <p className="text-xs text-oud">
                {film.link !== null
                  ? `Link: ${labelFilmPlace(film.link)}`
                  : (film.file?.split('.').at(-1)?.toUpperCase() ??
                    'Plik nie doszedł w całości. Usuń film i dodaj go ponownie.')}
              </p>
            </div>
            <Button
              variant="quiet"
              size="tight"
              aria-label={`Usuń film: ${film.title}`}
              onClick={() => removal.ask(film)}
            >
              <Trash2 aria-hidden="true" className="size-4" />
              Usuń
            </Button>
          </li>
        ))}
      </ul>
      {films.length < MOST_FILMS ? (
        <Button variant="secondary" onClick={() => open()}>
          <Plus aria-hidden="true" className="size-4" />
          Dodaj film
        </Button>
      ) : (
        <p className="text-xs text-oud">Mieszczą się {MOST_FILMS} filmy. Usuń któryś, aby dodać nowy.</p>
      )}
      {subject !== null && <FilmDialog onClose={close} onChanged={refreshFilms} />}
      {removal.dialog}
    </>
  )
}
