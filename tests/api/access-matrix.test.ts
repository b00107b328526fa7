import { randomUUID } from 'node:crypto'
import { type AccessWorld, ASKERS, type Asker, prepareWorld } from '#tests/api/access-world.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, prepaidCart } from '#tests/support/orders.ts'

/**
 * Who may call a route.
 * - `anyone`: gives everybody the same answer, or works without a session by what the body proves
 * - `session`: any signed-in user, about themselves
 * - `own`: the customer to whom the id in the path or body belongs; for everyone else it does not exist
 * - `admin`: the admin alone
 */
type Access = 'anyone' | 'session' | 'own' | 'admin'
type Row = {
  access: Access
  path?: (world: AccessWorld) => string
  body?: (world: AccessWorld) => object
  /** Called after all others, because it may end the caller's session. */
  ends?: true
}

const anyone = { access: 'anyone' } as const
const session = { access: 'session' } as const
const admin = { access: 'admin' } as const

/** Every route of the API. A missing route fails the test below: decide who may call it. */
const MATRIX: Record<string, Row> = {
  'POST /api/admin-sign-in': anyone,
  'GET /api/me': anyone,
  'GET /api/me/checkout-defaults': session,
  'POST /api/auth/sign-in/email': anyone,
  'POST /api/auth/sign-up/email': anyone,
  'GET /api/auth/get-session': anyone,
  'GET /api/auth/list-sessions': session,
  'POST /api/auth/revoke-session': { access: 'own', body: ({ sessionId }) => ({ id: sessionId }), ends: true },
  'POST /api/auth/revoke-other-sessions': session,
  'POST /api/auth/update-user': { access: 'session', body: () => ({ first_name: 'Anna' }) },
  'POST /api/auth/change-password': session,
  'GET /api/auth/.well-known/jwks.json': anyone,
  'POST /api/auth/two-factor/enable': session,
  'POST /api/auth/two-factor/disable': session,
  'POST /api/auth/two-factor/generate-backup-codes': session,
  'POST /api/auth/two-factor/verify-totp': anyone,
  'POST /api/auth/two-factor/verify-backup-code': anyone,
  'GET /api/auth/providers': anyone,
  'POST /api/auth/sign-in/google': anyone,
  'POST /api/auth/callback/google': anyone,
  'POST /api/auth/link-google': session,
  'POST /api/auth/unlink-google': session,
  'POST /api/guest-sign-in': anyone,
  'POST /api/recover': anyone,
  'POST /api/login-link': anyone,
  'POST /api/reset-password': anyone,
  'POST /api/sign-in-by-link': anyone,
  'POST /api/review-sign-in': anyone,
  'POST /api/payment-sign-in': { access: 'anyone', body: () => ({ sessionId: 'cs_test_none' }) },
  'GET /api/me/account': session,
  'POST /api/me/password': session,
  'POST /api/me/request-verification': session,
  'POST /api/me/verify-email': session,
  'GET /api/products': anyone,
  'GET /api/products/{id}': anyone,
  'GET /api/products/{id}/reviews': anyone,
  'GET /api/brands': anyone,
  'GET /api/shop-settings': anyone,
  'GET /api/shipping-costs': anyone,
  'POST /api/cart': anyone,
  'POST /api/get-parcel-lockers': anyone,
  'POST /api/get-nearby-lockers': anyone,
  'GET /api/suggestions': anyone,
  'GET /api/products/{id}/similar': anyone,
  'POST /api/create-cash-on-delivery-order': { access: 'session', body: ({ product }) => cart([product]) },
  'POST /api/create-checkout-session': { access: 'session', body: ({ product }) => prepaidCart([product]) },
  'POST /api/orders/{id}/pay': { access: 'own', path: ({ unpaidId }) => `/api/orders/${unpaidId}/pay` },
  // A given-up order can no longer be paid.
  'POST /api/orders/{id}/give-up': { access: 'own', path: ({ unpaidId }) => `/api/orders/${unpaidId}/give-up` },
  'POST /api/stripe-webhook': anyone,
  'GET /api/payment-status': { access: 'anyone', path: () => '/api/payment-status?session_id=cs_test_unknown' },
  'GET /api/me/export': session,
  'GET /api/me/reviews': session,
  'GET /api/me/awaited-reviews': session,
  'GET /api/me/products/{id}/review': session,
  'POST /api/reviews': { access: 'session', body: ({ product }) => ({ product_id: product.id, rating: 5 }) },
  'PATCH /api/reviews/{id}': {
    access: 'own',
    path: ({ reviewId }) => `/api/reviews/${reviewId}`,
    body: () => ({ rating: 4, comment: 'Jednak' }),
  },
  'DELETE /api/reviews/{id}': { access: 'own', path: ({ reviewId }) => `/api/reviews/${reviewId}` },
  'POST /api/send-contact-email': anyone,
  'POST /api/me/delete-account': session,
  'GET /api/me/orders': session,
  'GET /api/me/shipments': session,
  'GET /api/admin/products': admin,
  'GET /api/admin/products/{id}': admin,
  'GET /api/admin/products/{id}/prices': admin,
  'POST /api/admin/products': admin,
  'PATCH /api/admin/products/{id}': admin,
  'DELETE /api/admin/products/{id}': admin,
  'POST /api/admin/products/{id}/stock': admin,
  'POST /api/admin/products/{id}/sold-out': admin,
  'GET /api/admin/figures': admin,
  'GET /api/admin/reviews': admin,
  'POST /api/admin/reviews/{id}/approve': { access: 'admin', body: () => ({ version: '1' }) },
  'POST /api/admin/reviews/{id}/reject': { access: 'admin', body: () => ({ version: '1' }) },
  'DELETE /api/admin/reviews/{id}': admin,
  'POST /api/admin/mails/{id}/retry': admin,
  'POST /api/admin/mails/{id}/dismiss': admin,
  'POST /api/admin/mails/retry-all': admin,
  'GET /api/admin/overview': admin,
  'GET /api/admin/system-status': admin,
  'GET /api/admin/setup': admin,
  'GET /api/admin/backups': admin,
  'GET /api/admin/order-waves': admin,
  'POST /api/admin/order-waves/cancel': admin,
  'POST /api/admin/remove-demo': admin,
  'GET /api/admin/shop-settings': admin,
  'POST /api/admin/shop-settings': admin,
  'GET /api/admin/shipping-costs': admin,
  'POST /api/admin/shipping-costs': admin,
  'GET /api/admin/unproven-account-limits': admin,
  'POST /api/admin/unproven-account-limits': admin,
  'GET /api/admin/notice-settings': admin,
  'POST /api/admin/notice-settings': admin,
  'GET /api/admin/films': admin,
  'POST /api/admin/films': admin,
  'DELETE /api/admin/films/{id}': admin,
  'POST /api/admin/films/{id}/file': admin,
  'GET /api/admin/push-devices': admin,
  'POST /api/admin/push-devices': admin,
  'DELETE /api/admin/push-devices/{id}': admin,
  'POST /api/admin/push-devices/{id}/test': admin,
  'GET /api/admin/dispatch-calendar': admin,
  'POST /api/admin/dispatch-calendar': admin,
  'GET /api/admin/gift-rule': admin,
  'POST /api/admin/gift-rule': admin,
  'GET /api/admin/audit': admin,
  'POST /api/admin/product-sync': admin,
  'GET /api/admin/runs/{id}': admin,
  'GET /api/admin/payment-mode': admin,
  'POST /api/admin/payment-mode': { access: 'admin', body: () => ({ mode: 'live' }) },
  'GET /api/admin/prove': admin,
  'POST /api/admin/prove': { access: 'admin', body: () => ({ password: 'not the password' }) },
  'GET /api/admin/shipments': admin,
  'GET /api/admin/shipments/archive-count': admin,
  'PATCH /api/admin/shipments': admin,
  'POST /api/admin/shipments/archive': admin,
  'POST /api/admin/shipments/restore': admin,
  'POST /api/admin/shipments/delete': admin,
  'POST /api/admin/pictures': admin,
  'GET /api/admin/products/export': admin,
  'POST /api/admin/products/import': { access: 'admin', body: () => ({ csv: 'ID', token: null }) },
  'GET /api/guarantee-notice/{key}': { access: 'anyone', path: () => `/api/guarantee-notice/${'0'.repeat(32)}` },
  'GET /api/admin/producers': admin,
  'POST /api/admin/producers': admin,
  'PATCH /api/admin/producers/{id}': admin,
  'DELETE /api/admin/producers/{id}': admin,
  'GET /api/admin/label-settings': admin,
  'POST /api/admin/label-settings': admin,
  'GET /api/admin/label-files/{kind}': { access: 'admin', path: () => '/api/admin/label-files/carrier-consent' },
  'POST /api/admin/label-files/{kind}': { access: 'admin', path: () => '/api/admin/label-files/carrier-consent' },
  'DELETE /api/admin/label-files/{kind}': { access: 'admin', path: () => '/api/admin/label-files/carrier-consent' },
  'GET /api/admin/brands': admin,
  'POST /api/admin/brands': admin,
  'PATCH /api/admin/brands/{id}': admin,
  'DELETE /api/admin/brands/{id}': admin,
  'GET /api/admin/orders': admin,
  'GET /api/admin/orders/{id}': { access: 'admin', path: ({ orderId }) => `/api/admin/orders/${orderId}` },
  'GET /api/admin/exports/orders': admin,
  'GET /api/admin/exports/takings': {
    access: 'admin',
    path: () => '/api/admin/exports/takings?from=2026-01-01&to=2026-01-02',
  },
  'GET /api/admin/exports/duties': admin,
  'GET /api/admin/search': { access: 'admin', path: () => '/api/admin/search?q=anna' },
  'POST /api/admin/orders/{id}/refunds': admin,
  'POST /api/admin/orders/{id}/cancel': admin,
  'POST /api/admin/orders/{id}/cancel-and-refund': admin,
  'POST /api/admin/orders/{id}/status': admin,
  'POST /api/admin/orders/{id}/notes': admin,
  'DELETE /api/admin/orders/{id}/notes/{noteId}': admin,
  'POST /api/admin/orders/{id}/mails/{mailId}/resend': admin,
  'GET /api/admin/packing': admin,
  'POST /api/admin/packing': admin,
  'GET /api/admin/parcels/{id}': admin,
  'GET /api/admin/carrier': admin,
  'POST /api/admin/carrier-shipments': admin,
  'DELETE /api/admin/carrier-shipments/{id}': admin,
  'GET /api/admin/carrier-shipments/{id}/label': admin,
  'GET /api/admin/carrier-labels': { access: 'admin', path: () => `/api/admin/carrier-labels?ids=${randomUUID()}` },
  'POST /api/order-link': anyone,
  'POST /api/order-link/contract': anyone,
  'POST /api/consents': anyone,
  'GET /api/me/orders/{id}/contract': { access: 'own', path: ({ orderId }) => `/api/me/orders/${orderId}/contract` },
  'GET /api/admin/orders/{id}/contract': {
    access: 'admin',
    path: ({ orderId }) => `/api/admin/orders/${orderId}/contract`,
  },
  'GET /api/admin/terms': admin,
  'POST /api/admin/terms': admin,
  'POST /api/confirm-order': anyone,
  'POST /api/order-link/pay': anyone,
  'POST /api/failures': anyone,
  'GET /api/admin/failures': admin,
  'POST /api/admin/failures/{fingerprint}/resolve': admin,
  'POST /api/withdrawals': anyone,
  'POST /api/complaints': anyone,
  'POST /api/complaint-pictures': anyone,
  'POST /api/order-link/withdraw': anyone,
  'POST /api/order-link/complain': anyone,
  'POST /api/order-link/statement-form': anyone,
  'POST /api/order-link/account-number': anyone,
  'POST /api/order-link/return-slip': anyone,
  'GET /api/admin/returns': admin,
  'GET /api/admin/returns/{id}': admin,
  'POST /api/admin/returns/{id}/match': { access: 'admin', body: () => ({ orderNumber: '12345678' }) },
  'POST /api/admin/returns/{id}/sent-back': admin,
  'POST /api/admin/returns/{id}/arrival': admin,
  'POST /api/admin/returns/{id}/settle': { access: 'admin', body: () => ({ owedGrosze: 0 }) },
  'POST /api/admin/returns/{id}/answer': admin,
  'POST /api/auth/sign-out': { access: 'anyone', ends: true },
}

