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
  test('a backup is listed once it is complete and verified, is read as it was written, and can be deleted', async () => {
    const place = places[kind]
    let proven = false
    const stored = await place.store('large', {
      write: (sink) => pipeline([LARGE], sink),
      async prove(source) {
        proven = (await buffer(source)).equals(LARGE)
      },
    })
    expect([stored, proven]).toEqual([LARGE.length, true])
    expect(await place.list()).toEqual(['large'])
    expect((await buffer(await place.read('large'))).equals(LARGE)).toBe(true)
    await place.remove('large')
    expect(await place.list()).toEqual([])
  })

  test('an interrupted backup leaves nothing', async () => {
    const place = places[kind]
    const broken = place.store('broken', {
      write: (sink) =>
        pipeline(async function* () {
          yield LARGE
          throw new Error('the database went away')
        }, sink),
      prove: async () => expect.unreachable(),
    })
    await expect(broken).rejects.toThrow('the database went away')
    expect(await place.list()).toEqual([])
  })

  test('a backup that cannot be verified leaves nothing', async () => {
    const place = places[kind]
    const unreadable = place.store('unreadable', {
      write: (sink) => pipeline([LARGE], sink),
      async prove(source) {
        await buffer(source)
        throw new Error('not what was written')
      },
    })
    await expect(unreadable).rejects.toThrow('not what was written')
    expect(await place.list()).toEqual([])
  })
})
