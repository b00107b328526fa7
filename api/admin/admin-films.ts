import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { idempotencyHeaderSchema, readKey } from '#api/orders.ts'
import { addFilm, removeFilm } from '#domain/films/change-films.server.ts'
import { filmInputSchema, filmsSchema } from '#domain/films/film.ts'
import { listFilms } from '#domain/films/films-queries.server.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const listRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/films',
  responses: { ...answers(filmsSchema, 'The films of the landing page, in their order'), ...errors('not_found') },
})

const addRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/films',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(filmInputSchema) },
  responses: {
    ...answers(z.object({ id: z.uuid() }), 'Added'),
    ...bodyErrors('not_found', 'film_limit_reached', 'picture_unavailable', 'idempotency_conflict'),
  },
})

const removeRoute = createRoute({
  ...admin,
  method: 'delete',
  path: '/admin/films/{id}',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    ...answers(done, 'Removed with its file'),
    ...errors('not_found', 'invalid_request', 'film_not_found', 'film_storage_unavailable'),
  },
})

export const adminFilmRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => c.json({ items: await listFilms(c.var.services.db) }, 200))
  .openapi(addRoute, async (c) => {
    const { services, user } = c.var
    const who = { userId: user.id, idempotencyKey: readKey(c.req.valid('header')) }
    const added = await addFilm(services, who, c.req.valid('json'))
    return added.ok ? c.json(added.value, 200) : refuse(c, added.failure)
  })
  .openapi(removeRoute, async (c) => {
    const { services, user } = c.var
    const removed = await removeFilm(services, user.id, c.req.valid('param').id)
    return removed.ok ? c.json(DONE, 200) : refuse(c, removed.failure)
  })
