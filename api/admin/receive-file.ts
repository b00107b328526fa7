import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { inTurn, readBody } from '#api/admit-request.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, refuseRedirects, requireAdmin, requireOwnOrigin } from '#api/http.ts'
import { PICTURE_BYTES_MAX } from '#domain/pictures/picture.ts'

type FileRule = {
  /** What the Content-Type header begins with. */
  types: RegExp
  wrongType: 'picture_wrong_type' | 'logo_wrong_type' | 'label_file_wrong_type' | 'film_wrong_type'
  /** The largest file, bytes. */
  most: number
  tooLarge: 'picture_too_large' | 'label_file_too_large' | 'film_too_large'
  /** Runs before the file is read. */
  admit?: MiddlewareHandler<ApiEnv>
}

/**
 * What runs before a call of the admin that takes a file as raw bytes, so the guards of JSON and size do not apply:
 * caller, origin and the request's headers decide whether the file is read.
 */
export function receiveFile({ types, wrongType, most, tooLarge, admit }: FileRule): MiddlewareHandler[] {
  const judgeHead = createMiddleware<ApiEnv>(async (c, next) =>
    types.test(c.req.header('content-type') ?? '') ? next() : refuse(c, { reason: wrongType }),
  )
  const readFile = readBody({ as: 'arrayBuffer', most, withinMs: 30_000, isAdmins: true, tooLarge })
  return [requireOwnOrigin, refuseRedirects, requireAdmin, judgeHead, ...(admit ? [admit] : []), readFile]
}

/** The same for a picture to be re-encoded. Only a received one takes a place in the queue. */
export function receivePicture(types: RegExp, wrongType: 'picture_wrong_type' | 'logo_wrong_type') {
  const picture = receiveFile({ types, wrongType, most: PICTURE_BYTES_MAX, tooLarge: 'picture_too_large' })
  return {
    run: [...picture, inTurn('picture', 'pictures_busy')],
    refuses: ['unreadable_body', 'picture_too_large', 'pictures_busy'] as const,
  }
}
