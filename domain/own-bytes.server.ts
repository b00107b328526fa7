/**
 * In memory of its own, for what is kept: small buffers of Node are slices of a piece of 64 KiB, and each that stays holds the
 * whole piece.
 */
export function toOwnBytes(content: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') bytes.write(content)
  else content.copy(bytes)
  return bytes
}
