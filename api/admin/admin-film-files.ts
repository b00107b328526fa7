import { createMiddleware } from 'hono/factory'
import { readBody } from '#api/admit-request.ts'
import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, refuseRedirects, requireAdmin, requireOwnOrigin, z } from '#api/http.ts'
import { storeFilmFile } from '#domain/films/change-films.server.ts'
import { FILM_BYTES_MAX } from '#domain/films/film.ts'

/** Accepts one film at a time, which limits memory. */
let isUnderWay = false

/** Decides by the request's headers alone whether the film is read. */
const judgeHead = createMiddleware<ApiEnv>(async (c, next) => {
  if (!/^video\//i.test(c.req.header('content-type') ?? '')) return refuse(c, { reason: 'film_wrong_type' })
  if (isUnderWay) return refuse(c, { reason: 'films_busy' })
  isUnderWay = true
  try {
    await next()
  } finally {
    isUnderWay = false
  }
})

const readFilm = readBody({
  as: 'arrayBuffer',
  most: FILM_BYTES_MAX,
  withinMs: 30_000,
  isAdmins: true,
  tooLarge: 'film_too_large',
})

/** Takes raw bytes, so the guards of JSON and size do not apply. */
export const filmFileCalls = [
  adminCall.post(
    '/films/{id}/file',
    {
      summary: 'Stores the file of a film: the raw bytes of an MP4 or WebM of at most 20971520 bytes',
      params: z.object({ id: z.uuid() }),
      sends: ['video/mp4', 'video/webm'],
      before: {
        // Caller and origin are checked before the body is read.
        run: [requireOwnOrigin, refuseRedirects, requireAdmin, judgeHead, readFilm],
        refuses: ['unreadable_body', 'film_too_large', 'films_busy'],
      },
      answers: ['Stored and shown', doneSchema],
      refuses: ['invalid_request', 'film_not_found', 'film_wrong_type', 'film_storage_unavailable'],
    },
    async ({ services, params }, c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      return answerDone(await storeFilmFile(services, { ...params, bytes }))
    },
  ),
]
