import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
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
/** What lists show of it. */
export type MessageHead = Omit<Message, 'html' | 'text' | 'source'>

export type MessageStore = {
  /** Resolves once the message is safe (on disk, when there is a folder). */
  put(envelope: { from: string; to: string[]; raw: Buffer }): Promise<void>
  /** Newest first. Every message that came is there: nothing is merged or hidden. */
  all(): MessageHead[]
  /** A message with its contents; undefined when there is none, or none any more. */
  open(id: string): Promise<Message | undefined>
  clear(): Promise<void>
}

/** Above this the oldest messages go. */
const MAX_MESSAGES = 1_000

/**
 * Messages received by the sandbox. With `folder` one JSON file each, so that they survive a restart, readable by their user alone; memory
 * then holds their heads, since a thousand of them whole take 100 MiB. Without it memory holds them whole.
 */
export function createMessageStore(folder: string | undefined): MessageStore {
  let messages: MessageHead[] = []
  const contents = new Map<string, Message>()
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    messages = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => headOf(messageSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))))
    messages.sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))
  }
  const fileOf = (directory: string, id: string) => join(directory, `${id}.json`)

  return {
    async put({ from, to, raw }) {
      const message = await read(from, to, raw)
      if (folder === undefined) contents.set(message.id, message)
      else {
        // Written aside and renamed: a process killed midway leaves no half message behind.
        const file = fileOf(folder, message.id)
        await writeFile(`${file}.part`, JSON.stringify(message), { mode: 0o600 })
        await rename(`${file}.part`, file)
      }
      messages.unshift(headOf(message))
      await forget(messages.splice(MAX_MESSAGES))
    },
    all: () => messages,
    async open(id) {
      if (!messages.some((message) => message.id === id)) return undefined
      if (folder === undefined) return contents.get(id)
      try {
        return messageSchema.parse(JSON.parse(await readFile(fileOf(folder, id), 'utf8')))
      } catch (error) {
        // Emptied meanwhile.
        if (messages.every((message) => message.id !== id)) return undefined
        throw error
      }
    },
    async clear() {
      const gone = messages
      messages = []
      await forget(gone)
    },
  }

  async function forget(gone: readonly MessageHead[]): Promise<void> {
    for (const { id } of gone) contents.delete(id)
    if (folder !== undefined) await Promise.all(gone.map(({ id }) => rm(fileOf(folder, id), { force: true })))
  }
}

/** Texts of their own: a part of a larger text would keep all of that in memory. */
function headOf({ html: _html, text: _text, source: _source, ...head }: Message): MessageHead {
  return structuredClone(head)
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
