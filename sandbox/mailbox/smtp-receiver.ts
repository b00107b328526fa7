import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { FaultBoard } from '#sandbox/faults.ts'
import type { LetterBox } from '#sandbox/mailbox/letter-box.ts'

const MAX_LETTER_BYTES = 10 * 1024 * 1024

/** A mail server that takes every letter for everyone into the box, without accounts and without encryption. */
export async function listenForMail(port: number, box: LetterBox, faults: FaultBoard) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_LETTER_BYTES,
    closeTimeout: 200,
    onAuth: (auth, _session, answer) => answer(null, { user: auth.username ?? 'sandbox' }),
    onData: (stream, session, answer) => {
      const { mailFrom, rcptTo } = session.envelope
      receive(
        stream,
        session.id,
        mailFrom === false ? '' : mailFrom.address,
        rcptTo.map((to) => to.address),
      ).then(
        (refusal) => answer(refusal),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  // A client that hangs up in the middle of a letter is its own affair.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') console.error('Piaskownica, serwer poczty:', error)
  })

  async function receive(stream: Readable, sessionId: string, from: string, to: string[]): Promise<Error | null> {
    const raw = await buffer(stream)
    switch (faults.smtp.take()) {
      case 'reject':
        return Object.assign(new Error('Spróbuj ponownie później'), { responseCode: 451 })
      case 'hang':
        return new Promise(() => {})
      case 'drop':
        await box.put({ from, to, raw })
        for (const connection of server.connections) if (connection.id === sessionId) connection._socket.destroy()
        return null
    }
    await box.put({ from, to, raw })
    return null
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
