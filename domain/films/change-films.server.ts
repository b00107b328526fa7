import { z } from 'zod'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { type FilmInput, findFilmEnding, listFilmFiles } from './film.ts'
import { awaitsFile } from './films-queries.server.ts'
import { deleteFilm, insertFilm, setFilmFile } from './films-store.server.ts'

const addedSchema = z.object({ id: z.uuid() })
type AddFailure = { reason: 'film_limit_reached' | 'picture_unavailable' }

/** Adds a film, once per key. With a link it is shown at once, otherwise when its file has been uploaded. */
export function addFilm(
  { db }: Pick<Services, 'db'>,
  { userId, key }: { userId: string; key: string },
  film: FilmInput,
): Promise<Result<{ id: string }, AddFailure | IdempotencyConflict | Busy>> {
  const call = { userId, key, operation: 'add-film', requestHash: hashRequest(film), answer: addedSchema }
  return idempotent<{ id: string }, AddFailure>(db, call, async (trx) => {
    if (!(await holdPicture(trx, film.image_key))) return fail({ reason: 'picture_unavailable' })
    const id = await insertFilm(trx, film)
    if (id === null) return fail({ reason: 'film_limit_reached' })
    await recordAudit(trx, { userId, action: 'film.added', subjectId: id, details: { name: film.title } })
    return ok({ id })
  })
}

type RemoveFailure = { reason: 'film_not_found' | 'film_storage_unavailable' }

/** Removes a film from the landing page and deletes its file. It stays on the list while the storage is unavailable. */
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

type FileFailure = { reason: 'film_wrong_type' | 'film_not_found' | 'film_storage_unavailable' }

/**
 * Stores the file of a film that waits for it. A film exists before its file, and both are removed together, so that no
 * orphaned file is stored.
 */
export async function storeFilmFile(
  { db, filmStorage }: Pick<Services, 'db' | 'filmStorage'>,
  { id, bytes }: { id: string; bytes: Uint8Array },
): Promise<Result<null, FileFailure>> {
  const ending = findFilmEnding(bytes)
  if (ending === null) return fail({ reason: 'film_wrong_type' })
  if (!(await awaitsFile(db, id))) return fail({ reason: 'film_not_found' })
  const file = `${id.replaceAll('-', '')}.${ending}`
  try {
    await filmStorage.put(file, bytes)
    if (await setFilmFile(db, id, file)) return ok(null)
    // The film was removed during the upload.
    await filmStorage.delete(file)
    return fail({ reason: 'film_not_found' })
  } catch (error) {
    log.error('a film could not be stored', { film: id, error })
    return fail({ reason: 'film_storage_unavailable' })
  }
}
