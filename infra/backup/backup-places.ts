import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { connectOnce } from '#infra/storage/s3-bucket.ts'
import type { S3Settings } from '#infra/storage/s3-settings.ts'

export type StoreSteps = {
  write(sink: Writable): Promise<void>
  /** Reads the stored file from its start, and throws when it differs from what was written. */
  prove(source: Readable): Promise<void>
}

/** Where backups are kept. */
export type BackupPlace = {
  /** The readable place: a folder, or s3://bucket/backups. */
  title: string
  /** Names of files there; none where the place does not exist yet. */
  list(): Promise<string[]>
  /**
   * Stores what is written, complete and verified or not at all.
   * @returns its size in bytes
   */
  store(name: string, steps: StoreSteps): Promise<number>
  read(name: string): Promise<Readable>
  remove(name: string): Promise<void>
}

export function createBackupFolder(folder: string): BackupPlace {
  return {
    title: folder,
    async list() {
      return existsSync(folder) ? readdir(folder) : []
    },
    async store(name, { write, prove }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `${name}.unfinished`)
      try {
        await write(createWriteStream(unfinished, { mode: 0o600, flush: true }))
        await prove(createReadStream(unfinished))
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      // Syncs the folder too, so that the name is as durable as the content.
      const directory = await open(folder)
      await directory.sync().finally(() => directory.close())
      return (await stat(join(folder, name))).size
    },
    read: async (name) => createReadStream(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

const PREFIX = 'backups/'
/** Size of one part of an upload, bytes; two are held in memory. 10,000 parts are allowed: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

/** `backups/` in the bucket of the shop's pictures. */
export function createBackupBucket(settings: S3Settings): BackupPlace {
  const { bucket: Bucket } = settings
  const connect = connectOnce(settings)
  const objectOf = (name: string) => ({ Bucket, Key: `${PREFIX}${name}` })

  async function read(name: string): Promise<Readable> {
    const { sdk, client } = await connect()
    const { Body } = await client.send(new sdk.GetObjectCommand(objectOf(name)))
    if (!(Body instanceof Readable)) throw new Error(`W zasobniku nie ma kopii zapasowej ${name}.`)
    return Body
  }

  async function remove(name: string): Promise<void> {
    const { sdk, client } = await connect()
    await client.send(new sdk.DeleteObjectCommand(objectOf(name)))
  }

  return {
    title: `s3://${Bucket}/${PREFIX.slice(0, -1)}`,
    async list() {
      const { sdk, client } = await connect()
      const names: string[] = []
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: PREFIX })) {
        names.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(PREFIX.length)])))
      }
      return names
    },
    async store(name, { write, prove }) {
      const { client } = await connect()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const body = new PassThrough()
      let bytes = 0
      body.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      // An unfinished upload leaves no object.
      const upload = new Upload({
        client,
        params: { ...objectOf(name), Body: body },
        partSize: PART_BYTES,
        queueSize: 2,
        leavePartsOnError: false,
      })
      await Promise.all([
        write(body).catch(async (error) => {
          await upload.abort()
          throw error
        }),
        upload.done(),
      ])
      try {
        await prove(await read(name))
      } catch (error) {
        await remove(name)
        throw error
      }
      return bytes
    },
    read,
    remove,
  }
}
