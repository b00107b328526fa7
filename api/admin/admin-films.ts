import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { addFilm, removeFilm } from '#domain/films/change-films.server.ts'
import { filmInputSchema, filmsSchema } from '#domain/films/film.ts'
import { listFilms } from '#domain/films/films-queries.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminFilmCalls = [
  adminCall.get(
    '/films',
    { answers: ['The films of the landing page, in their order', filmsSchema] },
    async ({ services }) => ok({ items: await listFilms(services.db) }),
  ),
  adminCall.post(
    '/films',
    {
      key: true,
      body: filmInputSchema,
      answers: ['Added', z.object({ id: z.uuid() })],
      refuses: ['film_limit_reached', 'picture_unavailable', 'idempotency_conflict'],
    },
    ({ services, user, key, body }) => addFilm(services, { userId: user.id, idempotencyKey: key }, body),
  ),
  adminCall.delete(
    '/films/{id}',
    {
      params: z.object({ id: z.uuid() }),
      answers: ['Removed with its file', doneSchema],
      refuses: ['invalid_request', 'film_not_found', 'film_storage_unavailable'],
    },
    async ({ services, user, params }) => answerDone(await removeFilm(services, user.id, params.id)),
  ),
]
