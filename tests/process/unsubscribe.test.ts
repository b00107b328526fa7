import { expect, test } from '#tests/support/fixtures.ts'

/** What a mail program posts when its reader presses 'unsubscribe' (RFC 8058): no cookies, no Origin. */
const ONE_CLICK = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }

test('the address of List-Unsubscribe ends a consent by one post without a visit; opening it only asks', async ({
  shop,
  database: { db },
  mailbox,
}) => {
  const email = 'wypisuje@example.test'
  const asked = await fetch(`${shop.url}/api/newsletter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, agreed: true }),
  })
  expect(asked.status).toBe(200)
  await expect.poll(async () => (await mailbox.messagesTo(email))[0]?.text ?? '').toContain('newsletter#')
  const [mail] = await mailbox.messagesTo(email)
  const token = /newsletter#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const address = `${shop.url}/newsletter/wypisz/${token}`
  const ended = async () =>
    (await db.selectFrom('subscribers').select('ended_at').where('email', '=', email).executeTakeFirstOrThrow())
      .ended_at !== null

  const opened = await fetch(address)
  expect([opened.status, await ended()]).toEqual([200, false])
  expect(await opened.text()).toContain('Wypisać Twój adres z newslettera?')
  const posted = await fetch(address, ONE_CLICK)
  expect([posted.status, await ended()]).toEqual([200, true])
  expect(await posted.text()).toContain('Wypisaliśmy ten adres z newslettera.')
  expect((await fetch(address, ONE_CLICK)).status).toBe(200)
  expect((await fetch(`${address}x`, ONE_CLICK)).status).toBe(404)
})
