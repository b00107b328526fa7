import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackupPlace, createBackupBucket, createBackupFolder } from '#infra/backup/backup-places.ts'

const folder = mkdtempSync(join(tmpdir(), 'perfumeria-places-'))
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'zdjecia' }],
})
let places: Record<'folder' | 'bucket', BackupPlace>
beforeAll(async () => {
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  places = {
    folder: createBackupFolder(join(folder, 'backups')),
    bucket: createBackupBucket({
      bucket: 'zdjecia',
      region: 'eu-central-1',
      endpoint: `http://127.0.0.1:${port}`,
      ...keys,
    }),
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Larger than one part of a multipart upload. */
const LARGE = Buffer.alloc(20 * 1024 * 1024, 'perfumy')

describe.for(['folder', 'bucket'] as const)('%s', (kind) => {
  test('a backup is listed once it is complete, is read as it was written, and can be deleted', async () => {
    const place = places[kind]
    expect(await place.store('large', (sink) => pipeline([LARGE], sink))).toBe(LARGE.length)
    expect(await place.list()).toEqual(['large'])
    expect((await buffer(await place.read('large'))).equals(LARGE)).toBe(true)
    await place.remove('large')
    expect(await place.list()).toEqual([])
  })

  test('one that breaks off leaves nothing', async () => {
    const place = places[kind]
    const broken = place.store('broken', (sink) =>
      pipeline(async function* () {
        yield LARGE
        throw new Error('the database went away')
      }, sink),
    )
    await expect(broken).rejects.toThrow('the database went away')
    expect(await place.list()).toEqual([])
  })
})
