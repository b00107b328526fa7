import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMessageStore, type MessageStore } from '#sandbox/mailbox/message-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (store: MessageStore, subject: string) =>
  store.put({
    from: 'a@b.pl',
    to: ['c@d.pl'],
    raw: Buffer.from(`Subject: ${subject}\r\n\r\nThe text of ${subject}\r\n`),
  })

test('memory holds the headers of stored messages, the disk their content, also after a restart', async () => {
  const store = createMessageStore(folder)
  await put(store, 'one')
  await put(store, 'two')
  for (const opened of [store, createMessageStore(folder)]) {
    expect(opened.all().map(({ subject }) => subject)).toEqual(['two', 'one'])
    for (const head of opened.all()) {
      expect(Object.keys(head)).not.toEqual(expect.arrayContaining(['text']))
      expect(JSON.stringify(head)).not.toContain('The text')
      expect(await opened.open(head.id)).toMatchObject({ ...head, text: expect.stringContaining('The text of') })
    }
  }
})

test.each([
  ['on the disk', () => folder],
  ['in memory', () => undefined],
])('messages %s are opened until they are cleared', async (_, place) => {
  const store = createMessageStore(place())
  await put(store, 'one')
  const id = store.all()[0]?.id ?? ''
  const opening = store.open(id)
  expect((await opening)?.text).toContain('The text of one')
  expect(await store.open('../../etc/passwd')).toBeUndefined()
  await store.clear()
  expect(await store.open(id)).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})
