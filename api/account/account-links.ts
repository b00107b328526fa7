import { getCookie } from 'hono/cookie'
import { refuse } from '#api/errors.ts'
import { createRoute, createRouter, z } from '#api/http.ts'
import { answers, bodyErrors, emptyRequest, jsonBody } from '#api/openapi.ts'
import { linkRequestSchema, linkUseSchema, passwordResetSchema, paymentSignInSchema } from '#domain/accounts/account.ts'
import { requestLink, requestVerification } from '#domain/accounts/request-link.server.ts'
import { signInAfterPayment } from '#domain/flows/accounts/sign-in-after-payment.server.ts'
import { resetPassword, signInByLink, signInToReview, verifyEmail } from '#domain/flows/accounts/use-link.server.ts'
import { nameTicketCookie } from '#domain/payments/login-ticket.server.ts'
import { answerSignIn, DONE, done, setCookies, signedIn, signedInOnly, toCaller } from './auth.ts'

const LINK_ERRORS = ['link_invalid', 'link_expired', 'link_used', 'link_replaced', 'link_ended'] as const

const requestRoute = <Path extends string>(path: Path, summary: string) =>
  createRoute({
    method: 'post',
    path,
    tags: ['accounts'],
    summary,
    description: 'The answer is the same whether or not the address is registered.',
    request: { body: jsonBody(linkRequestSchema) },
    responses: {
      ...answers(done, 'A link is mailed if an account has this address'),
      ...bodyErrors('too_many_attempts'),
    },
  })

const recoverRoute = requestRoute('/recover', 'Asks for a link to set a new password')
const loginLinkRoute = requestRoute('/login-link', 'Asks for a link to sign in')

const resetRoute = createRoute({
  method: 'post',
  path: '/reset-password',
  tags: ['accounts'],
  summary: 'Sets a new password by the token of a mailed link, and signs in',
  description:
    'Ends every session, device, ticket and link of the account, and proves its address. `second_factor_required`: ' +
    'the password is set; send the code to /api/auth/two-factor/verify-totp.',
  request: { body: jsonBody(passwordResetSchema) },
  responses: {
    ...answers(signedIn, 'Sets the session cookie'),
    ...bodyErrors(...LINK_ERRORS, 'admin_password_too_short', 'second_factor_required', 'sign_in_busy'),
  },
})

const signInByLinkRoute = createRoute({
  method: 'post',
  path: '/sign-in-by-link',
  tags: ['accounts'],
  summary: 'Signs in by the token of a mailed link, once',
  description:
    'The first link that proves an address ends all earlier access, including the password. GET ' +
    '/api/me/account and a mail say so.',
  request: { body: jsonBody(linkUseSchema) },
  responses: {
    ...answers(signedIn, 'Sets the session cookie'),
    ...bodyErrors(...LINK_ERRORS, 'second_factor_required'),
  },
})

const reviewSignInRoute = createRoute({
  method: 'post',
  path: '/review-sign-in',
  tags: ['accounts'],
  summary: 'Signs in by the token of a mail that asks for reviews, once',
  description: 'Proves neither the address nor a recent sign-in. In a session of its account the link is not used up.',
  request: { body: jsonBody(linkUseSchema) },
  responses: {
    ...answers(signedIn, 'Sets the session cookie'),
    ...bodyErrors(...LINK_ERRORS, 'second_factor_required'),
  },
})

const requestVerificationRoute = createRoute({
  method: 'post',
  path: '/me/request-verification',
  ...signedInOnly,
  summary: "Mails a link that proves the user's own address",
  request: emptyRequest,
  responses: { ...answers(done, 'The mail is queued'), ...bodyErrors('sign_in_required', 'too_many_attempts') },
})

const verifyRoute = createRoute({
  method: 'post',
  path: '/me/verify-email',
  ...signedInOnly,
  summary: "Proves the user's own address by the token of a mailed link",
  description: 'The first time it ends every other session, device, ticket, link and Google account of the account.',
  request: { body: jsonBody(linkUseSchema) },
  responses: {
    ...answers(done, 'Proven'),
    ...bodyErrors('sign_in_required', ...LINK_ERRORS, 'link_of_other_account'),
  },
})

const paymentSignInRoute = createRoute({
  method: 'post',
  path: '/payment-sign-in',
  tags: ['accounts'],
  summary: 'Signs in a buyer who returns from paying, once',
  description:
    'By the cookie that create-checkout-session set in this browser, once the order is paid. Without it nobody is ' +
    'signed in; a login link is mailed to the account, once per order.',
  request: { body: jsonBody(paymentSignInSchema) },
  responses: {
    ...answers(z.object({ signedIn: z.boolean() }), 'Whether the buyer is signed in now'),
    ...bodyErrors('order_without_account'),
  },
})

export const accountLinkRoutes = createRouter()
  .openapi(recoverRoute, async (c) => {
    const requested = await requestLink(c.var.services, 'password-reset', c.req.valid('json').email, toCaller(c))
    return requested.ok ? c.json(DONE, 200) : refuse(c, requested.failure)
  })
  .openapi(loginLinkRoute, async (c) => {
    const requested = await requestLink(c.var.services, 'login-link', c.req.valid('json').email, toCaller(c))
    return requested.ok ? c.json(DONE, 200) : refuse(c, requested.failure)
  })
  .openapi(resetRoute, async (c) => {
    const { token, newPassword } = c.req.valid('json')
    const set = await resetPassword(c.var.services, { token, password: newPassword }, toCaller(c))
    return set.ok ? answerSignIn(c, set.value) : refuse(c, set.failure)
  })
  .openapi(signInByLinkRoute, async (c) => {
    const opened = await signInByLink(c.var.services, c.req.valid('json').token, toCaller(c))
    return opened.ok ? answerSignIn(c, opened.value) : refuse(c, opened.failure)
  })
  .openapi(reviewSignInRoute, async (c) => {
    const opened = await signInToReview(c.var.services, c.req.valid('json').token, toCaller(c))
    return opened.ok ? answerSignIn(c, opened.value) : refuse(c, opened.failure)
  })
  .openapi(requestVerificationRoute, async (c) => {
    const requested = await requestVerification(c.var.services, c.var.user, c.var.clientAddress)
    return requested.ok ? c.json(DONE, 200) : refuse(c, requested.failure)
  })
  .openapi(verifyRoute, async (c) => {
    const verified = await verifyEmail(c.var.services, c.var.user, c.req.valid('json').token, c.req.raw.headers)
    if (!verified.ok) return refuse(c, verified.failure)
    setCookies(c, verified.value.cookies)
    return c.json(DONE, 200)
  })
  .openapi(paymentSignInRoute, async (c) => {
    if (await c.var.services.accounts.findUser(c.req.raw.headers)) return c.json({ signedIn: true }, 200)
    const ticketCookie = getCookie(c, nameTicketCookie(c.var.services.profile)) ?? null
    const { sessionId } = c.req.valid('json')
    const tried = await signInAfterPayment(c.var.services, { sessionId, ticketCookie }, toCaller(c))
    if (!tried.ok) return refuse(c, tried.failure)
    const { signIn } = tried.value
    if (signIn) setCookies(c, signIn.cookies)
    return c.json({ signedIn: signIn !== null }, 200)
  })
