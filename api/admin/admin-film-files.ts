import { createMiddleware } from 'hono/factory'
import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, z } from '#api/http.ts'
import { storeFilmFile } from '#domain/films/change-films.server.ts'
import { FILM_BYTES_MAX } from '#domain/films/film.ts'
import { receiveFile } from './receive-file.ts'

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
      return answerDone(await storeFilmFile(services, { ...params, bytes }))
    },
  ),
]
