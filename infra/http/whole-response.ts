/**
 * An answer whose bytes are at hand for whoever asks for them, without going through a stream. Its pieces may stand in other
 * answers too and must not be changed.
 */
export class WholeResponse extends Response {
  readonly pieces: readonly Buffer[]

  constructor(pieces: readonly Buffer[], init: ResponseInit) {
    super(null, init)
    this.pieces = pieces
  }

  override get body() {
    return new Response(Uint8Array.from(Buffer.concat(this.pieces))).body
  }

  override async text(): Promise<string> {
    return Buffer.concat(this.pieces).toString()
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(Buffer.concat(this.pieces)).buffer
  }

  override clone(): Response {
    return new WholeResponse(this.pieces, { status: this.status, headers: this.headers })
  }
}

/** The body of an answer; reads it to its end. */
export async function readPieces(response: Response): Promise<readonly Buffer[]> {
  return response instanceof WholeResponse ? response.pieces : [Buffer.from(await response.arrayBuffer())]
}

let scratch = Buffer.alloc(0)
const MOST_SCRATCH_BYTES = 1024 * 1024

/** What `work` makes of the pieces one after the other. They lie in memory that the next call uses again. */
export function withWhole<Value>(pieces: readonly Buffer[], work: (whole: Buffer) => Value): Value {
  const [first] = pieces
  if (first && pieces.length === 1) return work(first)
  const length = countBytes(pieces)
  if (length > MOST_SCRATCH_BYTES) return work(Buffer.concat(pieces))
  if (scratch.length < length) scratch = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces) at += piece.copy(scratch, at)
  return work(scratch.subarray(0, length))
}

export function countBytes(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
