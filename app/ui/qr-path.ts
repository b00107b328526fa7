import { encode } from 'uqr'

/** White modules around the code, as scanners require. */
const MARGIN = 4

/** A QR code as one path in a square of this size. */
export function drawQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size, path: modules.join('') }
}
