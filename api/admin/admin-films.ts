import { createMiddleware } from 'hono/factory'
import { adminCall, doneSchema } from '#api/call.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, z } from '#api/http.ts'
import { addFilm, removeFilm, storeFilmFile } from '#domain/films/change-films.server.ts'
import { FILM_BYTES_MAX, filmInputSchema } from '#domain/films/film.ts'
import { listFilms } from '#domain/films/films-queries.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { receiveFile } from './receive-file.ts'

export const adminFilmCalls = [
  adminCall.get('/films', { answers: ['The films of the landing page, in their order'] }, async ({ services }) =>
    ok({ items: await listFilms(services.db) }),
  ),
  adminCall.post(
    '/films',
    {
      key: true,
      body: filmInputSchema,
      answers: ['Added'],
      refuses: ['film_limit_reached', 'picture_unavailable', 'idempotency_conflict'],
    },
    ({ services, user, key, body }) => addFilm(services, { userId: user.id, key }, body),
  ),
  adminCall.delete(
    '/films/{id}',
    {
      params: z.object({ id: z.uuid() }),
      answers: ['Removed with its file', doneSchema],
      refuses: ['invalid_request', 'film_not_found', 'film_storage_unavailable'],
    },
    ({ services, user, params }) => removeFilm(services, user.id, params.id),
  ),
]

/** Accepts one film at a time, which limits memory. */
let isUnderWay = false

const oneAtATime = createMiddleware<ApiEnv>(async (c, next) => {
  if (isUnderWay) return refuse(c, { reason: 'films_busy' })
  isUnderWay = true
  try {
    await next()
  } finally {
    isUnderWay = false
  }
})

export const filmFileCalls = [
  adminCall.post(
    '/films/{id}/file',
    {
      summary: 'Stores the file of a film: the raw bytes of an MP4 or WebM of at most 20971520 bytes',
      params: z.object({ id: z.uuid() }),
      sends: ['video/mp4', 'video/webm'],
      before: {
        run: receiveFile({
          types: /^video\//i,
          wrongType: 'film_wrong_type',
          most: FILM_BYTES_MAX,
          tooLarge: 'film_too_large',
          admit: oneAtATime,
        }),
        refuses: ['unreadable_body', 'film_too_large', 'films_busy'],
      },
      answers: ['Stored and shown', doneSchema],
      refuses: ['invalid_request', 'film_not_found', 'film_wrong_type', 'film_storage_unavailable'],
    },
    async ({ services, params }, c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      return storeFilmFile(services, { ...params, bytes })
    },
  ),
]
