/** An answer whose bytes are at hand for whoever asks for them, without going through a stream. */
export class WholeResponse extends Response {
  readonly whole: Buffer

  constructor(whole: Buffer, init: ResponseInit) {
    super(null, init)
    this.whole = whole
  }

  override get body() {
    return new Response(Uint8Array.from(this.whole)).body
  }

  override async text(): Promise<string> {
    return this.whole.toString()
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(this.whole).buffer
  }

  override clone(): Response {
    return new WholeResponse(this.whole, { status: this.status, headers: this.headers })
  }
}

/** The body of an answer; reads it to its end. Must not be changed. */
export async function readBody(response: Response): Promise<Buffer> {
  return response instanceof WholeResponse ? response.whole : Buffer.from(await response.arrayBuffer())
}
