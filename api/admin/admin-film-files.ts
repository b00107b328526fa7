import { createMiddleware } from 'hono/factory'
import { DONE, done } from '#api/account/auth.ts'
import { readBody } from '#api/admit-request.ts'
import { refuse } from '#api/errors.ts'
import {
  type ApiEnv,
  createRoute,
  createRouter,
  refuseRedirects,
  requireAdmin,
  requireOwnOrigin,
  z,
} from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { storeFilmFile } from '#domain/films/change-films.server.ts'
import { FILM_BYTES_MAX } from '#domain/films/film.ts'

const binary = { schema: { type: 'string', format: 'binary' } } as const

/** Accepts one film at a time, which limits memory. */
let isUnderWay = false

/** Judges by the head alone whether the film is read. */
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

const uploadRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/films/{id}/file',
  summary: 'Stores the file of a film: the raw bytes of an MP4 or WebM of at most 20971520 bytes',
  // Caller and origin are checked before the body is read.
  middleware: [requireOwnOrigin, refuseRedirects, requireAdmin, judgeHead, readFilm] as const,
  request: {
    params: z.object({ id: z.uuid() }),
    body: { required: true, content: { 'video/mp4': binary, 'video/webm': binary } },
  },
  responses: {
    ...answers(done, 'Stored and shown'),
    ...errors(
      'not_found',
      'forbidden_origin',
      'invalid_request',
      'unreadable_body',
      'film_not_found',
      'film_too_large',
      'film_wrong_type',
      'films_busy',
      'film_storage_unavailable',
    ),
  },
})

/** Takes raw bytes, so the guards of JSON and size do not apply. */
export const filmFileRoutes = createRouter().openapi(uploadRoute, async (c) => {
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const stored = await storeFilmFile(c.var.services, { id: c.req.valid('param').id, bytes })
  return stored.ok ? c.json(DONE, 200) : refuse(c, stored.failure)
})
