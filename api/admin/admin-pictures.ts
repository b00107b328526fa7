import { adminCall } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'
import { receivePicture } from './receive-file.ts'

export const pictureCalls = [
  adminCall.post(
    '/pictures',
    {
      summary: 'Stores a picture for a product: the raw bytes of a JPEG, PNG or WebP of at most 5242880 bytes',
      sends: ['image/jpeg', 'image/png', 'image/webp'],
      before: receivePicture(/^image\//i, 'picture_wrong_type'),
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
