import { z } from 'zod'

/** A bucket for pictures and films, with the keys to write there. */
export type S3Settings = {
  bucket: string
  region: string
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

export const s3Variables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET musi być nazwą zasobnika (bucket), np. perfumeria-zdjecia.')
    .optional(),
  S3_REGION: z.string().trim().default('eu-central-1'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'S3_ENDPOINT musi być adresem, np. https://s3.example.com.' })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().trim().optional(),
  S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
}

type S3Variables = z.output<z.ZodObject<typeof s3Variables>>

/** Null without a bucket. */
export function readS3(given: S3Variables): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null
  return { bucket, region: given.S3_REGION, endpoint: given.S3_ENDPOINT ?? null, accessKeyId, secretAccessKey }
}

const TOGETHER = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Mistakes in the combination of these settings, one sentence each that begins with the variable's name. */
export function findS3Mistakes(given: S3Variables): string[] {
  if (given.S3_ENDPOINT === undefined && TOGETHER.every((name) => given[name] === undefined)) return []
  const missing = TOGETHER.filter((name) => given[name] === undefined).map(
    (name) => `${name} musi być ustawione, gdy zdjęcia leżą w S3: ${TOGETHER.join(', ')} ustawia się razem.`,
  )
  return isRegionUnknownToR2(given)
    ? [...missing, 'S3_REGION musi mieć wartość auto, bo Cloudflare R2 nie zna regionów Amazona.']
    : missing
}

/** Cloudflare R2 has regions of its own, without hyphens, and takes one of Amazon's for 'auto'. */
function isRegionUnknownToR2({ S3_ENDPOINT: endpoint, S3_REGION: region }: S3Variables): boolean {
  const isR2 = /^https:\/\/[^/]+\.r2\.cloudflarestorage\.com(?=[:/]|$)/i.test(endpoint ?? '')
  return isR2 && region.includes('-') && region !== 'us-east-1'
}
