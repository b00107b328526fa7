import { createMiddleware } from 'hono/factory'
import { inTurn, readBody } from '#api/admit-request.ts'
import { adminCall } from '#api/call.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, refuseRedirects, requireAdmin, requireOwnOrigin } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { PICTURE_BYTES_MAX, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'

/** Decides by the request's headers alone whether the picture is read. */
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

/** Takes raw bytes, so the guards of JSON and size do not apply. */
export const pictureCalls = [
  adminCall.post(
    '/pictures',
    {
      summary: 'Stores a picture for a product: the raw bytes of a JPEG, PNG or WebP of at most 5242880 bytes',
      sends: ['image/jpeg', 'image/png', 'image/webp'],
      before: {
        // Caller and origin are checked before the body is read. Only a received picture takes a place in the queue.
        run: [
          requireOwnOrigin,
          refuseRedirects,
          requireAdmin,
          judgeHead,
          readPicture,
          inTurn('picture', 'pictures_busy'),
        ],
        refuses: ['unreadable_body', 'picture_too_large', 'pictures_busy'],
      },
      answers: ['The key to save a product with; an unused picture is deleted after a week', uploadedPictureSchema],
      refuses: [
        'picture_wrong_type',
        'picture_broken',
        'picture_too_many_pixels',
        'picture_too_slow',
        'picture_storage_unavailable',
      ],
    },
    async ({ services, user }, c) => {
      const picture = new Uint8Array(await c.req.arrayBuffer())
      const uploaded = await uploadPicture(services, { userId: user.id, picture })
      return uploaded.ok ? ok({ image_key: uploaded.value.imageKey }) : uploaded
    },
  ),
]
