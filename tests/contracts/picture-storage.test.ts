import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, onTestFinished, vi } from 'vitest'
import type { PictureStorage, PictureVariant } from '#domain/pictures/picture.ts'
import { buildPictureUrl, PICTURE_WIDTHS } from '#domain/pictures/picture-url.ts'
import { createHttpServer } from '#infra/http/http-server.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { createFilmStorage, createPictureStorage, openMediaFolder } from '#infra/storage/media-storage.ts'
import type { S3Settings } from '#infra/storage/s3-settings.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'perfumeria-storage-'))
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'zdjecia' }],
})
let s3: S3Settings
beforeAll(async () => {
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  s3 = { bucket: 'zdjecia', region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}`, ...keys }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Bytes that identify their file and picture. */
const variantsOf = (imageKey: string): PictureVariant[] =>
  PICTURE_WIDTHS.flatMap((width) =>
    (['avif', 'webp'] as const).map((format) => ({
      width,
      format,
      bytes: Buffer.from(`${imageKey} ${width} ${format}`),
    })),
  )
let pictures = 0
function newKey(): string {
  pictures += 1
  return pictures.toString(16).padStart(32, '0')
}

/** Opens this kind of storage with a separate data folder. Another machine of the same shop has another folder. */
function open(kind: 'disk' | 's3', changes: Partial<S3Settings> = {}) {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const settings = { dataDir, s3: kind === 's3' ? { ...s3, ...changes } : null }
  return { settings, storage: createPictureStorage(settings) }
}

describe.for(['disk', 's3'] as const)('%s', (kind) => {
  test('a picture exists once it is stored, also twice at once, until it is deleted', async () => {
    const { storage } = open(kind)
    const key = newKey()
    expect(await storage.has(key)).toBe(false)
    await Promise.all([storage.put(key, variantsOf(key)), storage.put(key, variantsOf(key))])
    await storage.put(key, variantsOf(key))
    expect(await storage.has(key)).toBe(true)
    await storage.delete(key)
    expect(await storage.has(key)).toBe(false)
    // Deleting nothing is not a failure.
    await storage.delete(key)
  })

  test('a picture that could not be stored completely does not exist', async () => {
    const { storage } = open(kind)
    const key = newKey()
    const broken = variantsOf(key).map((variant, index) => (index === 2 ? breaking(variant) : variant))
    await expect(storage.put(key, broken)).rejects.toThrow()
    expect(await storage.has(key)).toBe(false)
    await storage.put(key, variantsOf(key))
    expect(await storage.has(key)).toBe(true)
  })

  test('every file is answered at its public address, until the picture is deleted', async ({ database }) => {
    const { storage, settings } = open(kind)
    const key = newKey()
    await storage.put(key, variantsOf(key))
    await database.db.insertInto('unused_pictures').values({ image_key: key }).execute()
    const url = await serve(openMediaFolder(settings, database.db))
    for (const { width, format, bytes } of variantsOf(key)) {
      const asked = () => ask(url, buildPictureUrl(key, width, format))
      const answers = await Promise.all([asked(), asked()])
      for (const { status, body, headers } of [...answers, await asked()]) {
        expect([status, body.toString()]).toEqual([200, bytes.toString()])
        expect(headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
      }
    }
    await storage.delete(key)
    expect((await ask(url, buildPictureUrl(key, 480, 'webp'))).status).toBe(404)
  })

  test('a film is answered at its public address, in part too, until it is deleted', async ({ database }) => {
    const { settings } = open(kind)
    const films = createFilmStorage(settings)
    const file = `${newKey()}.mp4`
    const bytes = Buffer.from(`the film ${file}`)
    await films.put(file, bytes)
    await database.db
      .insertInto('landing_films')
      .values({ title: 'Film', image_key: newKey(), file, link: null })
      .execute()
    const url = await serve(openMediaFolder(settings, database.db))
    const whole = await ask(url, `/media/films/${file}`)
    expect([whole.status, whole.text]).toEqual([200, bytes.toString()])
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
    const part = await ask(url, `/media/films/${file}`, { headers: { Range: 'bytes=4-7' } })
    expect([part.status, part.text]).toEqual([206, 'film'])
    await films.delete(file)
    await films.delete(file)
    expect((await ask(url, `/media/films/${file}`)).status).toBe(404)
  })

  test('a storage that cannot be written fails its check', async () => {
    await open(kind).storage.check()
    await expect(openUnusable(kind).check()).rejects.toThrow()
  })
})

function openUnusable(kind: 'disk' | 's3'): PictureStorage {
  if (kind === 's3') return open('s3', { bucket: 'nie-ma-takiego' }).storage
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  return createDiskPictures(file)
}

/** Bytes that cannot be read. */
function breaking(variant: PictureVariant): PictureVariant {
  return {
    ...variant,
    get bytes(): Uint8Array {
      throw new Error('unreadable')
    },
  }
}

test('s3: a picture whose last file is missing, because a process died, is stored again', async () => {
  const { storage } = open('s3')
  const key = newKey()
  await storage.put(key, variantsOf(key).slice(0, -1))
  expect(await storage.has(key)).toBe(false)
  await storage.put(key, variantsOf(key))
  expect(await storage.has(key)).toBe(true)
})

test('s3: pictures neither used nor uploaded are not requested from the bucket', async ({ database }) => {
  const { storage, settings } = open('s3')
  const key = newKey()
  await storage.put(key, variantsOf(key))
  const url = await serve(openMediaFolder(settings, database.db))
  expect((await ask(url, buildPictureUrl(key, 480, 'webp'))).status).toBe(404)
})

test('s3: while the bucket is unavailable new files get 503, cached ones are served as usual', async ({ database }) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const { storage, settings } = open('s3')
  const key = newKey()
  await storage.put(key, variantsOf(key))
  await database.db.insertInto('unused_pictures').values({ image_key: key }).execute()
  const away = { ...settings, s3: { ...s3, endpoint: 'http://127.0.0.1:1' } }
  const url = await serve(openMediaFolder(away, database.db))
  const copies = join(settings.dataDir, 'media-cache', 'products', key)
  mkdirSync(copies, { recursive: true })
  writeFileSync(join(copies, '240.webp'), 'a copy')
  expect((await ask(url, buildPictureUrl(key, 240, 'webp'))).status).toBe(200)
  for (const width of [480, 720] as const) {
    const { status, headers } = await ask(url, buildPictureUrl(key, width, 'webp'))
    expect([status, headers['retry-after']]).toEqual([503, '5'])
  }
  // The second one was not tried.
  expect(warned).toHaveBeenCalledTimes(1)
  expect(existsSync(join(copies, '480.webp'))).toBe(false)
})

async function serve(files: ReturnType<typeof openMediaFolder>): Promise<string> {
  const http = createHttpServer({
    ...files,
    api: { fetch: () => new Response() },
    renderPage: async () => new Response('page', { status: 404 }),
    clientDir: folder,
    shopUrl: 'http://127.0.0.1',
    https: false,
    trustedProxy: [],
    checkReady: async () => {},
  })
  const port = await http.listen(0, '127.0.0.1')
  onTestFinished(() => http.close())
  return `http://127.0.0.1:${port}`
}
