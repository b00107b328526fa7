/** What infra/http/pages.ts gets of a rendered page. */
export type WholeDocument = {
  /** One after the other. Some stand in other documents too and must not be changed. */
  pieces: readonly Buffer[]
  /** What its inline scripts and styles hold. */
  scripts: readonly string[]
  styles: readonly string[]
}

/** An answer with a document whose bytes are at hand for whoever asks for them, without going through a stream. */
export class WholeResponse extends Response {
  readonly document: WholeDocument

  constructor(document: WholeDocument, init: ResponseInit) {
    super(null, init)
    this.document = document
  }

  override get body() {
    return new Response(Uint8Array.from(Buffer.concat(this.document.pieces))).body
  }

  override async text(): Promise<string> {
    return Buffer.concat(this.document.pieces).toString()
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(Buffer.concat(this.document.pieces)).buffer
  }

  override clone(): Response {
    return new WholeResponse(this.document, { status: this.status, headers: this.headers })
  }
}

/** The body of an answer; reads it to its end. */
export async function readPieces(response: Response): Promise<readonly Buffer[]> {
  return response instanceof WholeResponse ? response.document.pieces : [Buffer.from(await response.arrayBuffer())]
}

/** Nearly every document fits into it, bytes. What is not used of it takes no memory. */
const SCRATCH_BYTES = 512 * 1024
const MOST_SPARE = 4

/** Memory that pieces are joined in. For large new buffers the system clears pages every time, and takes them back after. */
const spare: Buffer[] = []

/** What `work` makes of the pieces one after the other. They lie in memory that is used again once it is done. */
export async function withWhole<Value>(
  pieces: readonly Buffer[],
  work: (whole: Buffer) => Promise<Value>,
): Promise<Value> {
  const [first] = pieces
  if (first && pieces.length === 1) return work(first)
  const length = countBytes(pieces)
  if (length > SCRATCH_BYTES) return work(Buffer.concat(pieces))
  const scratch = spare.pop() ?? Buffer.allocUnsafeSlow(SCRATCH_BYTES)
  try {
    let at = 0
    for (const piece of pieces) at += piece.copy(scratch, at)
    return await work(scratch.subarray(0, length))
  } finally {
    if (spare.length < MOST_SPARE) spare.push(scratch)
  }
}

export function countBytes(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
