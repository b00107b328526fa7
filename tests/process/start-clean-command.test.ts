import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { drawOrderIds } from '#domain/orders/order.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { storeCheckout } from '#tests/support/stored-checkout.ts'
import { NODE_ENVIRONMENT } from '../../scripts/node-settings.mjs'

/** Runs the command as npm does, and types a word when it asks. */
async function startClean(databaseUrl: string, word: string, args: string[] = []) {
  const child = spawn(process.execPath, [join('scripts', 'start-clean.ts'), ...args], {
    cwd: PROJECT_ROOT,
    env: {
      PATH: process.env.PATH,
      ...NODE_ENVIRONMENT,
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: 'a'.repeat(64),
    },
    stdio: 'pipe',
  })
  child.stdin.end(`${word}\n`)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  return { code: await ended, said }
}

test('the command says what it would remove, and removes the trial only after the typed word', async ({ database }) => {
  const { db, url } = database
  const [id = ''] = drawOrderIds(1)
  const items = [{ name: 'Oud', brand: 'Własna', quantity: 1, priceGrosze: 4_590 }]
  await storeCheckout(db, [{ id, items, shippingGrosze: 1_999 }])
  const count = async (table: 'orders' | 'products') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows,
    )
  const goods = await count('products')
  const own = await db.selectFrom('order_items').select('product_id as id').execute()

  const wrong = await startClean(url, 'TAK')
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('Nic nie usunięto.') })
  expect(wrong.said).toMatch(/zamówienia: 1\n[\s\S]*produkty pokazowe: \d+/)
  expect([await count('orders'), await count('products')]).toEqual([1, goods])

  const kept = await startClean(url, 'zaczynam', ['--keep-demo'])
  expect(kept).toMatchObject({ code: 0, said: expect.stringContaining('Próby są usunięte.') })
  expect(kept.said).not.toContain('produkty pokazowe')
  expect([await count('orders'), await count('products')]).toEqual([0, goods])

  expect(await startClean(url, 'ZACZYNAM')).toMatchObject({ code: 0 })
  // The owner's data are kept.
  expect(await db.selectFrom('products').select('id').where('active', '=', true).execute()).toEqual(own)
})
