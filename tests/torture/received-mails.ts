import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { Kysely } from 'kysely'
import { SMTPServer } from 'smtp-server'
import type { Database } from '#domain/database.ts'
import { eventually, expect } from '#tests/support/fixtures.ts'

/** A mail server that accepts everything and counts the copies of each mail. */
export async function startReceivingMails() {
  /** The copies by the id of the mail in the outbox, with which its Message-ID begins. */
  const copies = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, callback) {
      let id = ''
      const lines = createInterface({ input: stream })
      lines.on('line', (line) => {
        id ||= /^Message-ID: <([^@]+)@/i.exec(line)?.[1] ?? ''
      })
      // A message whose sender was killed was not received.
      lines.on('error', callback)
      stream.on('end', () => {
        copies.set(id, (copies.get(id) ?? 0) + 1)
        callback()
      })
    },
  })
  // Killed shops cut their connections.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    /**
     * Every mail was received. A mail that was being sent when its shop was killed may arrive twice with the same id.
     */
    async expectAll(db: Kysely<Database>): Promise<void> {
      await eventually(async () => {
        const waiting = await db.selectFrom('mail_outbox').select('key').where('sent_at', 'is', null).execute()
        expect(waiting).toEqual([])
      }, 300_000)
      for (const { id } of await db.selectFrom('mail_outbox').select('id').execute()) {
        expect(copies.get(id) ?? 0, `copies of ${id}`).toBeGreaterThan(0)
        expect(copies.get(id) ?? 0, `copies of ${id}`).toBeLessThanOrEqual(2)
      }
    },
  }
}
