import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { z } from 'zod'

const messageSchema = z.object({
  id: z.uuid(),
  /** Envelope: who the mail server was told it is from and for. */
  from: z.string(),
  to: z.array(z.string()),
  receivedAt: z.iso.datetime(),
  messageId: z.string(),
  /** The From header, as a reader sees it. */
  sender: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** The letter as it came over the wire. */
  source: z.string(),
})
export type Letter = z.infer<typeof messageSchema>

export type MessageStore = {
  /** Resolves once the letter is safe (on disk, when there is a folder). */
  put(envelope: { from: string; to: string[]; raw: Buffer }): Promise<void>
  /** Newest first. Every letter that came is there: nothing is merged or hidden. */
  all(): Letter[]
  clear(): Promise<void>
}

/** Above this the oldest letters go. */
const MAX_MESSAGES = 1_000

/** Letters received by the sandbox: in memory, and one JSON file each under `folder` so that they survive a restart. Private. */
export function createMessageStore(folder: string | undefined): MessageStore {
  let letters: Letter[] = []
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    letters = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => messageSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    letters.sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))
  }
  const fileOf = (directory: string, id: string) => join(directory, `${id}.json`)

  return {
    async put({ from, to, raw }) {
      const letter = await read(from, to, raw)
      if (folder !== undefined) {
        // Written aside and renamed: a process killed midway leaves no half letter behind.
        const file = fileOf(folder, letter.id)
        await writeFile(`${file}.part`, JSON.stringify(letter), { mode: 0o600 })
        await rename(`${file}.part`, file)
      }
      letters.unshift(letter)
      const dropped = letters.splice(MAX_MESSAGES)
      if (folder !== undefined) await Promise.all(dropped.map(({ id }) => rm(fileOf(folder, id), { force: true })))
    },
    all: () => letters,
    async clear() {
      const gone = letters
      letters = []
      if (folder !== undefined) await Promise.all(gone.map(({ id }) => rm(fileOf(folder, id), { force: true })))
    },
  }
}

async function read(from: string, to: string[], raw: Buffer): Promise<Letter> {
  const mail = await PostalMime.parse(raw)
  const { name = '', address = '' } = mail.from ?? {}
  return {
    id: crypto.randomUUID(),
    from,
    to,
    receivedAt: new Date().toISOString(),
    messageId: mail.messageId ?? '',
    sender: name === '' ? address : `${name} <${address}>`,
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    source: raw.toString('utf8'),
  }
}
