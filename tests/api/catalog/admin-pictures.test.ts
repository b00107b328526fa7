import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { vi } from 'vitest'
import { checkReferences } from '#domain/catalog/admin/product-content.server.ts'
import { PICTURE_BYTES_MAX } from '#domain/pictures/picture.ts'
import sweepPictures from '#domain/pictures/sweep-pictures.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

test.beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})

const blank = (width: number, height: number, background = '#9C7430') =>
  sharp({ create: { width, height, channels: 3, background } })
/** A different picture for each number. */
const picture = (number: number) =>
  blank(40 + number, 50)
    .png()
    .toBuffer()

const upload = (bytes: Uint8Array, { cookie = admin, type = 'image/jpeg', origin = api.base } = {}) =>
  api.call('/api/admin/pictures', {
    method: 'POST',
    body: Buffer.from(bytes),
    headers: { 'Content-Type': type, Origin: origin, Cookie: cookie },
  })

async function refusal(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  return [answer.status, error.code, error.message]
}

async function keyOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { image_key: string }).image_key
}

const folderOf = (imageKey: string) => join(api.mediaDir, 'products', imageKey)

test('an upload is stored in every width under the key it answers, noted as unused, and in the audit log', async () => {
  const bytes = await blank(1200, 1500).webp().toBuffer()
  const imageKey = await keyOf(await upload(bytes, { type: 'image/webp' }))
  expect(readdirSync(folderOf(imageKey))).toHaveLength(8)
  expect(await api.db.selectFrom('unused_pictures').selectAll().execute()).toMatchObject([{ image_key: imageKey }])
  const audit = await api.db.selectFrom('audit_events').selectAll().where('subject_id', '=', imageKey).execute()
  expect(audit).toMatchObject([{ action: 'picture.uploaded', details: { bytes: bytes.byteLength } }])
  // Sent again, also twice at once: the same key and nothing else.
  const again = await Promise.all([upload(bytes), upload(bytes)])
  for (const answer of again) expect(await keyOf(answer)).toBe(imageKey)
  expect(readdirSync(join(api.mediaDir, 'products'))).toEqual([imageKey])
})

test('guests, customers and pages of other sites are refused before a byte of the body is read', async () => {
  const { cookie } = await api.customer()
  const bytes = await picture(1)
  for (const who of ['', cookie]) {
    expect((await refusal(await upload(bytes, { cookie: who })))[1]).toBe('not_found')
  }
  expect((await refusal(await upload(bytes, { origin: 'https://evil.example' })))[1]).toBe('forbidden_origin')
  // The body never arrives. Callers who may not send it are refused without it.
  const { hostname, port } = new URL(api.base)
  const socket = connect(Number(port), hostname)
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  socket.write(
    `POST /api/admin/pictures HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: image/png\r\nContent-Length: 4000000\r\n\r\n`,
  )
  expect(await answered).toMatch(/^HTTP\/1.1 404 /)
  socket.destroy()
})

test('the bytes decide the type of a picture, whatever its header says, and every refusal says why', async () => {
  const gif = Buffer.concat([await blank(10, 10).gif().toBuffer(), Buffer.from('<script>alert(1)</script>')])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const wrongType = [415, 'picture_wrong_type', 'Dozwolone są tylko pliki JPG, PNG i WebP']
  expect(await refusal(await upload(gif, { type: 'image/png' }))).toEqual(wrongType)
  expect(await refusal(await upload(svg))).toEqual(wrongType)
  expect(await refusal(await upload(await picture(2), { type: 'text/plain' }))).toEqual(wrongType)
  expect(await refusal(await upload(new Uint8Array()))).toEqual(wrongType)
  const jpeg = await blank(800, 1000).jpeg().toBuffer()
  expect(await refusal(await upload(jpeg.subarray(0, 2000)))).toEqual([
    422,
    'picture_broken',
    'Nie udało się odczytać zdjęcia: plik jest uszkodzony.',
  ])
  // The bytes decide the type of a picture with a wrong type header.
  await keyOf(await upload(jpeg, { type: 'image/gif' }))
})

