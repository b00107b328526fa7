/** The part of an order's page in the panel where the buyer of its invoice is mended. */
export const BUYER_ANCHOR = 'faktura'

/** Where the owner mends the buyer of an order's invoice. */
export const linkToBuyer = (orderId: string): string => `/admin/zamowienia/${orderId}#${BUYER_ANCHOR}`
