import { createMiddleware } from 'hono/factory'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'
import { COMPLAINT_PICTURE_BYTES } from '#domain/withdrawals/statement.ts'
import { inTurn, readBody } from './admit-request.ts'
import { refuse } from './errors.ts'
import { type ApiEnv, createRoute, createRouter, refuseRedirects, requireOwnOrigin } from './http.ts'
import { answers, errors } from './openapi.ts'

const binary = { schema: { type: 'string', format: 'binary' } } as const

/** Judges by the head and the caller's limit whether the picture is read. */
const judgeHead = createMiddleware<ApiEnv>(async (c, next) => {
  const { services, clientAddress } = c.var
  if (!/^image\//i.test(c.req.header('content-type') ?? '')) return refuse(c, { reason: 'picture_wrong_type' })
  if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
  const counted = await limitAttempts(services, 'complaint_picture', { account: null, clientAddress })
  return counted.ok ? next() : refuse(c, counted.failure)
})

const readPicture = readBody({
  as: 'arrayBuffer',
  most: COMPLAINT_PICTURE_BYTES,
  withinMs: 30_000,
  tooLarge: 'picture_too_large',
})

const uploadRoute = createRoute({
  method: 'post',
  path: '/complaint-pictures',
  summary: 'Stores a picture for a complaint: the raw bytes of a JPEG, PNG or WebP of at most 3145728 bytes',
  // No picture has a place while it is still sent.
  middleware: [
    requireOwnOrigin,
    refuseRedirects,
    judgeHead,
    readPicture,
    inTurn('complaintPicture', 'pictures_busy'),
  ] as const,
  request: { body: { required: true, content: { 'image/jpeg': binary, 'image/png': binary, 'image/webp': binary } } },
  responses: {
    ...answers(uploadedPictureSchema, 'The key to send a complaint with; an unused picture is deleted after a week'),
    ...errors(
      'forbidden_origin',
      'unreadable_body',
      'too_many_attempts',
      'body_too_large',
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

/** Takes raw bytes, so the guard of JSON does not apply. */
export const complaintPictureRoutes = createRouter().openapi(uploadRoute, async (c) => {
  const picture = new Uint8Array(await c.req.arrayBuffer())
  const uploaded = await uploadPicture(c.var.services, { userId: null, picture })
  return uploaded.ok ? c.json({ image_key: uploaded.value.imageKey }, 200) : refuse(c, uploaded.failure)
})
