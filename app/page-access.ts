import { createContext, data, href, type MiddlewareFunction, redirect } from 'react-router'
import { LOGIN_HASH } from '#app/dialogs/dialogs.ts'
import { servicesContext } from '#app/services-context.ts'
import { findInvitedRole, type InvitedRole, isAdmin, type SignedInUser } from '#domain/accounts/account.ts'

/** For answers to one person, which no cache may store. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-store' }

/** For pages whose address may hold a secret, which must not reach other sites or search engines. */
export const SECRET_ADDRESS_HEADERS = {
  ...PRIVATE_HEADERS,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

/** Who is signed in, set by a guard; reading it on a route without one throws. */
export const userContext = createContext<SignedInUser>()

/** Admits signed-in people. Redirects everybody else to the landing page, which opens the login (dialog-host.tsx). */
export const guardCustomer: MiddlewareFunction<Response> = async ({ request, context }) => {
  const user = await context.get(servicesContext).accounts.findUser(request.headers)
  if (!user) throw redirect(`${href('/')}${LOGIN_HASH}`, { headers: PRIVATE_HEADERS })
  context.set(userContext, user)
}

/** The first page of each invited role, and all of its pages; the others of the panel are for the admin only. */
export const INVITED_PAGES: Record<InvitedRole, { first: string; pages: RegExp }> = {
  packer: { first: href('/admin/pakowanie'), pages: /^\/admin\/pakowanie(\/lista|\/paczka\/[^/]+)?$/ },
  accountant: { first: href('/admin/miesiac'), pages: /^\/admin\/(miesiac|faktury|kasa\/zwroty)$/ },
}

/**
 * Admits the admin by role and address, on every request, and invited people to the pages of their role; the beginning
 * of the panel leads them to the first. Everybody else gets 401 or 403 at the same address, which the layout's error
 * boundary shows as the login form or a refusal.
 */
export const guardPanel: MiddlewareFunction<Response> = async ({ request, context, url: { pathname } }) => {
  const { accounts, adminEmail } = context.get(servicesContext)
  const user = await accounts.findUser(request.headers)
  if (!user) throw data(null, { status: 401, headers: PRIVATE_HEADERS })
  const role = isAdmin(user, adminEmail) ? null : findInvitedRole(user)
  const own = role && INVITED_PAGES[role]
  if (own && pathname === href('/admin')) throw redirect(own.first, { headers: PRIVATE_HEADERS })
  if (!isAdmin(user, adminEmail) && !own?.pages.test(pathname)) {
    throw data({ role }, { status: 403, headers: PRIVATE_HEADERS })
  }
  context.set(userContext, user)
}