let api: Api
let world: AccessWorld
test.beforeAll(async ({ api: started }) => {
  api = started
  world = await prepareWorld(api)
})

test('every route has a row, and every row a route', async () => {
  const { paths } = (await (await api.get('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(MATRIX).toSorted()).toEqual(routes.toSorted())
})

/** Statuses that the route may return to this caller. */
function isExpected(access: Access, asker: Asker, status: number): boolean {
  const signedIn = asker === 'customer' || asker === 'stranger' || asker === 'admin'
  const refusedAsUnknown = !signedIn && status === 401
  if (access === 'anyone') return status < 500
  if (access === 'session') return signedIn ? status !== 401 && status !== 403 && status < 500 : refusedAsUnknown
  if (access === 'own') return asker === 'customer' ? status < 300 : refusedAsUnknown || status === 404
  return asker === 'admin' ? status !== 401 && status !== 403 && status < 500 : [401, 403, 404].includes(status)
}

/** Strangers first, because the customer's own call may delete what it is about. */
const STRANGERS_FIRST = [...ASKERS.filter((asker) => asker !== 'customer'), 'customer'] as const
const ROWS = Object.entries(MATRIX).toSorted(([, a], [, b]) => Number(a.ends ?? 0) - Number(b.ends ?? 0))

test.each(ROWS)('%s answers only callers who may call it', async (route, row) => {
  const [method = '', path = ''] = route.split(' ')
  const asked = row.path?.(world) ?? path.replace(/\{\w+\}/g, randomUUID())
  const unexpected: Partial<Record<Asker, number>> = {}
  for (const asker of STRANGERS_FIRST) {
    const headers = { ...(world.cookies[asker] && { Cookie: world.cookies[asker] }), 'Idempotency-Key': randomUUID() }
    const body = row.body?.(world) ?? {}
    const answer =
      method === 'GET'
        ? await api.get(asked, headers)
        : await api.call(asked, {
            method,
            body: JSON.stringify(body),
            headers: { 'Content-Type': 'application/json', Origin: api.base, ...headers },
          })
    if (!isExpected(row.access, asker, answer.status)) unexpected[asker] = answer.status
  }
  expect(unexpected).toEqual({})
})
