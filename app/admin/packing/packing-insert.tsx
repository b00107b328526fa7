import { data, type LinksFunction } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { drawQr } from '#app/ui/qr-path.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findBuyerOfCase } from '#domain/returns/return-case-queries.server.ts'
import type { Route } from './+types/packing-insert'
import printStyles from './print.css?url'
import { PrintSheet } from './print-sheet.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: printStyles }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, orderLinks, profile } = context.get(servicesContext)
  const buyer = isUuid(params.id) ? await findBuyerOfCase(db, params.id) : undefined
  if (!buyer) return data(null, { status: 404 })
  const { shopName, returnAddress, sellerEmail } = profile
  // The server draws the QR code, so that the panel's script needs no encoder.
  return { qr: drawQr(orderLinks.create(params.id)), number: buyer.number, shopName, returnAddress, sellerEmail }
}

/** A card to put into the parcel, with a QR code to the order's page: its state, withdrawal and complaint. */
export default function PackingInsert({ loaderData: insert }: Route.ComponentProps) {
  return (
    <PrintSheet title="Wkładka do paczki">
      {insert === null ? (
        <EmptyState title="Nie ma takiej paczki" />
      ) : (
        <article aria-label="Wkładka do paczki" className="grid justify-items-center gap-4 text-center">
          <p className="font-display text-3xl">{insert.shopName}</p>
          <p className="text-lg">Dziękujemy za zakupy!</p>
          <svg
            role="img"
            aria-label={`Kod QR zamówienia ${insert.number}`}
            viewBox={`0 0 ${insert.qr.size} ${insert.qr.size}`}
            shapeRendering="crispEdges"
            className="w-48"
          >
            <path d={insert.qr.path} fill="#000" />
          </svg>
          <p className="max-w-sm">
            Zeskanuj kod: zobaczysz swoje zamówienie <strong className="tabular-nums">{insert.number}</strong>,
            odstąpisz od umowy w ciągu 14 dni albo złożysz reklamację. Bez logowania.
          </p>
          <p className="max-w-sm text-xs wrap-anywhere">
            Adres do zwrotów: {insert.returnAddress}. Pytania: {insert.sellerEmail}
          </p>
        </article>
      )}
    </PrintSheet>
  )
}
