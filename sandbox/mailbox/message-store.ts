import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { z } from 'zod'

const messageSchema = z.object({
  id: z.uuid(),
  /** Envelope: sender and recipients as the mail server received them. */
  from: z.string(),
  to: z.array(z.string()),
  /** The addresses of the Reply-To header. */
  replyTo: z.array(z.string()).default([]),
  receivedAt: z.iso.datetime(),
  messageId: z.string(),
  /** The From header, as a reader sees it. */
  sender: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** The message as it came over the wire. */
  source: z.string(),
})
export type Message = z.infer<typeof messageSchema>

export type MessageStore = {
  /** Resolves once the message is safe (on disk, when there is a folder). */
  put(envelope: { from: string; to: string[]; raw: Buffer }): Promise<void>
  /** Newest first. Every message that came is there: nothing is merged or hidden. */
  all(): Message[]
  clear(): Promise<void>
}

/** Above this the oldest messages go. */
const MAX_MESSAGES = 1_000

/** Messages received by the sandbox: in memory, and one JSON file each under `folder` so that they survive a restart. Private. */
export function createMessageStore(folder: string | undefined): MessageStore {
  let messages: Message[] = []
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    messages = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => messageSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    messages.sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))
  }
  const fileOf = (directory: string, id: string) => join(directory, `${id}.json`)

  return {
    async put({ from, to, raw }) {
      const message = await read(from, to, raw)
      if (folder !== undefined) {
        // Written aside and renamed: a process killed midway leaves no half message behind.
        const file = fileOf(folder, message.id)
        await writeFile(`${file}.part`, JSON.stringify(message), { mode: 0o600 })
        await rename(`${file}.part`, file)
      }
      messages.unshift(message)
      const dropped = messages.splice(MAX_MESSAGES)
      if (folder !== undefined) await Promise.all(dropped.map(({ id }) => rm(fileOf(folder, id), { force: true })))
    },
    all: () => messages,
    async clear() {
      const gone = messages
      messages = []
      if (folder !== undefined) await Promise.all(gone.map(({ id }) => rm(fileOf(folder, id), { force: true })))
    },
  }
}

async function read(from: string, to: string[], raw: Buffer): Promise<Message> {
  const mail = await PostalMime.parse(raw)
  const { name = '', address = '' } = mail.from ?? {}
  return {
    id: crypto.randomUUID(),
    from,
    to,
    replyTo: (mail.replyTo ?? []).map(({ address = '' }) => address),
    receivedAt: new Date().toISOString(),
    messageId: mail.messageId ?? '',
    sender: name === '' ? address : `${name} <${address}>`,
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    source: raw.toString('utf8'),
  }
}
