import { getCookie } from 'hono/cookie'
import { accountCall, doneSchema, noBody, ownAccountCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import {
  acceptanceSchema,
  linkRequestSchema,
  linkUseSchema,
  passwordResetSchema,
  paymentSignInSchema,
} from '#domain/accounts/account.ts'
import { requestLink, requestVerification } from '#domain/accounts/request-link.server.ts'
import { signInAfterPayment } from '#domain/flows/accounts/sign-in-after-payment.server.ts'
import {
  acceptInvitation,
  resetPassword,
  signInByLink,
  signInToReview,
  verifyEmail,
} from '#domain/flows/accounts/use-link.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { nameTicketCookie } from '#domain/payments/login-ticket.server.ts'
import { answerSignIn, setCookies, signedIn, toCaller } from './auth.ts'

const LINK_REFUSALS = ['link_invalid', 'link_expired', 'link_used', 'link_replaced', 'link_ended'] as const

const requestOfLink = {
  description: 'The answer is the same whether or not the address is registered.',
  body: linkRequestSchema,
  answers: ['A link is mailed if an account has this address', doneSchema],
  refuses: ['too_many_attempts'],
} as const

export const accountLinkCalls = [
  accountCall.post(
    '/recover',
    { summary: 'Asks for a link to set a new password', ...requestOfLink },
    ({ services, body }, c) => requestLink(services, 'password-reset', body.email, toCaller(c)),
  ),
  accountCall.post(
    '/login-link',
    { summary: 'Asks for a link to sign in', ...requestOfLink },
    ({ services, body }, c) => requestLink(services, 'login-link', body.email, toCaller(c)),
  ),
  accountCall.post(
    '/reset-password',
    {
      summary: 'Sets a new password by the token of a mailed link, and signs in',
      description:
        'Ends every session, device, ticket and link of the account, and proves its address. ' +
        '`second_factor_required`: the password is set; send the code to /api/auth/two-factor/verify-totp.',
      body: passwordResetSchema,
      answers: ['Sets the session cookie', signedIn],
      refuses: [...LINK_REFUSALS, 'admin_password_too_short', 'second_factor_required', 'sign_in_busy'],
    },
    async ({ services, body: { token, newPassword } }, c) =>
      answerSignIn(c, await resetPassword(services, { token, password: newPassword }, toCaller(c))),
  ),
  accountCall.post(
    '/accept-invitation',
    {
      summary: 'Sets the first password of an invited person by the token of the mailed link, and signs in',
      body: acceptanceSchema,
      answers: ['Sets the session cookie', signedIn],
      refuses: [...LINK_REFUSALS, 'sign_in_busy'],
    },
    async ({ services, body }, c) => answerSignIn(c, await acceptInvitation(services, body, toCaller(c))),
  ),
  accountCall.post(
    '/sign-in-by-link',
    {
      summary: 'Signs in by the token of a mailed link, once',
      description:
        'The first link that proves an address ends all earlier access, including the password. GET ' +
        '/api/me/account and a mail say so.',
      body: linkUseSchema,
      answers: ['Sets the session cookie', signedIn],
      refuses: [...LINK_REFUSALS, 'second_factor_required'],
    },
    async ({ services, body }, c) => answerSignIn(c, await signInByLink(services, body.token, toCaller(c))),
  ),
  accountCall.post(
    '/review-sign-in',
    {
      summary: 'Signs in by the token of a mail that asks for reviews, once',
      description:
        'Proves neither the address nor a recent sign-in. In a session of its account the link is not used up.',
      body: linkUseSchema,
      answers: ['Sets the session cookie', signedIn],
      refuses: [...LINK_REFUSALS, 'second_factor_required'],
    },
    async ({ services, body }, c) => answerSignIn(c, await signInToReview(services, body.token, toCaller(c))),
  ),
  ownAccountCall.post(
    '/me/request-verification',
    {
      summary: "Mails a link that proves the user's own address",
      body: noBody,
      answers: ['The mail is queued', doneSchema],
      refuses: ['too_many_attempts'],
    },
    ({ services, user, clientAddress }) => requestVerification(services, user, clientAddress),
  ),
  ownAccountCall.post(
    '/me/verify-email',
    {
      summary: "Proves the user's own address by the token of a mailed link",
      description:
        'The first time it ends every other session, device, ticket, link and Google account of the account.',
      body: linkUseSchema,
      answers: ['Proven', doneSchema],
      refuses: [...LINK_REFUSALS, 'link_of_other_account'],
    },
    async ({ services, user, body }, c) => {
      const verified = await verifyEmail(services, user, body.token, c.req.raw.headers)
      if (verified.ok) setCookies(c, verified.value.cookies)
      return verified
    },
  ),
  accountCall.post(
    '/payment-sign-in',
    {
      summary: 'Signs in a buyer who returns from paying, once',
      description:
        'By the cookie that create-checkout-session set in this browser, once the order is paid. Without it nobody is ' +
        'signed in; a login link is mailed to the account, once per order.',
      body: paymentSignInSchema,
      answers: ['Whether the buyer is signed in now', z.object({ signedIn: z.boolean() })],
      refuses: ['order_without_account'],
    },
    async ({ services, body: { sessionId } }, c) => {
      if (await services.accounts.findUser(c.req.raw.headers)) return ok({ signedIn: true })
      const ticketCookie = getCookie(c, nameTicketCookie(services.profile)) ?? null
      const tried = await signInAfterPayment(services, { sessionId, ticketCookie }, toCaller(c))
      if (!tried.ok) return tried
      const { signIn } = tried.value
      if (signIn) setCookies(c, signIn.cookies)
      return ok({ signedIn: signIn !== null })
    },
  ),
]
