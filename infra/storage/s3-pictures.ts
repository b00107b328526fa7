import type { PictureStorage } from '#domain/pictures/picture.ts'
import { PICTURE_WIDTHS } from '#domain/pictures/picture-url.ts'
import { connectOnce, IMMUTABLE, isMissing, readObject } from './s3-bucket.ts'
import type { S3Settings } from './s3-settings.ts'

/** A storage whose files this machine has to read before it answers them. */
type RemotePictures = PictureStorage & {
  /** Null when there is no such file. Throws when the storage is unavailable. */
  read(imageKey: string, file: string): Promise<Uint8Array | null>
}

const FILES = PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`])
/** Written last and deleted first: a picture exists when this file does. */
const LAST_FILE = FILES.at(-1) ?? ''

/** Pictures as objects `products/<key>/<width>.<format>` of a bucket; the SDK is loaded with the first call. */
export function createS3Pictures(settings: S3Settings): RemotePictures {
  const { bucket: Bucket } = settings
  const connect = connectOnce(settings)
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
          new sdk.PutObjectCommand({ Bucket, Key: keyOf(imageKey, file), CacheControl: IMMUTABLE, ...object }),
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

    read: async (imageKey, file) => readObject(await connect(), { Bucket, Key: keyOf(imageKey, file) }),
  }
}
