import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilmStorage } from '#domain/films/film.ts'
import { fileMemory } from '#infra/http/file-memory.ts'
import { writeWhole } from './media-cache.ts'
import { connectOnce, IMMUTABLE, readObject } from './s3-bucket.ts'
import type { S3Settings } from './s3-settings.ts'

/** Films as files `<mediaDir>/films/<file>`, like their public addresses. */
export function createDiskFilms(mediaDir: string): FilmStorage {
  const folder = join(mediaDir, 'films')
  return {
    put: (file, bytes) => writeWhole(join(folder, file), bytes),
    async delete(file) {
      await rm(join(folder, file), { force: true })
      fileMemory.forget(folder)
    },
  }
}

/**
 * Films as objects `films/<file>` of a bucket.
 * @param copies the media folder with fetched copies
 */
export function createS3Films(settings: S3Settings, copies: string) {
  const { bucket: Bucket } = settings
  const connect = connectOnce(settings)
  const objectOf = (file: string) => ({ Bucket, Key: `films/${file}` })
  const storage: FilmStorage = {
    async put(file, bytes) {
      const { sdk, client } = await connect()
      const type = { ContentType: `video/${file.split('.')[1]}`, CacheControl: IMMUTABLE }
      await client.send(new sdk.PutObjectCommand({ ...objectOf(file), ...type, Body: bytes }))
    },
    async delete(file) {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand(objectOf(file)))
      await createDiskFilms(copies).delete(file)
    },
  }
  return { ...storage, read: async (file: string) => readObject(await connect(), objectOf(file)) }
}
