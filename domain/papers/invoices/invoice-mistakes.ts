import { isNip } from '#domain/kernel/numbers/tax-numbers.ts'
import { linkToBuyer } from '#domain/papers/buyers/buyer-anchor.ts'
import { formatNip } from '#domain/papers/company.ts'
import type { Invoice } from '#domain/papers/invoice.ts'

/** Why an invoice cannot be issued. `about` says where it is mended; a file that breaks the schema is the shop's defect. */
export type InvoiceMistake = { about: 'seller' | 'buyer' | 'file'; text: string }

/** Where the owner mends it. */
export const findMendingPage = ({ about }: Pick<InvoiceMistake, 'about'>, orderId: string): string =>
  about === 'seller' ? '/admin/ustawienia/sprzedawca#seller_nip' : linkToBuyer(orderId)

/**
 * What is wrong with the buyer. Sales of before a check can have what no form takes any more. What was issued to the
 * seller itself may be corrected.
 */
export function findBuyerMistakes({ buyer, seller, corrected }: Invoice): InvoiceMistake[] {
  if (buyer.kind === 'person') return []
  const judge = (whose: string, nip: string): InvoiceMistake[] => {
    const tell = (what: string): InvoiceMistake => ({ about: 'buyer', text: `NIP ${whose} ${formatNip(nip)} ${what}.` })
    if (!isNip(nip)) return [tell('nie istnieje')]
    return nip === seller.nip && corrected === null ? [tell('to NIP tego sklepu')] : []
  }
  const unitNip = buyer.unit?.nip ?? null
  return [...judge('nabywcy', buyer.nip), ...(unitNip === null ? [] : judge('odbiorcy', unitNip))]
}

/** What is wrong with the seller of a file for KSeF. */
export const findSellerMistakes = ({ seller }: Pick<Invoice, 'seller'>): InvoiceMistake[] =>
  isNip(seller.nip) ? [] : [{ about: 'seller', text: 'Sprzedawca nie ma prawidłowego NIP-u. Wpisz go w ustawieniach.' }]

/** A break of the schema of KSeF, '12: …'. */
export const describeSchemaMistake = (mistake: string): InvoiceMistake => ({
  about: 'file',
  text: `Plik faktury łamie schemat KSeF (wiersz ${mistake}).`,
})
