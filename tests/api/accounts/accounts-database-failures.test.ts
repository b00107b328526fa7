import { inspect } from 'node:util'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

test('POST sign-up: rows that the database refuses are logged without personal data and session tokens', async ({
  api,
}) => {
  const typed = { email: 'anna@example.test', password: PASSWORD, name: 'Anna Nowak' }
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await sql`alter table users add constraint no_anna check (name <> 'Anna Nowak')`.execute(api.db)
  expect((await api.post('/api/auth/sign-up/email', typed)).status).toBe(500)
  await sql`alter table sessions add constraint no_agent check (user_agent <> 'a browser')`.execute(api.db)
  const other = { ...typed, email: 'ola@example.test', name: 'Ola' }
  expect((await api.post('/api/auth/sign-up/email', other, { 'User-Agent': 'a browser' })).status).toBe(500)
  const logged = log.mock.calls
    .flat()
    .map((part) => inspect(part, { depth: null, showHidden: true }))
    .join('\n')
  log.mockRestore()
  for (const constraint of ['no_anna', 'no_agent']) expect(logged).toContain(constraint)
  for (const secret of [typed.email, typed.name, 'Failing row']) expect(logged).not.toContain(secret)
})

test('guest sign-in: while the database restarts a new account is refused; afterwards it is created', async ({
  newApi,
}) => {
  const { db, post } = await newApi()
  const guest = () =>
    post('/api/guest-sign-in', { email: 'nowa@example.test', password: PASSWORD, acceptedTerms: true })
  // admin_shutdown, as every statement fails while PostgreSQL stops.
  await sql`create function shut_down() returns trigger language plpgsql as
    $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$`.execute(db)
  await sql`create trigger restart before insert on users for each row execute function shut_down()`.execute(db)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const refused = await guest()
  log.mockRestore()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ error: { code: 'database_unavailable' } })
  await sql`drop trigger restart on users`.execute(db)
  expect(await (await guest()).json()).toEqual({ created: true })
})
