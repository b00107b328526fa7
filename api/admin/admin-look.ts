import { adminCall, doneSchema } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { newLookSchema, uploadedLogoSchema } from '#domain/settings/look.ts'
import { publishLook, readLookArchive } from '#domain/settings/publish-look.server.ts'
import { uploadLogo } from '#domain/settings/upload-logo.server.ts'
import { receivePicture } from './receive-file.ts'

export const adminLookCalls = [
  adminCall.get(
    '/look',
    {
      summary: 'The owner’s colours and logo in place of the shop’s, and the versions of them',
      answers: ['The look and its versions'],
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
    ({ services, user, body }) => publishLook(services, user, body),
  ),
]

export const logoCalls = [
  adminCall.post(
    '/logos',
    {
      summary: 'Stores a logo to publish a look with: the raw bytes of a PNG, JPEG or WebP of at most 5242880 bytes',
      sends: ['image/png', 'image/jpeg', 'image/webp'],
      before: receivePicture(/^image\/(png|jpeg|webp)/i, 'logo_wrong_type'),
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
