import { PICTURE_BYTES_MAX, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import { refuse } from '../errors.ts'
import { createRoute, createRouter, refuseRedirects, requireAdmin, requireOwnOrigin } from '../http.ts'
import { answers, errors } from '../openapi.ts'

const binary = { schema: { type: 'string', format: 'binary' } } as const

const uploadRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/pictures',
  summary: 'Stores a picture for a product: the raw bytes of a JPEG, PNG or WebP of at most 5242880 bytes',
  // Who asks, and from where, is decided before the first byte of the body is read.
  middleware: [requireOwnOrigin, refuseRedirects, requireAdmin] as const,
  request: { body: { required: true, content: { 'image/jpeg': binary, 'image/png': binary, 'image/webp': binary } } },
  responses: {
    ...answers(uploadedPictureSchema, 'The key to save a product with; unused it is deleted after a week'),
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

/** One picture is worked on, three wait: what is in memory at once is bounded, whoever asks. */
const MOST_UNDER_WAY = 4
let underWay = 0

/** Takes raw bytes, so it stands outside the guards for JSON and size. */
export const pictureRoutes = createRouter().openapi(uploadRoute, async (c) => {
  if (!/^image\//i.test(c.req.header('content-type') ?? '')) return refuse(c, { reason: 'picture_wrong_type' })
  if (Number(c.req.header('content-length') ?? 0) > PICTURE_BYTES_MAX) return refuse(c, { reason: 'picture_too_large' })
  if (underWay >= MOST_UNDER_WAY) return refuse(c, { reason: 'pictures_busy' })
  underWay += 1
  try {
    const body = await readBody(c.req.raw)
    if (!body.ok) return refuse(c, body.failure)
    const { services, user } = c.var
    const uploaded = await uploadPicture(services, { userId: user.id, picture: body.value })
    return uploaded.ok ? c.json({ image_key: uploaded.value.imageKey }, 200) : refuse(c, uploaded.failure)
  } finally {
    underWay -= 1
  }
})

/** The whole body, or why not: no more of it is read than a picture may have. */
async function readBody(
  request: Request,
): Promise<Result<Uint8Array, { reason: 'picture_too_large' | 'unreadable_body' }>> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of request.body ?? []) {
      bytes += piece.byteLength
      if (bytes > PICTURE_BYTES_MAX) return fail({ reason: 'picture_too_large' })
      pieces.push(piece)
    }
  } catch {
    // Who sent it has gone, or stopped.
    return fail({ reason: 'unreadable_body' })
  }
  return ok(Buffer.concat(pieces))
}
