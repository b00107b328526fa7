import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type WireAnswer = { status: number; headers: [name: string, value: string][]; body: string }

export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Sends exactly these bytes on a new connection. Returns what was received until the server ended it. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const socket = await openConnection(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

/** The first answer in the received bytes. */
export function readAnswer(received: string): WireAnswer {
  const [head = '', ...body] = received.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}
