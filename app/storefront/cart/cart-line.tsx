import { Trash2 } from 'lucide-react'
import { QuantityStepper } from '#app/storefront/checkout/quantity-stepper.tsx'
import { ProductPicture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import { type CartItem, itemPrice, lineTotal } from '#domain/cart/cart.ts'
import type { LineBlock } from '#domain/cart/cart-line-state.ts'
import { formatGrosze } from '#domain/money.ts'
import { removeFromCart, setQuantity } from './cart-store.ts'
import type { LineNotes } from './use-cart-check.ts'

/** One product: picture, quantity, sum, and what changed since it was put in. */
export function CartLine({ item, notes }: { item: CartItem; notes: LineNotes }) {
  const { block, was } = notes
  const cannotBeHad = block?.reason === 'gone' || block?.reason === 'sold_out'
  return (
    <li className="flex gap-4 py-4">
      <ProductPicture
        imageKey={typeof item.image_key === 'string' ? item.image_key : null}
        alt=""
        sizes="5rem"
        className={cannotBeHad ? 'w-20! shrink-0 rounded-lg opacity-50' : 'w-20! shrink-0 rounded-lg'}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="text-xs text-oud">{item.brand_name}</p>
            <h3 className="font-display text-lg leading-snug wrap-anywhere">{item.name}</h3>
          </div>
          <button
            type="button"
            aria-label={`Usuń z koszyka: ${item.name}`}
            className="-mt-1.5 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand"
            onClick={() => removeFromCart(item.id)}
          >
            <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </button>
        </div>
        {block && <BlockSentence block={block} />}
        {was !== undefined && !cannotBeHad && (
          <p role="status" className="mt-1 text-xs font-medium text-oud">
            Cena się zmieniła: było <s>{formatGrosze(was)}</s>, jest {formatGrosze(itemPrice(item))}
          </p>
        )}
        {!cannotBeHad && (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
            <QuantityStepper
              name={item.name}
              quantity={item.quantity}
              min={0}
              onChange={(quantity) => setQuantity(item.id, quantity)}
            />
            <p className="text-right">
              <Price grosze={lineTotal(item)} className="block font-semibold" />
              {item.quantity > 1 && (
                <span className="price block text-xs text-oud">{formatGrosze(itemPrice(item))} za sztukę</span>
              )}
            </p>
          </div>
        )}
      </div>
    </li>
  )
}

function BlockSentence({ block }: { block: LineBlock }) {
  return (
    <p role="status" className="mt-1 text-sm font-medium text-wine">
      {block.reason === 'gone' && 'Produkt nie jest już dostępny'}
      {block.reason === 'sold_out' && 'Produkt wyprzedany'}
      {block.reason === 'too_few' && `Zostało sztuk: ${block.left}. Zmniejsz ilość, aby zamówić.`}
    </p>
  )
}
