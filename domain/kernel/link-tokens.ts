/** What a mailed link lets its reader do. */
export const LINK_PURPOSES = ['login-link', 'password-reset', 'email-verification', 'review', 'invitation'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
/** The links with a mail of their own. */
export type AccountLinkPurpose = Exclude<LinkPurpose, 'review'>

/**
 * Other things signed in the same way: in mails, an order, an alert and a consent that wait for their confirmation; in
 * cookies, terms accepted before a second factor, the ticket of a payment and a prepared order, also in its link.
 */
export type SignedPurpose =
  | LinkPurpose
  | 'held-order'
  | 'product-alert'
  | 'newsletter'
  | 'accepted-terms'
  | 'payment-ticket'
  | 'prepared-order'

/** The page behind each link. The token follows in the fragment, which is neither sent to a server nor logged. */
export const LINK_PAGES: Record<AccountLinkPurpose, `/${string}`> = {
  'login-link': '/logowanie',
  'password-reset': '/nowe-haslo',
  'email-verification': '/potwierdz-email',
  invitation: '/nowe-haslo?zaproszenie',
}

/**
 * Port to the tokens of mailed links. A token is derived from the id of its row and the shop's secret, and is stored
 * nowhere. Neither the row nor the outbox reveals it. Only the database knows whether the row is still valid and
 * unused.
 */
export type LinkTokens = {
  /** The token of the row with this id (a UUID). */
  create(purpose: SignedPurpose, rowId: string): string
  /**
   * The id of the row that a token was made for. Null when the shop did not make it, or made it for another purpose.
   */
  read(purpose: SignedPurpose, token: string): string | null
}

const MINUTE_MS = 60 * 1000

/** How long a link can be used, ms. */
export const LINK_LIFETIME_MS: Record<LinkPurpose, number> = {
  'login-link': 30 * MINUTE_MS,
  'password-reset': 30 * MINUTE_MS,
  'email-verification': 7 * 24 * 60 * MINUTE_MS,
  review: 14 * 24 * 60 * MINUTE_MS,
  invitation: 7 * 24 * 60 * MINUTE_MS,
}

/** How long an order waits for its buyer to open the mailed link that confirms it, ms. */
export const HELD_ORDER_LIFETIME_MS = 120 * MINUTE_MS
