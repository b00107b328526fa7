import type { Services } from '#domain/services.ts'
import { findBuyer, listPieces } from './return-case-queries.server.ts'
import { maskEmail, maskName, type StatementForm } from './statement.ts'

/** What a form shows of the order behind a link. Null when the checkout no longer exists. */
export async function readStatementForm(
  { db }: Pick<Services, 'db'>,
  checkoutId: string,
): Promise<StatementForm | null> {
  const buyer = await findBuyer(db, checkoutId)
  if (!buyer) return null
  const pieces = await listPieces(db, checkoutId)
  return {
    order_number: buyer.number,
    name: maskName(buyer),
    email: maskEmail(buyer.email),
    items: pieces
      .filter(({ is_cancelled, ordered, withdrawn }) => !is_cancelled && ordered > withdrawn)
      .map(({ product_id, product_name, brand_name, unit_price_grosze, ordered, withdrawn }) => ({
        product_id,
        name: product_name,
        brand: brand_name,
        quantity: ordered - withdrawn,
        unitPriceGrosze: unit_price_grosze,
      })),
  }
}