/** A black PNG of this size in pixels. Its 31 kilobytes take 250 megabytes when decoded. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  // One bit per pixel, grey.
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('a bomb of 31 kilobytes is refused without being unpacked', async () => {
  const bytes = bomb(16_000, 15_600)
  expect(bytes.byteLength).toBeLessThan(32_000)
  const before = process.memoryUsage().rss
  expect((await refusal(await upload(bytes)))[1]).toBe('picture_too_many_pixels')
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6)
})

test('5,242,880 bytes are accepted, one more is too large', async () => {
  const head = await blank(40, 50, '#123456').jpeg().toBuffer()
  // Decoders stop at the end of the picture, so appended bytes only make the file longer.
  const exact = Buffer.concat([head, Buffer.alloc(PICTURE_BYTES_MAX - head.byteLength)])
  await keyOf(await upload(exact))
  const tooLarge = [413, 'picture_too_large', 'Maksymalny rozmiar pliku to 5MB']
  expect(await refusal(await upload(Buffer.concat([exact, Buffer.alloc(1)])))).toEqual(tooLarge)
  // Sent without a Content-Length.
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(exact))
      controller.enqueue(new Uint8Array(1))
      controller.close()
    },
  })
  const chunked = await api.call('/api/admin/pictures', {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: { 'Content-Type': 'image/jpeg', Origin: api.base, Cookie: admin },
  } as RequestInit)
  expect(await refusal(chunked)).toEqual(tooLarge)
})

test('of many simultaneous uploads four are accepted and the others are told to retry', async () => {
  const pictures = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      blank(1500 + number, 1900)
        .jpeg()
        .toBuffer(),
    ),
  )
  const answers = await Promise.all(pictures.map((bytes) => upload(bytes)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(4)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await refusal(answer))[1]).toBe('pictures_busy')
  }
  await keyOf(await upload(await picture(3)))
})

test('a picture that no product has used for a week is deleted, a used one stays', async () => {
  const clock = (days: number) => ({ ...api.services, now: () => new Date(Date.now() + days * 86_400_000) })
  const sweep = (days: number) => sweepPictures.run(clock(days), {}, { last: false })
  const [used, replaced, unused] = [
    await keyOf(await upload(await picture(4))),
    await keyOf(await upload(await picture(5))),
    await keyOf(await upload(await picture(6))),
  ]
  const products = await api.db.selectFrom('products').select('id').limit(2).execute()
  const show = (index: number, imageKey: string | null) =>
    api.db
      .updateTable('products')
      .set({ image_key: imageKey })
      .where('id', '=', products[index]?.id ?? '')
      .execute()
  await show(0, used)
  await show(1, replaced)
  const noted = async () =>
    (await api.db.selectFrom('unused_pictures').select('image_key').execute()).map((row) => row.image_key)
  expect(await noted()).toContain(unused)
  for (const shown of [used, replaced]) expect(await noted()).not.toContain(shown)
  await show(1, null)
  expect(await noted()).toContain(replaced)

  await sweep(6)
  expect([used, replaced, unused].map((key) => existsSync(folderOf(key)))).toEqual([true, true, true])
  await sweep(8)
  expect([used, replaced, unused].map((key) => existsSync(folderOf(key)))).toEqual([true, false, false])
  expect(await noted()).toEqual([])
  // It may be uploaded again.
  expect(await keyOf(await upload(await picture(6)))).toBe(unused)
  expect(existsSync(folderOf(unused))).toBe(true)
})

test('a stranger’s picture that came with no form is deleted after a day, unless the owner sent it as well', async () => {
  const send = async (bytes: Uint8Array) =>
    keyOf(
      await api.call('/api/complaint-pictures', {
        method: 'POST',
        headers: { 'Content-Type': 'image/jpeg', Origin: api.base },
        body: Buffer.from(bytes),
      }),
    )
  const both = await picture(21)
  const [unused, shared] = [await send(await picture(20)), await keyOf(await upload(both))]
  expect(await send(both)).toBe(shared)
  const sweep = (hours: number) =>
    sweepPictures.run({ ...api.services, now: () => new Date(Date.now() + hours * 3_600_000) }, {}, { last: false })
  await sweep(23)
  expect(existsSync(folderOf(unused))).toBe(true)
  await sweep(25)
  expect([unused, shared].map((key) => existsSync(folderOf(key)))).toEqual([false, true])
})

test('a picture that is being deleted can be neither used by a product nor uploaded', async () => {
  const bytes = await picture(7)
  const imageKey = await keyOf(await upload(bytes))
  await api.db
    .updateTable('unused_pictures')
    .set({ deleting_at: new Date() })
    .where('image_key', '=', imageKey)
    .execute()
  await expect(api.db.updateTable('products').set({ image_key: imageKey }).execute()).rejects.toThrow('being deleted')
  expect((await refusal(await upload(bytes)))[1]).toBe('busy')
  const taken = api.db.transaction().execute((trx) => checkReferences(trx, { imageKeys: [imageKey] }))
  expect(await taken).toMatchObject({ ok: false, failure: { reason: 'picture_unavailable' } })
  // The next run completes the work of a process that died.
  await sweepPictures.run(api.services, {}, { last: false })
  expect(existsSync(folderOf(imageKey))).toBe(false)
  expect(await keyOf(await upload(bytes))).toBe(imageKey)
})

test('while the storage is unavailable the refusal says so, and the picture can be sent again', async () => {
  const { pictureStorage } = api.services
  const put = pictureStorage.put
  pictureStorage.put = () => Promise.reject(new Error('no space'))
  const answer = await upload(await picture(8)).finally(() => {
    pictureStorage.put = put
  })
  expect((await refusal(answer))[1]).toBe('picture_storage_unavailable')
  await keyOf(await upload(await picture(8)))
})
