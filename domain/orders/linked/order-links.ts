/**
 * Port to the signed links by which a guest sees what became of a checkout, without signing in. Whoever has the link can read
 * that checkout's page and nothing else; it signs nobody in.
 */
export type OrderLinks = {
  /** The absolute address of the checkout's page. Its secret stands behind the #, which browsers send to no server. */
  create(checkoutId: string): string
  /** The checkout whose link carries this token; null for one the shop did not make. */
  read(token: string): string | null
}
