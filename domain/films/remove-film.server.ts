import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { listFilmFiles } from './film.ts'
import { deleteFilm } from './films-store.server.ts'

type RemoveFailure = { reason: 'film_not_found' | 'film_storage_unavailable' }

/** Takes a film off the landing page and deletes its file. It stays on the list while the storage is away. */
export async function removeFilm(
  { db, filmStorage }: Pick<Services, 'db' | 'filmStorage'>,
  userId: string,
  id: string,
): Promise<Result<null, RemoveFailure | Busy>> {
  try {
    for (const file of listFilmFiles(id)) await filmStorage.delete(file)
  } catch (error) {
    log.error('a film could not be deleted', { film: id, error })
    return fail({ reason: 'film_storage_unavailable' })
  }
  return transact<null, RemoveFailure>(db, async (trx) => {
    const film = await deleteFilm(trx, id)
    if (!film) return fail({ reason: 'film_not_found' })
    await recordAudit(trx, { userId, action: 'film.removed', subjectId: id, details: { name: film.title } })
    return ok(null)
  })
}
