import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './s3-settings.ts'

export type Connection = { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }

/** Longest wait for a connection, ms. */
const CONNECT_TIMEOUT_MS = 3_000
/** How long the storage may be silent in the middle of a call, ms. */
const SILENCE_TIMEOUT_MS = 10_000

/** `Cache-Control` of every object: a name never changes its bytes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Returns a function that gives one client; the SDK is loaded with its first call. */
export function connectOnce(settings: S3Settings, silenceTimeoutMs = SILENCE_TIMEOUT_MS): () => Promise<Connection> {
  let loading: Promise<Connection['sdk']> | undefined
  let client: S3Client | undefined
  return async () => {
    loading ??= import('@aws-sdk/client-s3')
    const sdk = await loading
    client ??= new sdk.S3Client({
      region: settings.region,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      // Other servers than Amazon's support neither buckets as host names nor Amazon's checksums.
      ...(settings.endpoint !== null && { endpoint: settings.endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: silenceTimeoutMs },
    })
    return { sdk, client }
  }
}

/** Null when there is no such object. */
export async function readObject(
  { sdk, client }: Connection,
  object: { Bucket: string; Key: string },
): Promise<Uint8Array | null> {
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand(object))
    return (await Body?.transformToByteArray()) ?? null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether the object, not the bucket, is missing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}
