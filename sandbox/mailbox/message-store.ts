import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { z } from 'zod'
import { openFolder, writeJson } from '#sandbox/collection.ts'

const messageSchema = z.object({
  id: z.uuid(),
  /** Sender and recipients of the envelope. */
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
  /** Names of the attached files, in their order. */
  attachments: z.array(z.string()).default([]),
  /** The message as received. */
  source: z.string(),
})
export type Message = z.infer<typeof messageSchema>
/** The part of a message that lists show. */
export type MessageHead = Omit<Message, 'html' | 'text' | 'attachments' | 'source'>

export type MessageStore = ReturnType<typeof createMessageStore>

/** Beyond this the oldest messages are removed. */
const MAX_MESSAGES = 1_000

/**
 * Messages received by the sandbox. With `folder` each is a JSON file, readable by its user only, and survives a
 * restart; memory then holds heads only, since a thousand whole messages take 100 MiB. Without it memory holds them
 * whole.
 */
export function createMessageStore(folder: string | undefined) {
  let messages: MessageHead[] = []
  const contents = new Map<string, Message>()
  if (folder !== undefined) {
    messages = openFolder(folder)
      .map((file) => headOf(messageSchema.parse(JSON.parse(readFileSync(file, 'utf8')))))
      .toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt))
  }
  const fileOf = (directory: string, id: string) => join(directory, `${id}.json`)

  return {
    /** Resolves when the message is stored, on disk when there is a folder. */
    async put({ from, to, raw }: { from: string; to: string[]; raw: Buffer }): Promise<void> {
      const content = await read(from, to, raw)
      // Later than the message before, because times give the order after a restart.
      const earliest = Date.parse(messages[0]?.receivedAt ?? '1970-01-01') + 1
      const message = { ...content, receivedAt: new Date(Math.max(Date.now(), earliest)).toISOString() }
      if (folder === undefined) contents.set(message.id, message)
      else await writeJson(fileOf(folder, message.id), message)
      messages.unshift(headOf(message))
      await forget(messages.splice(MAX_MESSAGES))
    },
    /** Every received message, newest first. */
    all: () => messages,
    /** A message with its contents; undefined when it is unknown or removed. */
    async open(id: string): Promise<Message | undefined> {
      if (!messages.some((message) => message.id === id)) return undefined
      if (folder === undefined) return contents.get(id)
      try {
        return messageSchema.parse(JSON.parse(await readFile(fileOf(folder, id), 'utf8')))
      } catch (error) {
        // The mailbox was emptied during the read.
        if (messages.every((message) => message.id !== id)) return undefined
        throw error
      }
    },
    async clear(): Promise<void> {
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

/** Copies the strings: a slice of a larger string would keep all of it in memory. */
function headOf({ html: _html, text: _text, source: _source, ...head }: Message): MessageHead {
  return structuredClone(head)
}

/** An attached file of a message, by its place among them. */
export async function readAttachment({ source }: Message, index: number) {
  const { attachments } = await PostalMime.parse(source)
  const found = attachments[index]
  if (found === undefined || typeof found.content === 'string') return undefined
  return { name: found.filename ?? 'plik', type: found.mimeType, bytes: new Uint8Array(found.content) }
}

async function read(from: string, to: string[], raw: Buffer): Promise<Omit<Message, 'receivedAt'>> {
  const mail = await PostalMime.parse(raw)
  const { name = '', address = '' } = mail.from ?? {}
  return {
    id: crypto.randomUUID(),
    from,
    to,
    replyTo: (mail.replyTo ?? []).map((reply) => reply.address ?? ''),
    messageId: mail.messageId ?? '',
    sender: name === '' ? address : `${name} <${address}>`,
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    attachments: mail.attachments.map(({ filename }) => filename ?? 'plik'),
    source: raw.toString('utf8'),
  }
}
