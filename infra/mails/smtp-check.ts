import { createTransport } from 'nodemailer'
import type { Reachable } from '#domain/kernel/reachable.ts'
import { readSmtpAddress } from './smtp-transport.ts'

const TIMEOUT_MS = 8_000

/** Checks that the mail server answers: connects and, with a password, signs in. */
export function createSmtpCheck(url: string): Reachable {
  return {
    async check(signal) {
      const transport = createTransport({
        ...readSmtpAddress(url),
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
      const end = () => transport.close()
      signal.addEventListener('abort', end, { once: true })
      try {
        await transport.verify()
      } finally {
        signal.removeEventListener('abort', end)
        transport.close()
      }
    },
  }
}
