import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { FilmStorage } from '#domain/films/film.ts'
import { isKnownFilm } from '#domain/films/films-queries.server.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { isKnownPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Env } from '#infra/env.ts'
import { fileMemory } from '#infra/http/file-memory.ts'
import type { FileFolders } from '#infra/http/files.ts'
import { createDiskPictures } from './disk-pictures.ts'
import { createDiskFilms, createS3Films } from './film-storage.ts'
import { createMediaCache } from './media-cache.ts'
import { createS3Pictures } from './s3-pictures.ts'

type Settings = Pick<Env, 'dataDir' | 's3'>

/** Storage of pictures: the data folder or a bucket. */
export function createPictureStorage(env: Settings): PictureStorage {
  if (env.s3 === null) return createDiskPictures(mediaDir(env))
  const remote = createS3Pictures(env.s3)
  return {
    ...remote,
    async delete(imageKey) {
      await remote.delete(imageKey)
      const folder = join(mediaDir(env), 'products', imageKey)
      await rm(folder, { recursive: true, force: true })
      fileMemory.forget(folder)
    },
  }
}

/** The folder that answers addresses of pictures and films. `db` knows which exist. */
export function openMediaFolder(env: Settings, db: Kysely<Database>): Pick<FileFolders, 'mediaDir' | 'restoreMedia'> {
  const folder = mediaDir(env)
  if (env.s3 === null) return { mediaDir: folder }
  const pictures = createS3Pictures(env.s3)
  const films = createS3Films(env.s3, folder)
  const restoreMedia = createMediaCache({
    mediaDir: folder,
    async read(path) {
      const [kind, key = '', file = ''] = path.split('/').slice(1)
      if (kind === 'films') return (await isKnownFilm(db, key)) ? films.read(key) : null
      return (await isKnownPicture(db, key)) ? pictures.read(key, file) : null
    },
  })
  return { mediaDir: folder, restoreMedia }
}

/** Storage of films: the data folder or a bucket. */
export function createFilmStorage(env: Settings): FilmStorage {
  return env.s3 === null ? createDiskFilms(mediaDir(env)) : createS3Films(env.s3, mediaDir(env))
}

/** The storage itself, or a separate folder of copies from the bucket, which may hold a picture in part. */
function mediaDir({ dataDir, s3 }: Settings): string {
  return join(dataDir, s3 === null ? 'media' : 'media-cache')
}
