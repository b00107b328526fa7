import { expect } from 'vitest'
import type { Invitation } from '#domain/accounts/person.ts'
import { type Api, cookieOf } from './api.ts'

export const INVITED_PASSWORD = 'dobre-haslo-do-paczek'

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
export const enterAsPacker = (api: Api, email = `pakuje-${crypto.randomUUID()}@example.test`): Promise<string> =>
  enterInvited(api, { email, role: 'packer' })

/** As `enterAsPacker`, for a person who reads the papers, and who has just signed in by password. */
export async function enterAsAccountant(api: Api, email = `ksiegowa-${crypto.randomUUID()}@example.test`) {
  await enterInvited(api, { email, role: 'accountant' })
  return cookieOf(await api.post('/api/admin-sign-in', { email, password: INVITED_PASSWORD }))
}

async function enterInvited(api: Api, invitation: Invitation): Promise<string> {
  const { email } = invitation
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  expect((await api.post('/api/admin/people', invitation, { Cookie })).status).toBe(200)
  const token = await findInvitation(api, email)
  const accepted = await api.post('/api/accept-invitation', { token, password: INVITED_PASSWORD })
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
