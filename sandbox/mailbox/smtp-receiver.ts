import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { FaultBoard, SmtpFault } from '#sandbox/faults.ts'
import type { MessageStore } from './message-store.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024

type Answer = (refusal?: Error | null) => void

/** A mail server without accounts and encryption that stores every message in the box. */
export async function listenForMail(port: number, box: MessageStore, faults: FaultBoard) {
  /** The failure planned for the message that a client is sending. */
  const planned = new WeakMap<SMTPServerSession, SmtpFault | undefined>()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 200,
    onAuth: (auth, _session, answer) => answer(null, { user: auth.username ?? 'sandbox' }),
    onMailFrom: (_address, session, answer) => {
      planned.set(session, faults.take('smtp'))
      answerWith(late(session, null), answer)
    },
    onRcptTo: (_address, session, answer) => {
      const refused =
        planned.get(session)?.mode === 'refuse' ? createSmtpError(550, '5.1.1 Nie ma takiej skrzynki') : null
      answerWith(late(session, refused), answer)
    },
    onData: (stream, session, answer) => answerWith(receive(stream, session), answer),
  })
  // A client may hang up in the middle of a message.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') process.emitWarning(error)
  })

  async function late(session: SMTPServerSession, refusal: Error | null): Promise<Error | null> {
    const fault = planned.get(session)
    if (fault?.mode === 'slow') await pause(fault.delayMs, undefined, { ref: false })
    return refusal
  }

  async function receive(stream: Readable, session: SMTPServerSession): Promise<Error | null> {
    const { mailFrom, rcptTo } = session.envelope
    const raw = await buffer(stream)
    const fault = planned.get(session)
    if (fault?.mode === 'reject') return createSmtpError(451, 'Spróbuj ponownie później')
    if (fault?.mode === 'hang') return new Promise(() => {})
    await box.put({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map((to) => to.address), raw })
    if (fault?.mode === 'drop') {
      for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy()
    }
    return late(session, null)
  }

  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function createSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function answerWith(refusal: Promise<Error | null>, answer: Answer): void {
  refusal.then(answer, (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))))
}
