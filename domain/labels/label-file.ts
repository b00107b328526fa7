import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const LABEL_FILE_KINDS = ['guarantee-notice', 'carrier-consent'] as const
/** The official notice of the legal guarantee, a picture; the written consent of the carrier, a picture or a PDF. */
export type LabelFileKind = (typeof LABEL_FILE_KINDS)[number]
export type LabelFileType = 'image/png' | 'image/jpeg' | 'application/pdf'

/** The largest file, bytes. */
export const LABEL_FILE_BYTES_MAX = 5_242_880

/** A public picture with its size, which keeps its place while it loads. */
export const shownPictureSchema = defineSchema(() =>
  z.object({ url: z.string(), width: z.int(), height: z.int() }).meta({ id: 'ShownPicture' }),
)
export type ShownPicture = z.output<typeof shownPictureSchema>

/** By its first bytes the file is of no accepted type, or it is a PDF that is active or cannot be checked. */
export type LabelFileFailure =
  | { reason: 'label_file_wrong_type' | 'label_file_active' }
  /** Nobody has confirmed that the picture is the official notice, which its bytes do not tell. */
  | { reason: 'label_file_unconfirmed' }

/** The type and, for a picture, the size in pixels, determined by the bytes alone. Null for any other file. */
export function readFileHead(
  bytes: Uint8Array,
): { type: LabelFileType; width: number | null; height: number | null } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  if (head.startsWith('%PDF-')) return { type: 'application/pdf', width: null, height: null }
  if (head === '\x89PNG\r\n\x1a\n' && bytes.length >= 24) {
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
  }
  const size = head.startsWith('\xff\xd8\xff') ? readJpegSize(view) : null
  return size && { type: 'image/jpeg', ...size }
}

/** Reads the segments of a JPEG up to the frame header, which has its size. */
function readJpegSize(view: DataView): { width: number; height: number } | null {
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
