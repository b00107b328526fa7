import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { FilmStorage } from '#domain/films/film.ts'
import type { PictureStorage, PictureVariant } from '#domain/pictures/picture.ts'
import { PICTURE_WIDTHS } from '#domain/pictures/picture-url.ts'
import type { Env } from '#infra/env.ts'
import { createS3Films } from '#infra/storage/film-storage.ts'
import { createS3Pictures } from '#infra/storage/s3-pictures.ts'
import type { ArchiveEntry } from './backup-archive.ts'

const FORMATS = ['avif', 'webp'] as const
const PICTURE = /^media\/products\/(?<key>[0-9a-f]{32})\/(?<width>\d+)\.(?<format>avif|webp)$/
const FILM = /^media\/films\/(?<file>[0-9a-f]{32}\.(?:mp4|webm))$/

/** The pictures and films that products and the landing page show, by their names in the archive. */
export async function listMediaFiles(client: pg.Client): Promise<string[]> {
  const { rows: pictures } = await client.query<{ key: string }>(
    'select distinct image_key as key from used_pictures order by 1',
  )
  const { rows: films } = await client.query<{ file: string }>(
    'select file from landing_films where file is not null order by 1',
  )
  return [
    ...pictures.flatMap(({ key }) =>
      PICTURE_WIDTHS.flatMap((width) => FORMATS.map((format) => `media/products/${key}/${width}.${format}`)),
    ),
    ...films.map(({ file }) => `media/films/${file}`),
  ]
}

/** Reads a file of the data folder or the bucket; null when it does not exist. */
export function createMediaReader({
  dataDir,
  s3,
}: Pick<Env, 'dataDir' | 's3'>): (name: string) => Promise<Uint8Array | null> {
  if (s3 === null) return (name) => readIfThere(join(dataDir, name))
  const pictures = createS3Pictures(s3)
  const films = createS3Films(s3, join(dataDir, 'media-cache'))
  return async (name) => {
    const [, kind, key = '', file = ''] = name.split('/')
    return kind === 'films' ? films.read(key) : pictures.read(key, file)
  }
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Restores files. A picture's files come one after the other and are stored together. */
export function createMediaWriter(pictures: PictureStorage, films: FilmStorage) {
  let key = ''
  let variants: PictureVariant[] = []

  async function flush(): Promise<void> {
    if (variants.length > 0) await pictures.put(key, variants)
    variants = []
  }

  return {
    /** @returns false: this version of the shop shows no such file, so it is left out */
    async write({ name, bytes }: ArchiveEntry): Promise<boolean> {
      const film = FILM.exec(name)?.groups?.file
      if (film !== undefined) {
        await films.put(film, bytes)
        return true
      }
      const picture = PICTURE.exec(name)?.groups
      const width = PICTURE_WIDTHS.find((known) => String(known) === picture?.width)
      const format = FORMATS.find((known) => known === picture?.format)
      if (picture?.key === undefined || width === undefined || format === undefined) return false
      if (picture.key !== key) await flush()
      key = picture.key
      variants.push({ width, format, bytes })
      return true
    },
    flush,
  }
}
