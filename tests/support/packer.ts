import { expect } from 'vitest'
import { type Api, cookieOf } from './api.ts'

export const PACKER_PASSWORD = 'dobre-haslo-do-paczek'

/** The token of the newest invitation to an address, as its mail would carry it. */
export async function findInvitation(api: Api, email: string): Promise<string> {
  const { id } = await api.db
    .selectFrom('account_links')
    .select('id')
    .where('email', '=', email)
    .where('purpose', '=', 'invitation')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return api.services.linkTokens.create('invitation', id)
}

/** Invites a person to pack and accepts for them. Returns the cookie of their session. */
export async function enterAsPacker(api: Api, email = `pakuje-${crypto.randomUUID()}@example.test`): Promise<string> {
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  expect((await api.post('/api/admin/people', { email }, { Cookie })).status).toBe(200)
  const token = await findInvitation(api, email)
  const accepted = await api.post('/api/accept-invitation', { token, password: PACKER_PASSWORD })
  expect(accepted.status).toBe(200)
  return cookieOf(accepted)
}

/** Calls of the panel in a packer's session. */
export const packerCalls = (api: Api, cookie: string) => ({
  get: (path: string) => api.get(`/api/admin/${path}`, { Cookie: cookie }),
  send: (method: string, path: string, body: unknown) =>
    api.call(`/api/admin/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Origin: api.base, Cookie: cookie },
    }),
})
