import type { Socket } from 'node:net'

/** Bytes given to the parser at once. */
const PIECE_BYTES = 1024

/**
 * Hands what arrives to Node's parser in small pieces, so that a connection that was ended costs no more: within one piece
 * the parser goes on making a request of every few bytes.
 */
export function parseInPieces(socket: Socket): void {
  const [parse] = socket.listeners('data')
  if (!parse) return
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += PIECE_BYTES) {
      parse.call(socket, chunk.subarray(at, at + PIECE_BYTES))
      // Node stops reading while answers wait to be sent.
      if (!socket.isPaused()) continue
      const rest = chunk.subarray(at + PIECE_BYTES)
      if (rest.length > 0) socket.unshift(rest)
      return
    }
  })
}
