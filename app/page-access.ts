import { createContext, data, href, type MiddlewareFunction, redirect } from 'react-router'
import { LOGIN_HASH } from '#app/dialogs/dialogs.ts'
import { servicesContext } from '#app/services-context.ts'
import { isAdmin, mayPack, type SignedInUser } from '#domain/accounts/account.ts'

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

/** Pages of people who pack; all other pages of the panel are for the admin only. */
const PACKING_PAGES = /^\/admin\/pakowanie(\/lista|\/paczka\/[^/]+)?$/

/**
 * Admits the admin by role and address, on every request, and to the pages of packing people whom the admin has
 * invited; the beginning of the panel leads them there. Everybody else gets 401 or 403 at the same address, which the
 * layout's error boundary shows as the login form or a refusal.
 */
export const guardPanel: MiddlewareFunction<Response> = async ({ request, context, url: { pathname } }) => {
  const { accounts, adminEmail } = context.get(servicesContext)
  const user = await accounts.findUser(request.headers)
  if (!user) throw data(null, { status: 401, headers: PRIVATE_HEADERS })
  const packs = !isAdmin(user, adminEmail) && mayPack(user, adminEmail)
  if (packs && pathname === href('/admin')) throw redirect(href('/admin/pakowanie'), { headers: PRIVATE_HEADERS })
  if (!isAdmin(user, adminEmail) && !(packs && PACKING_PAGES.test(pathname))) {
    throw data({ packs }, { status: 403, headers: PRIVATE_HEADERS })
  }
  context.set(userContext, user)
}
