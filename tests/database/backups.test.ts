import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { onTestFinished } from 'vitest'
import { BackupFileError } from '#infra/backup/backup-archive.ts'
import { type BackupPlace, createBackupFolder } from '#infra/backup/backup-places.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { backUp, fillShop, newFolder, PICTURE, readAll, restore, test } from '#tests/support/backups.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

test('a backup brings back every row, picture and counter', async ({ database, target }) => {
  await fillShop(database)
  const dataDir = newFolder()
  const variants = [{ width: 240, format: 'avif', bytes: Buffer.from('picture') } as const]
  await createDiskPictures(join(dataDir, 'media')).put(PICTURE, variants)
  await database.db.updateTable('products').set({ image_key: PICTURE }).where('slug', '=', 'noc-w-szczecinie').execute()
  const before = await readAll(database)
  const { place, name } = await backUp(database.url, { dataDir })

  const there = newFolder()
  await restore({ url: target.url, place, name, dataDir: there })
  expect(await readAll(target)).toEqual(before)
  expect(readFileSync(join(there, 'media', 'products', PICTURE, '240.avif'), 'utf8')).toBe('picture')
  const next = (db: TestDatabase) => db.pool.query(`select nextval(pg_get_serial_sequence('order_events', 'id')) as id`)
  expect((await next(target)).rows).toEqual((await next(database)).rows)
  // Constraints are active again.
  await expect(target.pool.query('delete from users')).rejects.toThrow('violates foreign key')
})

test('a backup during orders is a consistent snapshot, and includes the jobs', async ({ api, database, target }) => {
  const items = await productsOnSale(api, 5)
  let made: Awaited<ReturnType<typeof backUp>> | undefined
  const backup = backUp(database.url).then((done) => {
    made = done
  })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      // One order each, because a new account may have few open orders.
      do expect((await (await api.customer()).order(cart(items))).status).toBe(200)
      while (made === undefined)
    }),
  )
  await backup
  if (made === undefined) throw new Error('no backup was made')

  const { jobs } = await restore({ url: target.url, ...made })
  const { rows } = await target.pool.query(`
    select
      (select count(*)::int from orders o where items_grosze <>
        (select sum(quantity * unit_price_grosze) from order_items where order_id = o.id)) as torn_orders,
      (select count(*)::int from checkouts c where not exists (select from orders where checkout_id = c.id)) as empty_checkouts,
      (select count(*)::int from orders o where not exists (select from shipments where order_id = o.id)) as unsent_orders`)
  expect(rows).toEqual([{ torn_orders: 0, empty_checkouts: 0, unsent_orders: 0 }])
  expect(jobs.every(({ name }) => !name.startsWith('__'))).toBe(true)
})

/** A database's address behind a network that delivers PostgreSQL's count of copied rows later than the rows. */
async function delayCounts(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const network = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.pipe(database)
    database.on('data', (bytes: Buffer) => {
      const end = bytes.indexOf('c\0\0\0\x04C') + 5
      if (end < 5) return void client.write(bytes)
      client.write(bytes.subarray(0, end))
      database.pause()
      setTimeout(() => {
        client.write(bytes.subarray(end))
        database.resume()
      }, 5)
    })
    client.on('close', () => database.destroy())
  })
  await once(network.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void network.close())
  const delayed = new URL(url)
  delayed.host = `127.0.0.1:${(network.address() as AddressInfo).port}`
  return delayed.href
}

test('a backup counts its rows when PostgreSQL tells their number later than the rows', async ({ database }) => {
  const { rows } = await backUp(await delayCounts(database.url))
  expect(rows).toBe(Object.values(await readAll(database)).flat().length)
})

test('a file that is cut off, changed, foreign or encrypted with another key changes nothing', async ({
  database,
  target,
}) => {
  const { place, name } = await backUp(database.url)
  const folder = place.title
  const whole = readFileSync(join(folder, name))
  const before = await readAll(target)
  const files: Record<string, Buffer> = {
    cut: whole.subarray(0, whole.length - 100),
    changed: Buffer.from(whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte))),
    longer: Buffer.concat([whole, Buffer.from('more')]),
    foreign: Buffer.from('-- PostgreSQL database dump'),
    empty: Buffer.alloc(0),
  }
  for (const [title, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, title), bytes)
    await expect(restore({ url: target.url, place, name: title }), title).rejects.toThrow(BackupFileError)
  }
  const otherKey = { identity: await generateX25519Identity() }
  await expect(restore({ url: target.url, place, name, key: otherKey })).rejects.toThrow(BackupFileError)
  expect(await readAll(target)).toEqual(before)
})

test('a shop with orders is replaced only after an explicit confirmation', async ({ database, target }) => {
  const { place, name } = await backUp(target.url)
  const before = await readAll(database)
  await expect(restore({ url: database.url, place, name })).rejects.toThrow(/produkty: \d+, zamówienia: \d+/)
  expect(await readAll(database)).toEqual(before)
})

test('an interrupted restore leaves the old data, and can be repeated', async ({ database, target }) => {
  const { place, name } = await backUp(database.url)
  const before = await readAll(target)
  let opened = 0
  const cutOff: BackupPlace = {
    ...place,
    // The first reading checks the file; the second one breaks off in the middle of the tables.
    async read() {
      opened += 1
      const source = await place.read(name)
      return opened === 1 ? source : source.compose(cutAfter(20_000))
    },
  }
  await expect(restore({ url: target.url, place: cutOff, name })).rejects.toThrow()
  expect(await readAll(target)).toEqual(before)
  await restore({ url: target.url, place, name })
  expect(await readAll(target)).toEqual(await readAll(database))
})

test('a full disk leaves no partial backup, and removes no existing one', async ({ database }) => {
  const place = createBackupFolder(newFolder())
  const { name } = await backUp(database.url, { place })
  const full: BackupPlace = {
    ...place,
    store: (file, { write, prove }) =>
      place.store(file, {
        async write(sink) {
          await write(sink)
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        },
        prove,
      }),
  }
  await expect(backUp(database.url, { place: full })).rejects.toThrow('no space left')
  expect(readdirSync(place.title)).toEqual([name])
})

/** A stream that fails after this many bytes. */
function cutAfter(most: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const piece of source) {
      bytes += piece.length
      if (bytes > most) throw new Error('the connection broke')
      yield piece
    }
  }
}
