import { HTTPException } from 'hono/http-exception'
import { isDatabaseUnavailable, isUnstorableText } from '#domain/kernel/database/database-error.ts'
import { isBusy } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import type { Services } from '#domain/services.ts'
import { accountDataCalls } from './account/account-data.ts'
import { accountLinkCalls } from './account/account-links.ts'
import { accountCalls } from './account/accounts.ts'
import { authCalls } from './account/auth.ts'
import { googleCalls } from './account/google-login.ts'
import { secondFactorCalls } from './account/second-factor.ts'
import { filmFileCalls } from './admin/admin-films.ts'
import { labelFileCalls } from './admin/admin-labels.ts'
import { logoCalls } from './admin/admin-look.ts'
import { pictureCalls } from './admin/admin-products.ts'
import { type adminCalls, createAdminRouter } from './admin/index.ts'
import { inTurn, readBody } from './admit-request.ts'
import { alertCalls } from './alerts.ts'
import { baselinkerRoutes } from './baselinker.ts'
import { type ContractOf, mount } from './call.ts'
import { createClientAddress } from './client-address.ts'
import { complaintPictureCalls } from './complaint-picture-upload.ts'
import { contractCalls } from './contracts.ts'
import { refuse } from './errors.ts'
import { heldOrderCalls } from './held-orders.ts'
import {
  createRouter,
  noStoreByDefault,
  refuseRedirects,
  requireJson,
  requireOwnOrigin,
  tellWaitingLetter,
} from './http.ts'
import { invoiceCalls } from './invoices.ts'
import { lockerCalls } from './lockers.ts'
import { myOrderCalls } from './my-orders.ts'
import { newsletterCalls } from './newsletter.ts'
import { orderLinkCalls } from './order-links.ts'
import { orderCalls } from './orders.ts'
import { ownInvoiceBuyerCalls } from './own-invoice-buyers.ts'
import { orderChangeCalls } from './own-order-changes.ts'
import { paymentCalls } from './payments.ts'
import { preparedOrderCalls } from './prepared-orders.ts'
import { brandCalls, productCalls } from './products.ts'
import { settingsCalls } from './public-settings.ts'
import { logRefusals } from './refusal-log.ts'
import { returnCalls } from './returns.ts'
import { reviewCalls } from './reviews.ts'
import { tillCalls } from './till.ts'
import { visitorCalls } from './visitors.ts'
import { webhookRoutes } from './webhooks.ts'

export type ApiOptions = {
  /** Addresses or networks whose X-Forwarded-For is trusted; empty: none. */
  trustedProxy: readonly string[]
}

const DESCRIPTION =
  'JSON contract of the shop. Money is in zł where a name says so, otherwise in grosze (*_grosze, *Grosze, *_cents).'

/** The cookie's name on http; on https it is __Secure-shop.session_token. */
const SESSION_COOKIE = { type: 'apiKey', in: 'cookie', name: 'shop.session_token' } as const

/**
 * Calls that networks take turns at: those that take stock, write a mail or a text for the admin, or ask a provider.
 * Calls that hash a password take turns at the hashing (infra/auth/password.ts). A sign-in by a link or a code only
 * writes one row, and other calls write one row of the caller's own, limited in number. /payment-status asks no
 * provider: it queues one job every five seconds. Pictures are the admin's alone, four at once.
 */
const IN_TURN = {
  write: [
    'create-cash-on-delivery-order',
    'create-checkout-session',
    'confirm-order',
    'orders/:id/pay',
    'order-link/pay',
    'order-link/receiver',
    'order-link/cancel',
    'order-link/change-buyer',
    'me/orders/:id/receiver',
    'me/orders/:id/cancel',
    'me/orders/:id/buyer',
    'send-contact-email',
    'product-alerts',
    'newsletter',
    'recover',
    'login-link',
    'me/request-verification',
    'payment-sign-in',
    'reviews',
    'reviews/:id',
    'withdrawals',
    'complaints',
    'order-link/withdraw',
    'order-link/complain',
    'order-link/return-slip',
  ],
  provider: [
    'auth/sign-in/google',
    'auth/link-google',
    'auth/callback/google',
    'orders/:id/give-up',
    'get-parcel-lockers',
    'get-nearby-lockers',
  ],
} as const

/** Larger than the body of any call in the contract. */
const BODY = { as: 'text', most: 64 * 1024, withinMs: 5000 } as const

const FILE_CALLS = [...pictureCalls, ...filmFileCalls, ...complaintPictureCalls, ...labelFileCalls, ...logoCalls]

const publicCalls = [
  ...accountCalls,
  ...accountDataCalls,
  ...authCalls,
  ...secondFactorCalls,
  ...accountLinkCalls,
  ...googleCalls,
  ...productCalls,
  ...brandCalls,
  ...settingsCalls,
  ...lockerCalls,
  ...orderCalls,
  ...paymentCalls,
  ...heldOrderCalls,
  ...preparedOrderCalls,
  ...myOrderCalls,
  ...orderChangeCalls,
  ...ownInvoiceBuyerCalls,
  ...reviewCalls,
  ...visitorCalls,
  ...alertCalls,
  ...newsletterCalls,
  ...orderLinkCalls,
  ...returnCalls,
  ...contractCalls,
  ...invoiceCalls,
  ...tillCalls,
]

/** The JSON contract under /api. */
export function createApi(services: Services, { trustedProxy }: ApiOptions) {
  const clientAddress = createClientAddress(trustedProxy)
  const app = createRouter()

  app.use('/api/*', async (c, next) => {
    c.set('services', services)
    c.set('clientAddress', clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
  })
  app.use('/api/*', noStoreByDefault, logRefusals)
  // Signed by the provider, or with a key in the form, with limits of their own; browsers do not call them.
  app.route('/api', webhookRoutes)
  app.route('/api', baselinkerRoutes)
  // Take raw bytes, with their own guards and limits.
  app.route('/api', mount(createRouter(), FILE_CALLS))
  // Checks the caller before it reads the body.
  app.route('/api', createAdminRouter())
  app.use('/api/*', requireOwnOrigin, refuseRedirects, requireJson, readBody(BODY), tellWaitingLetter)
  for (const path of IN_TURN.write) app.use(`/api/${path}`, inTurn('write'))
  for (const path of IN_TURN.provider) app.use(`/api/${path}`, inTurn('provider'))

  app.route('/api', mount(createRouter(), publicCalls))

  app.openAPIRegistry.registerComponent('securitySchemes', 'session', SESSION_COOKIE)
  let description: ReturnType<typeof app.getOpenAPI31Document> | undefined
  app.get('/api/openapi.json', (c) => {
    description ??= app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: services.profile.shopName, version: '1', description: DESCRIPTION },
      servers: [{ url: services.profile.shopUrl }],
    })
    return c.json(description)
  })

  app.all('/api/*', (c) => refuse(c, { reason: 'not_found' }))

  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status < 500) {
      return refuse(c, { reason: 'unreadable_body' })
    }
    if (isUnstorableText(error)) return refuse(c, { reason: 'unstorable_text' })
    if (isBusy(error)) return refuse(c, { reason: 'busy' })
    // The database watch logs it, once per outage.
    if (isDatabaseUnavailable(error)) return refuse(c, { reason: 'database_unavailable' })
    log.error(`${c.req.method} ${c.req.path} failed`, { error })
    return refuse(c, { reason: 'internal_error' })
  })
  return app
}

/** Requests, answers and refusals of every call, for the browser's typed client. */
export type Calls = ContractOf<(typeof publicCalls | typeof adminCalls | typeof FILE_CALLS)[number]>
