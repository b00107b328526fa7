import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { FilmInput } from './film.ts'
import { insertFilm } from './films-store.server.ts'

type AddFailure = { reason: 'film_limit_reached' | 'picture_unavailable' }

/** Adds a film. One with a link is shown at once, one without as soon as its file has been uploaded. */
export function addFilm(
  { db }: Pick<Services, 'db'>,
  userId: string,
  film: FilmInput,
): Promise<Result<{ id: string }, AddFailure | Busy>> {
  return transact<{ id: string }, AddFailure>(db, async (trx) => {
    if (!(await holdPicture(trx, film.image_key))) return fail({ reason: 'picture_unavailable' })
    const id = await insertFilm(trx, film)
    if (id === null) return fail({ reason: 'film_limit_reached' })
    await recordAudit(trx, { userId, action: 'film.added', subjectId: id, details: { name: film.title } })
    return ok({ id })
  })
}
