import { createServer } from 'node:net'

/** Delay of each answer, as from a distant server, ms. */
const LATENCY_MS = Number(process.argv[2] ?? 0)

/** A mail server that accepts and discards every mail. Sends its parent its port. */
const server = createServer((socket) => {
  let inMail = false
  let text = ''
  socket.on('error', () => socket.destroy())
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (;;) {
      const end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const line = text.slice(0, end).toUpperCase()
      text = text.slice(end + (inMail ? 5 : 2))
      const begins = !inMail && line === 'DATA'
      inMail = begins
      const answer = () => {
        socket.write(begins ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
        if (line === 'QUIT') socket.end()
      }
      if (LATENCY_MS > 0) setTimeout(answer, LATENCY_MS)
      else answer()
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
