import { test as base, eventually, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

const MESSAGE = { name: 'Anna Nowak', email: 'anna@example.test', message: 'Czy „Oud” wróci?' }

test('failures in the running shop are stored with place and request, also just before a stop', async ({
  shop,
  database: { db },
}) => {
  const fail = () =>
    fetch(`${shop.url}/api/send-contact-email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(MESSAGE),
    })
  const stored = () => db.selectFrom('failures').selectAll().execute()
  await db.schema.alterTable('contact_messages').renameTo('away').execute()
  const answer = await fail()
  expect(answer.status).toBe(500)
  await eventually(async () => expect(await stored()).toHaveLength(1))
  const [failure] = await stored()
  expect(failure).toMatchObject({
    source: 'server',
    name: 'error 42P01',
    place: 'POST /api/send-contact-email',
    request_id: answer.headers.get('x-request-id'),
    build: expect.stringMatching(/^[\w-]{6,}$/),
    times: 1,
  })
  expect(failure?.frames.length).toBeGreaterThan(0)
  expect(JSON.stringify(failure)).not.toMatch(/Anna|Oud/i)

  await fail()
  shop.child.kill('SIGTERM')
  expect(await shop.ended()).toBe(0)
  await db.schema.alterTable('away').renameTo('contact_messages').execute()
  expect(await stored()).toEqual([expect.objectContaining({ times: 2 })])
})
