/**
 * Port to the signed links by which a guest follows a checkout without signing in. The holder of a link can read that
 * checkout's page, pay, send statements about it, and, until its parcel is prepared, change its destination or cancel
 * it: each change is mailed to the buyer. The page does not say who bought, and a link signs nobody in.
 */
export type OrderLinks = {
  /** The absolute address of the checkout's page. Its secret follows the #, which browsers send to no server. */
  create(checkoutId: string): string
  /** The checkout of this token; null for a token that the shop did not make. */
  read(token: string): string | null
}
