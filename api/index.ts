import { HTTPException } from 'hono/http-exception'
import type { ExtractSchema } from 'hono/types'
import { isDatabaseUnavailable, isUnstorableText } from '#domain/kernel/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { isBusy } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { accountDataRoutes } from './account/account-data.ts'
import { accountLinkRoutes } from './account/account-links.ts'
import { accountRoutes } from './account/accounts.ts'
import { authRoutes } from './account/auth.ts'
import { googleRoutes } from './account/google-login.ts'
import { secondFactorRoutes } from './account/second-factor.ts'
import { filmFileRoutes } from './admin/admin-film-files.ts'
import { labelFileRoutes } from './admin/admin-label-files.ts'
import { pictureRoutes } from './admin/admin-pictures.ts'
import { adminRoutes } from './admin/index.ts'
import { inTurn, readBody } from './admit-request.ts'
import { createClientAddress } from './client-address.ts'
import { complaintPictureRoutes } from './complaint-pictures.ts'
import { consentRoutes } from './consents.ts'
import { contactRoutes } from './contact-messages.ts'
import { contractRoutes } from './contracts.ts'
import { refuse } from './errors.ts'
import { failureRoutes } from './failures.ts'
import { guaranteeNoticeRoutes } from './guarantee-notice.ts'
import { heldOrderRoutes } from './held-orders.ts'
import {
  createRouter,
  noStoreByDefault,
  refuseRedirects,
  requireJson,
  requireOwnOrigin,
  tellWaitingLetter,
} from './http.ts'
import { orderLinkRoutes } from './linked-orders.ts'
import { lockerRoutes } from './lockers.ts'
import { myOrderRoutes } from './my-orders.ts'
import { orderChangeRoutes } from './order-changes.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { brandRoutes, productRoutes } from './products.ts'
import { settingsRoutes } from './public-settings.ts'
import { logRefusals } from './refusal-log.ts'
import { reviewRoutes } from './reviews.ts'
import { statementRoutes } from './statements.ts'
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
 * Calls that networks take turns at: what takes stock or writes a mail or a text for the admin, and what asks a
 * provider. What hashes a password takes turns where it is hashed (infra/auth/password.ts): a new session by a link or
 * a code is one row. What else is written is one row of the caller's own, limited in number. The page of a payment that
 * is waited for (/payment-status) asks nobody: it queues one job every five seconds. Pictures: the admin's alone, four
 * at once.
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
    'me/orders/:id/receiver',
    'me/orders/:id/cancel',
    'send-contact-email',
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

/** Larger than the body of any call of the contract. */
const BODY = { as: 'text', most: 64 * 1024, withinMs: 5000 } as const

/** The JSON contract under /api; every router is one line. */
export function createApi(services: Services, { trustedProxy }: ApiOptions) {
  const clientAddress = createClientAddress(trustedProxy)
  const app = createRouter()

  app.use('/api/*', async (c, next) => {
    c.set('services', services)
    c.set('clientAddress', clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
  })
  app.use('/api/*', noStoreByDefault, logRefusals)
  // Signed by the provider and with its own limits; browsers do not call it.
  app.route('/api', webhookRoutes)
  // Take raw bytes, with their own guards and limits.
  app.route('/api', pictureRoutes)
  app.route('/api', filmFileRoutes)
  app.route('/api', complaintPictureRoutes)
  app.route('/api', labelFileRoutes)
  // Checks the caller before it reads the body.
  const withAdmin = app.route('/api', adminRoutes)
  app.use('/api/*', requireOwnOrigin, refuseRedirects, requireJson, readBody(BODY), tellWaitingLetter)
  for (const path of IN_TURN.write) app.use(`/api/${path}`, inTurn('write'))
  for (const path of IN_TURN.provider) app.use(`/api/${path}`, inTurn('provider'))

  const api = withAdmin
    .route('/api', accountRoutes)
    .route('/api', accountDataRoutes)
    .route('/api', authRoutes)
    .route('/api', secondFactorRoutes)
    .route('/api', accountLinkRoutes)
    .route('/api', googleRoutes)
    .route('/api', productRoutes)
    .route('/api', brandRoutes)
    .route('/api', settingsRoutes)
    .route('/api', lockerRoutes)
    .route('/api', orderRoutes)
    .route('/api', paymentRoutes)
    .route('/api', heldOrderRoutes)
    .route('/api', myOrderRoutes)
    .route('/api', orderChangeRoutes)
    .route('/api', reviewRoutes)
    .route('/api', contactRoutes)
    .route('/api', orderLinkRoutes)
    .route('/api', failureRoutes)
    .route('/api', statementRoutes)
    .route('/api', contractRoutes)
    .route('/api', consentRoutes)
    .route('/api', guaranteeNoticeRoutes)

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
  return api
}

export type Api = ReturnType<typeof createApi>

/** Requests and answers of every call, for the browser's typed client. */
export type Calls = ExtractSchema<Api>
