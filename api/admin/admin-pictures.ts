import { createMiddleware } from 'hono/factory'
import { inTurn, readBody } from '#api/admit-request.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, createRoute, createRouter, refuseRedirects, requireAdmin, requireOwnOrigin } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { PICTURE_BYTES_MAX, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'

const binary = { schema: { type: 'string', format: 'binary' } } as const

/** Judges by the head alone whether the picture is read. */
const judgeHead = createMiddleware<ApiEnv>(async (c, next) => {
  if (!/^image\//i.test(c.req.header('content-type') ?? '')) return refuse(c, { reason: 'picture_wrong_type' })
  return next()
})

const readPicture = readBody({
  as: 'arrayBuffer',
  most: PICTURE_BYTES_MAX,
  withinMs: 30_000,
  isAdmins: true,
  tooLarge: 'picture_too_large',
})

const uploadRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/pictures',
  summary: 'Stores a picture for a product: the raw bytes of a JPEG, PNG or WebP of at most 5242880 bytes',
  // Caller and origin are checked before the body is read, and no picture has a place while it is still sent.
  middleware: [
    requireOwnOrigin,
    refuseRedirects,
    requireAdmin,
    judgeHead,
    readPicture,
    inTurn('picture', 'pictures_busy'),
  ] as const,
  request: { body: { required: true, content: { 'image/jpeg': binary, 'image/png': binary, 'image/webp': binary } } },
  responses: {
    ...answers(uploadedPictureSchema, 'The key to save a product with; an unused picture is deleted after a week'),
    ...errors(
      'not_found',
      'forbidden_origin',
      'unreadable_body',
      'picture_too_large',
      'picture_wrong_type',
      'picture_broken',
      'picture_too_many_pixels',
      'picture_too_slow',
      'pictures_busy',
      'picture_storage_unavailable',
    ),
  },
})

/** Takes raw bytes, so the guards of JSON and size do not apply. */
export const pictureRoutes = createRouter().openapi(uploadRoute, async (c) => {
  const { services, user } = c.var
  const picture = new Uint8Array(await c.req.arrayBuffer())
  const uploaded = await uploadPicture(services, { userId: user.id, picture })
  return uploaded.ok ? c.json({ image_key: uploaded.value.imageKey }, 200) : refuse(c, uploaded.failure)
})
