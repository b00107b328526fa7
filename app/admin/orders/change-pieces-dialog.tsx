import { type FormEvent, useState } from 'react'
import { DialogButton, FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { callApi } from '#app/api-client.ts'
import { Price } from '#app/ui/price.tsx'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { shareOfPieces } from '#domain/kernel/amounts/split-grosze.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { describeProposal } from '#domain/orders/changes/addition.ts'
import { LabelWarning } from './change-receiver-dialog.tsx'
import { type FoundProduct, ProductLines } from './product-lines.tsx'
import { useOrderChange } from './use-order-change.ts'

/** The button that changes the pieces of an order; nothing where they cannot change. */
export function ChangePieces({ order }: { order: AdminOrderPage }) {
  if (order.change.pieces_refusal !== null) return null
  return (
    <DialogButton
      name="order-pieces"
      variant="quiet"
      size="tight"
      className="underline"
      dialog={(close) => <PiecesDialog order={order} onClose={close} />}
    >
      Zmień produkty
    </DialogButton>
  )
}

type Line = FoundProduct & {
  before: number
  quantity: number
  /** The discount of a code on the pieces before the change. */
  discountGrosze: Grosze
}

/** Removed pieces reduce the discount by their share; added pieces cost the full price. */
const costOf = ({ priceGrosze, before, quantity, discountGrosze }: Line) =>
  priceGrosze * quantity - (quantity < before ? shareOfPieces(discountGrosze, quantity, before) : discountGrosze)

function PiecesDialog({ order, onClose }: { order: AdminOrderPage; onClose: CloseDialog }) {
  const { id, number, payment, change, shipping_grosze: shippingGrosze, total_grosze: totalGrosze } = order
  const { press, busy } = useOrderChange(id, onClose)
  const [lines, setLines] = useState<Line[]>(() =>
    order.items.map((item) => ({
      productId: item.product_id,
      name: nameOrderedSize({ product_name: item.name, facts: item.facts }),
      priceGrosze: item.unit_price_grosze,
      before: item.quantity,
      quantity: item.quantity,
      discountGrosze: item.discount_grosze,
    })),
  )
  const newTotal = lines.reduce((sum, line) => sum + costOf(line), shippingGrosze)
  const difference = newTotal - totalGrosze
  const isDearer = payment.method === 'prepaid' && difference > 0
  const items = lines.flatMap(({ productId, quantity }) => (quantity > 0 ? [{ product_id: productId, quantity }] : []))
  const goods = (pieces: 'before' | 'quantity') => lines.reduce((sum, line) => sum + line.priceGrosze * line[pieces], 0)
  const lost = change.advantages.filter(
    ({ from_grosze }) => goods('before') >= from_grosze && goods('quantity') < from_grosze,
  )
  const isRefunded = payment.method === 'prepaid' && difference < 0
  const isChanged = lines.some(({ before, quantity }) => before !== quantity)
  const setQuantity = (productId: string, quantity: number) =>
    setLines(lines.map((line) => (line.productId === productId ? { ...line, quantity } : line)))

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (items.length === 0) return
    if (!isChanged) return onClose()
    const json = { version: change.version, items, total_grosze: newTotal }
    await press('pieces', () => callApi('post', '/api/admin/orders/:id/pieces', { param: { id }, json }), {
      title: isDearer ? 'Poproszono o dopłatę' : 'Produkty zmienione',
      description: isRefunded ? `${formatGrosze(-difference)} wraca do kupującego.` : 'Kupujący dostanie e-mail.',
    })
  }

  return (
    <FormDialog
      open={busy === null}
      title={`Produkty zamówienia ${number}`}
      form={{ ref: ignore, busy: busy !== null, isChanged, submit: save }}
      submit={
        isRefunded
          ? `Zapisz i zwróć ${formatGrosze(-difference)}`
          : isDearer
            ? `Poproś o dopłatę ${formatGrosze(difference)}`
            : 'Zapisz'
      }
      size="md"
      cancel="Nie zmieniaj"
      onClose={onClose}
    >
      <LabelWarning order={order} />
      <ProductLines
        lines={lines}
        note={({ before, quantity }) =>
          before === 0 ? ', dołożony w dzisiejszej cenie' : quantity !== before && `, było ${before} szt.`
        }
        add="Dołóż inny produkt"
        onChange={setQuantity}
        onAdd={(line) => setLines([...lines, { ...line, before: 0, quantity: 1, discountGrosze: 0 }])}
      />
      <dl className="grid gap-1 border-t border-night/15 pt-3 text-sm">
        <Sum label="Było razem" grosze={totalGrosze} />
        <Sum label="Będzie razem (dostawa bez zmian)" grosze={newTotal} />
        {change.due_grosze !== null && (
          <Sum label="Do pobrania przy odbiorze" grosze={change.due_grosze + difference} />
        )}
      </dl>
      <p role="status" className="text-sm font-medium">
        {items.length === 0
          ? 'Zostaw co najmniej jeden produkt. Całe zamówienie anuluj na dole strony.'
          : isDearer
            ? describeProposal(difference)
            : isRefunded && `Różnica, ${formatGrosze(-difference)}, wróci do kupującego tą samą drogą.`}
      </p>
      {lost.map(({ name, from_grosze }) => (
        <p key={name} className="text-sm">
          {`${name} należy się od ${formatGrosze(from_grosze)}, a zostaje ${formatGrosze(goods('quantity'))}. Ta zmiana zostawia to kupującemu.`}
        </p>
      ))}
      {change.addition && (
        <p className="text-sm">
          {`Czeka już dopłata ${formatGrosze(change.addition.amount_grosze)}. Zapisanie tej zmiany ją zastąpi.`}
        </p>
      )}
      {isDearer && change.receipt && (
        <p className="rounded-xl bg-wine-tint px-4 py-3 text-sm text-wine">
          {`Paragon ${change.receipt} jest już wydrukowany i nie obejmie dopłaty. Gdy przyjdzie, wydrukuj na kasie osobny paragon na ${formatGrosze(difference)}.`}
        </p>
      )}
    </FormDialog>
  )
}

/** The form has no field that could be invalid. */
const ignore = () => {}

function Sum({ label, grosze }: { label: string; grosze: Grosze }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="font-semibold tabular-nums">
        <Price grosze={grosze} />
      </dd>
    </div>
  )
}
