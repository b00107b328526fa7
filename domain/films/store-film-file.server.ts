import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { findFilmEnding } from './film.ts'
import { awaitsFile } from './films-queries.server.ts'
import { setFilmFile } from './films-store.server.ts'

type FileFailure = { reason: 'film_wrong_type' | 'film_not_found' | 'film_storage_unavailable' }

/**
 * Stores the file of a film that waits for it. The film is there before its file and is removed with it, so that no file is
 * ever stored that nobody would delete.
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
    // Removed meanwhile.
    await filmStorage.delete(file)
    return fail({ reason: 'film_not_found' })
  } catch (error) {
    log.error('a film could not be stored', { film: id, error })
    return fail({ reason: 'film_storage_unavailable' })
  }
}
