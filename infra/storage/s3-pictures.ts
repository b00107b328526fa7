import type { S3Client } from '@aws-sdk/client-s3'
import { PICTURE_WIDTHS } from '#domain/catalog/product.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import type { S3Settings } from './s3-settings.ts'

/** A storage whose files are answered by this machine, which has to read them from there. */
export type RemotePictures = PictureStorage & {
  /** Null where there is no such file. Throws when the place is away. */
  read(imageKey: string, file: string): Promise<Uint8Array | null>
}

/** Longest wait for a connection and for an answer, ms. */
const TIMEOUTS = { connectionTimeout: 3_000, requestTimeout: 10_000 }
const FILES = PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`])
/** Written after all others and deleted before them: a picture is there when this is. */
const LAST_FILE = FILES.at(-1) ?? ''

/** Pictures as objects `products/<key>/<width>.<format>` of a bucket; the SDK is loaded with the first call. */
export function createS3Pictures(settings: S3Settings): RemotePictures {
  const { bucket: Bucket } = settings
  let loading: Promise<typeof import('@aws-sdk/client-s3')> | undefined
  let client: S3Client | undefined

  async function connect() {
    loading ??= import('@aws-sdk/client-s3')
    const sdk = await loading
    client ??= new sdk.S3Client({
      region: settings.region,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      // Other makers' servers know neither buckets as host names nor the checksums Amazon added.
      ...(settings.endpoint !== null && { endpoint: settings.endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: TIMEOUTS,
    })
    return { sdk, client }
  }

  const keyOf = (imageKey: string, file: string) => `products/${imageKey}/${file}`

  async function has(imageKey: string): Promise<boolean> {
    const { sdk, client } = await connect()
    try {
      await client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(imageKey, LAST_FILE) }))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  return {
    has,

    async put(imageKey, variants) {
      if (await has(imageKey)) return
      const { sdk, client } = await connect()
      const objects = variants.map(({ width, format, bytes }) => ({
        file: `${width}.${format}`,
        Body: bytes,
        ContentType: `image/${format}`,
      }))
      const store = ({ file, ...object }: (typeof objects)[number]) =>
        client.send(
          new sdk.PutObjectCommand({
            Bucket,
            Key: keyOf(imageKey, file),
            CacheControl: 'public, max-age=31536000, immutable',
            ...object,
          }),
        )
      await Promise.all(objects.filter(({ file }) => file !== LAST_FILE).map(store))
      for (const last of objects.filter(({ file }) => file === LAST_FILE)) await store(last)
    },

    async delete(imageKey) {
      const { sdk, client } = await connect()
      const remove = (file: string) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(imageKey, file) }))
      await remove(LAST_FILE)
      await Promise.all(FILES.filter((file) => file !== LAST_FILE).map(remove))
    },

    async check() {
      const { sdk, client } = await connect()
      await client.send(new sdk.HeadBucketCommand({ Bucket }))
    },

    async read(imageKey, file) {
      const { sdk, client } = await connect()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(imageKey, file) }))
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  }
}

/** The object, not the bucket. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}
