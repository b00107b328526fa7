import type { LinkPurpose } from '#domain/kernel/link-tokens.ts'
import type { Api } from './api.ts'
import { eventually, expect } from './fixtures.ts'

type LinkRow = { id: string; userId: string | null }

/** Links stored for an address, newest first. */
export function linksOf(api: Api, email: string, purpose: LinkPurpose): Promise<LinkRow[]> {
  return api.db
    .selectFrom('account_links')
    .select(['id', 'user_id as userId'])
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Requests a link and waits until it is stored. Returns its token. The jobs of the API must have been started. */
export async function requestToken(
  api: Api,
  email: string,
  purpose: 'password-reset' | 'login-link',
  headers: Record<string, string> = {},
): Promise<string> {
  const before = (await linksOf(api, email, purpose)).length
  const path = purpose === 'password-reset' ? '/api/recover' : '/api/login-link'
  const asked = await api.post(path, { email }, headers)
  expect([asked.status, await asked.json()]).toEqual([200, { ok: true }])
  let token = ''
  await eventually(async () => {
    const [newest, ...older] = await linksOf(api, email, purpose)
    expect(older.length).toBe(before)
    if (!newest?.userId) throw new Error('the link is not written yet')
    token = api.services.linkTokens.create(purpose, newest.id)
  })
  return token
}
