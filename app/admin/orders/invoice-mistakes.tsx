import { Link } from 'react-router'
import type { UnissuedInvoice } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { findMendingPage } from '#domain/papers/invoices/invoice-mistakes.ts'

type InvoiceMistakesProps = {
  mistakes: UnissuedInvoice['mistakes']
  orderId: string
  /** Whether they stand on the page of the order itself. */
  onOrderPage?: boolean
}

/** What keeps the invoice of an order from being issued, and where it is mended. */
export function InvoiceMistakes({ mistakes, orderId, onOrderPage = false }: InvoiceMistakesProps) {
  return (
    <>
      {mistakes.map((mistake) => (
        <p key={mistake.text} className="font-semibold text-wine wrap-anywhere">
          <span>{`${mistake.text} `}</span>
          {mistake.about === 'seller' && (
            <Link to={findMendingPage(mistake, orderId)} className="underline underline-offset-4">
              Popraw w ustawieniach
            </Link>
          )}
          {mistake.about === 'buyer' && !onOrderPage && (
            <Link to={findMendingPage(mistake, orderId)} className="underline underline-offset-4">
              Popraw w zamówieniu
            </Link>
          )}
          {mistake.about === 'file' && <span>To błąd sklepu. Zgłoś go razem z numerem zamówienia.</span>}
        </p>
      ))}
      <p className="text-oud">Sklep próbuje co minutę i wystawi ją sam, gdy dane będą poprawne.</p>
    </>
  )
}
