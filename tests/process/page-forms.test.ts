import { expect, test } from '#tests/support/fixtures.ts'

/** Bodies that are no form, by their Content-Type; null: none is named. */
const OTHER_BODIES = [
  ['application/json', '{"name":"Anna"}'],
  ['multipart/form-data', 'without its boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nbroken'],
  ['text/plain', 'name=Anna'],
  [null, null],
] as const

test('a page that gives back what was typed is stored nowhere', async ({ shop }) => {
  const body = new URLSearchParams({ name: 'Anna', email: 'anna@example', message: 'Dzień dobry' })
  const answer = await fetch(`${shop.url}/kontakt`, { method: 'POST', headers: { Origin: shop.url }, body })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([422, 'private, no-store'])
  expect(await answer.text()).toContain('anna@example')
  expect((await fetch(`${shop.url}/kontakt`)).headers.get('cache-control')).toBe('no-cache')
})

test('a page that takes a form refuses any other body in words', async ({ shop }) => {
  for (const [type, body] of OTHER_BODIES) {
    const answer = await fetch(`${shop.url}/kontakt`, {
      method: 'POST',
      headers: { Origin: shop.url, ...(type !== null && { 'Content-Type': type }) },
      body,
    })
    expect([type, answer.status, await answer.text()]).toEqual([
      type,
      422,
      expect.stringContaining('Wypełnij wszystkie wymagane pola'),
    ])
  }
})
