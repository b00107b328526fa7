import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { PictureFailure } from '#domain/pictures/picture.ts'
import type { Services } from '#domain/services.ts'
import { judgeLogo } from './look.ts'
import { putLogo } from './look-store.server.ts'

/** An upload that was not published is kept for this long, ms: an open form may still publish it. */
const GRACE_MS = 24 * 60 * 60 * 1000

type UploadFailure = {
  reason:
    | Exclude<PictureFailure['reason'], 'picture_wrong_type'>
    | NonNullable<ReturnType<typeof judgeLogo>>
    | 'logo_wrong_type'
}

/** Makes and stores a logo of a picture, which nobody sees before a look is published with its key. */
export async function uploadLogo(
  { db, now, pictureEncoder }: Pick<Services, 'db' | 'now' | 'pictureEncoder'>,
  { userId, picture }: { userId: string; picture: Uint8Array },
): Promise<Result<{ logo: string }, UploadFailure | Busy>> {
  const encoded = await pictureEncoder.encodeLogo(picture)
  if (!encoded.ok) {
    const { reason } = encoded.failure
    return fail({ reason: reason === 'picture_wrong_type' ? 'logo_wrong_type' : reason })
  }
  const { bytes, trimmed, darkest, ...size } = encoded.value
  const problem = judgeLogo(trimmed, darkest)
  if (problem !== undefined) return fail({ reason: problem })
  const key = pictureEncoder.keyOf(bytes)
  const moment = now()
  return transact<{ logo: string }, never>(db, async (trx) => {
    const row = { key, ...size, content: Buffer.from(bytes), uploaded_at: moment }
    await putLogo(trx, row, new Date(moment.getTime() - GRACE_MS))
    await recordAudit(trx, { userId, action: 'look.logo_uploaded', subjectId: key, details: size })
    return ok({ logo: key })
  })
}
