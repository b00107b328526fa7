import { createMiddleware } from 'hono/factory'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'
import { COMPLAINT_PICTURE_BYTES } from '#domain/returns/statement.ts'
import { inTurn, readBody } from './admit-request.ts'
import { publicCall } from './call.ts'
import { refuse } from './errors.ts'
import { type ApiEnv, refuseRedirects, requireOwnOrigin } from './http.ts'

/** Decides by the request's headers and the caller's limit whether the picture is read. */
const judgeHead = createMiddleware<ApiEnv>(async (c, next) => {
  const { services, clientAddress } = c.var
  if (!/^image\//i.test(c.req.header('content-type') ?? '')) return refuse(c, { reason: 'picture_wrong_type' })
  if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
  const counted = await limitAttempts(services, 'complaint_picture', { account: null, clientAddress })
  return counted.ok ? next() : refuse(c, counted.failure)
})

const readPicture = readBody({ as: 'arrayBuffer', most: COMPLAINT_PICTURE_BYTES, withinMs: 30_000 })

/** Takes raw bytes, so the guard of JSON does not apply. */
export const complaintPictureCalls = [
  publicCall.post(
    '/complaint-pictures',
    {
      summary:
        'Stores a picture for a complaint or a review: the raw bytes of a JPEG, PNG or WebP of at most 3145728 bytes',
      sends: ['image/jpeg', 'image/png', 'image/webp'],
      before: {
        // A picture takes a place in the queue only once it is received.
        run: [requireOwnOrigin, refuseRedirects, judgeHead, readPicture, inTurn('complaintPicture', 'pictures_busy')],
        refuses: ['unreadable_body', 'too_many_attempts', 'body_too_large', 'pictures_busy'],
      },
      answers: ['The key to send it with; an unused picture is deleted after a day', uploadedPictureSchema],
      refuses: [
        'picture_wrong_type',
        'picture_broken',
        'picture_too_many_pixels',
        'picture_too_slow',
        'picture_storage_unavailable',
      ],
    },
    async ({ services }, c) =>
      uploadPicture(services, { userId: null, picture: new Uint8Array(await c.req.arrayBuffer()) }),
  ),
]
