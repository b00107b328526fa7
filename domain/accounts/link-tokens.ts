/** What a link in a mail lets its reader do. */
export const LINK_PURPOSES = ['login-link', 'password-reset', 'email-verification', 'review'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
/** Those that are a mail of their own. */
export type AccountLinkPurpose = Exclude<LinkPurpose, 'review'>

/**
 * What else is signed so: in a mail an order that waits for its confirmation, in a cookie terms that were accepted before a second
 * factor and the ticket of a payment.
 */
export type SignedPurpose = LinkPurpose | 'held-order' | 'accepted-terms' | 'payment-ticket'

/** The page behind each link; the token follows in the fragment, which no server and no log sees. */
export const LINK_PAGES: Record<AccountLinkPurpose, `/${string}`> = {
  'login-link': '/logowanie',
  'password-reset': '/nowe-haslo',
  'email-verification': '/potwierdz-email',
}

/**
 * Port to the tokens that stand in mailed links. A token follows from the id of its row and the shop's secret, so it is
 * stored nowhere: neither the row nor the outbox can tell it. Whether the row still opens anything (its time, its use) only
 * the database knows.
 */
export type LinkTokens = {
  /** The token of the row with this id (a UUID). */
  create(purpose: SignedPurpose, rowId: string): string
  /** The id of the row a token was made for; null when it was not made here, or for another purpose. */
  read(purpose: SignedPurpose, token: string): string | null
}

const MINUTE_MS = 60 * 1000

/** How long a link opens what it is for, ms. */
export const LINK_LIFETIME_MS: Record<LinkPurpose, number> = {
  'login-link': 30 * MINUTE_MS,
  'password-reset': 30 * MINUTE_MS,
  'email-verification': 7 * 24 * 60 * MINUTE_MS,
  review: 14 * 24 * 60 * MINUTE_MS,
}
