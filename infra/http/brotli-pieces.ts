import { type BrotliOptions, brotliCompressSync, constants } from 'node:zlib'
import { withWhole } from './whole-response.ts'

/**
 * Quality 1 knows nothing but its own text: no dictionary, no distances of before, no contexts. So what it made of a piece
 * can stand anywhere in a stream.
 */
const QUALITY = 1
const WINDOW_BITS = 18
/** The bits of a stream's first byte that are its header, with a window of this size. */
const HEADER = 0b1111
/** A longer piece stands in many texts, bytes. */
const LASTING_FROM = 40 * 1024

const OPTIONS: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
  // Most results fit.
  chunkSize: 32 * 1024,
}

const known = new WeakMap<Buffer, Buffer>()

/**
 * Brotli of the pieces one after the other, in one stream. Long pieces are compressed once, however many texts they stand in:
 * meant for the first sending of a text, in a fraction of the time that the usual way takes.
 */
export function compressPieces(pieces: readonly Buffer[]): Buffer {
  const segments: Buffer[] = []
  let short: Buffer[] = []
  for (const piece of pieces.filter(({ length }) => length > 0)) {
    if (piece.length < LASTING_FROM || piece === pieces.at(-1)) short.push(piece)
    else {
      if (short.length > 0) segments.push(withWhole(short, compressOpen))
      segments.push(compressOnce(piece))
      short = []
    }
  }
  segments.push(withWhole(short, (text) => brotliCompressSync(text, OPTIONS)))
  return joinSegments(segments)
}

function compressOnce(piece: Buffer): Buffer {
  const before = known.get(piece)
  if (before) return before
  const made = compressOpen(piece)
  known.set(piece, made)
  return made
}

/** A stream without its end, whose last byte has room for the next one behind its header. */
function compressOpen(text: Buffer): Buffer {
  const start = text.subarray(0, -1)
  return Buffer.concat([
    brotliCompressSync(start, { ...OPTIONS, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    encodeCharacter(text.at(-1) ?? 0),
  ])
}

/** Each begins in the byte that the one before it left half empty. */
function joinSegments(segments: readonly Buffer[]): Buffer {
  const length = segments.reduce((sum, segment) => sum + segment.length, 1 - segments.length)
  const whole = Buffer.allocUnsafe(length)
  let at = 0
  for (const segment of segments) {
    if (at === 0) at = segment.copy(whole)
    else {
      whole.writeUInt8(whole.readUInt8(at - 1) | (segment.readUInt8(0) & ~HEADER), at - 1)
      at += segment.copy(whole, at, 1)
    }
  }
  return whole
}

/**
 * One character as a part of a stream (a meta-block of RFC 7932, section 9.2) that begins with a byte and ends four bits
 * into one: as values and their numbers of bits. A code of two symbols where one would do makes it end there.
 */
function encodeCharacter(character: number): Buffer {
  const bits = [
    [0, 1], // more follows
    [0, 2], // the length has 16 bits
    [0, 16], // length less one
    [0, 1], // compressed
    [0, 3], // one type of block each: literals, commands, distances
    [0, 6], // plain distances
    [0, 2], // context mode
    [0, 2], // one code each for literals and distances
    [1, 2], // literals have a simple code
    [1, 2], // of two symbols
    [character, 8],
    [character + 1, 8],
    [1, 2], // commands have a simple code
    [0, 2], // of one symbol
    [8, 10], // insert one literal
    [1, 2], // distances have a simple code
    [1, 2], // of two symbols
    [0, 6],
    [1, 6],
    [0, 1], // the first literal
  ].flatMap(([value = 0, count = 0]) => Array.from({ length: count }, (_, bit) => (value >> bit) & 1))
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8))
  for (const [index, bit] of bits.entries()) {
    const byte = Math.trunc(index / 8)
    bytes.writeUInt8(bytes.readUInt8(byte) | (bit << (index % 8)), byte)
  }
  return bytes
}
