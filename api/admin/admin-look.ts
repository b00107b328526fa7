import { createMiddleware } from 'hono/factory'
import { inTurn, readBody } from '#api/admit-request.ts'
import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, refuseRedirects, requireAdmin, requireOwnOrigin } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { PICTURE_BYTES_MAX } from '#domain/pictures/picture.ts'
import { lookArchiveSchema, newLookSchema, uploadedLogoSchema } from '#domain/settings/look.ts'
import { publishLook, readLookArchive } from '#domain/settings/publish-look.server.ts'
import { uploadLogo } from '#domain/settings/upload-logo.server.ts'

export const adminLookCalls = [
  adminCall.get(
    '/look',
    {
      summary: 'The owner’s colours and logo in place of the shop’s, and the versions of them',
      answers: ['The look and its versions', lookArchiveSchema],
    },
    async ({ services }) => ok(await readLookArchive(services)),
  ),
  adminCall.post(
    '/look',
    {
      summary:
        'Publishes another version of the owner’s colours and logo; null: the shop’s colour, its name for a logo',
      description: 'A colour with too little contrast is refused with the nearest one that can be used.',
      body: newLookSchema,
      answers: ['Published', doneSchema],
      refuses: ['changed_meanwhile', 'logo_unavailable'],
    },
    async ({ services, user, body }) => answerDone(await publishLook(services, user, body)),
  ),
]

/** Decides by the request's headers alone whether the picture is read. */
const judgeHead = createMiddleware<ApiEnv>(async (c, next) => {
  if (!/^image\/(png|jpeg|webp)/i.test(c.req.header('content-type') ?? '')) {
    return refuse(c, { reason: 'logo_wrong_type' })
  }
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
export const logoCalls = [
  adminCall.post(
    '/logos',
    {
      summary: 'Stores a logo to publish a look with: the raw bytes of a PNG, JPEG or WebP of at most 5242880 bytes',
      sends: ['image/png', 'image/jpeg', 'image/webp'],
      before: {
        // Caller and origin are checked before the body is read.
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
      answers: ['The key to publish; a logo that is not published is deleted after a day', uploadedLogoSchema],
      refuses: [
        'logo_wrong_type',
        'logo_wrong_shape',
        'logo_too_small',
        'logo_too_pale',
        'picture_broken',
        'picture_too_many_pixels',
        'picture_too_slow',
      ],
    },
    async ({ services, user }, c) =>
      uploadLogo(services, { userId: user.id, picture: new Uint8Array(await c.req.arrayBuffer()) }),
  ),
]
