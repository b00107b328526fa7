import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { clearCart, currentCart, removeFromCart, setPrice, setQuantity } from '#app/cart/cart-store.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { LowestPrice } from '#app/catalog/product-price.tsx'
import { cartQuery, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { GiftLine, SampleLine } from '#app/ui/ordered-lines.tsx'
import { Price } from '#app/ui/price.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { type Cart, type CartItem, readItemPrice, sumLine } from '#domain/cart/cart.ts'
import {
  type CartProductState,
  findLineBlock,
  type LineBlock,
  type LineStock,
  priceChanges,
} from '#domain/cart/cart-state.ts'
import { type CardProduct, describeFacts, describeReduction, UNAVAILABLE } from '#domain/catalog/product.ts'
import type { OrderGift } from '#domain/gifts/gift.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { describeOrdered } from '#domain/kernel/order-names.ts'

type CartLinesProps = {
  cart: Cart
  gift: OrderGift | null
  /** Labels of the free samples. */
  samples: readonly string[]
  notesOf: (item: CartItem) => LineNotes
  ref: Ref<HTMLElement>
}

export function CartLines({ cart, gift, samples, notesOf, ref }: CartLinesProps) {
  return (
    <section ref={ref} aria-label="Produkty w koszyku" tabIndex={-1} className="outline-none">
      <ul className="divide-y divide-night/15">
        {cart.map((item) => (
          <CartLine key={item.id} item={item} notes={notesOf(item)} />
        ))}
        {gift && <GiftLine gift={gift} className="py-4" />}
        {samples.map((label) => (
          <SampleLine key={label} label={label} className="py-4" />
        ))}
      </ul>
      <div className="border-t border-night/15 pt-1 text-right">
        <Button variant="quiet" className="-mr-5" onClick={() => clearCart()}>
          Wyczyść koszyk
        </Button>
      </div>
    </section>
  )
}

/** One product: picture, quantity, sum, and what changed since it was put in. */
function CartLine({ item, notes }: { item: CartItem; notes: LineNotes }) {
  const { block, was, announced } = notes
  const cannotBeHad = block?.reason === 'gone' || block?.reason === 'sold_out'
  return (
    <li className="flex gap-4 py-4">
      <ProductPicture
        imageKey={typeof item.image_key === 'string' ? item.image_key : null}
        alt=""
        sizes="5rem"
        className={cannotBeHad ? 'w-20 shrink-0 rounded-lg opacity-50' : 'w-20 shrink-0 rounded-lg'}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="text-xs text-oud">{describeItem(item)}</p>
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
            {was < readItemPrice(item) ? (
              <>
                <span>Cena się zmieniła: było </span>
                <s>{formatGrosze(was)}</s>
                <span>{`, jest ${formatGrosze(readItemPrice(item))}`}</span>
              </>
            ) : (
              <span>{`Cena się zmieniła: było ${formatGrosze(was)}, jest ${formatGrosze(readItemPrice(item))}`}</span>
            )}
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
              <Price grosze={sumLine(item)} className="block font-semibold" />
              {item.quantity > 1 && (
                <span className="price block text-xs text-oud">{`${formatGrosze(readItemPrice(item))} za sztukę`}</span>
              )}
            </p>
          </div>
        )}
        {announced && !cannotBeHad && <Announced product={announced} />}
      </div>
    </li>
  )
}

/** 'Evarisse · 100 ml · Woda perfumowana', as it was when it was put in. */
function describeItem({ brand_name, volume_ml, concentration }: CartItem): string {
  const facts = describeFacts({
    volume_ml: typeof volume_ml === 'number' ? volume_ml : null,
    concentration: typeof concentration === 'string' ? concentration : null,
  })
  return describeOrdered({ brand_name, facts })
}

/** 'Promocja −12 %', with the lowest price before it. */
function Announced({ product }: { product: AnnouncedPrice }) {
  return (
    <p className="mt-1 text-right">
      <span className="block text-xs font-semibold text-wine">Promocja {describeReduction(product)}</span>
      <LowestPrice product={product} />
    </p>
  )
}

function BlockSentence({ block }: { block: LineBlock }) {
  return (
    <p role="status" className="mt-1 text-sm font-medium text-wine">
      {block.reason === 'too_few'
        ? `Zostało sztuk: ${block.left}. Zmniejsz ilość, aby zamówić.`
        : UNAVAILABLE[block.reason]}
    </p>
  )
}

type AnnouncedPrice = Pick<CardProduct, 'current_price_cents' | 'lowest_price_cents'>

function isAnnounced(state: CartProductState, item: CartItem): state is Extract<CartProductState, { gone: false }> {
  return (
    state.id === item.id &&
    !state.gone &&
    state.lowest_price_cents !== null &&
    state.current_price_cents === readItemPrice(item)
  )
}

type LineNotes = {
  block: LineBlock | undefined
  /** The earlier price, if it has changed. */
  was: Grosze | undefined
  /** The present price, if it is reduced and the item has it. */
  announced: AnnouncedPrice | undefined
}

/** The samples that come with what can be ordered: one for each scent, unless it is in the cart itself. */
function findSamples(cart: Cart, states: readonly CartProductState[]): string[] {
  const gifts = states.flatMap((state) => (state.gone || state.out_of_stock ? [] : (state.sample_gift ?? [])))
  const free = gifts.filter(({ id }) => !cart.some((item) => item.id === id))
  return [...new Map(free.map(({ id, label }) => [id, label])).values()]
}

/**
 * What changed since the cart was filled. Asks the shop when the cart opens. A new price is shown beside the old one
 * and stored, so that the buyer orders what is on the screen. A refused order says exactly how many are left.
 */
export function useCartCheck(cart: Cart) {
  const ids = cart.map(({ id }) => id)
  const { data: states } = useQuery({ ...cartQuery(ids), placeholderData: keepPreviousData }, queryClient)
  const [oldPrices, setOldPrices] = useState<ReadonlyMap<string, Grosze>>(new Map())
  const [refused, setRefused] = useState<ReadonlyMap<string, LineStock>>(new Map())

  useEffect(() => {
    if (!states) return
    const changes = priceChanges(currentCart(), states)
    if (changes.length === 0) return
    setOldPrices((known) => new Map([...changes.map(({ id, was }) => [id, was] as const), ...known]))
    for (const { id, nowZl } of changes) setPrice(id, nowZl)
  }, [states])

  return {
    samples: findSamples(cart, states ?? []),
    notesOf(item: CartItem): LineNotes {
      const was = oldPrices.get(item.id)
      const state = refused.get(item.id) ?? states?.find(({ id }) => id === item.id)
      return {
        block: findLineBlock(item, state),
        was: was === readItemPrice(item) ? undefined : was,
        announced: states?.find((state) => isAnnounced(state, item)),
      }
    },
    /** Notes the products an order was refused for: `left` pieces, undefined when the product is gone. */
    refuse(products: readonly { id: string; left?: number }[]) {
      const entries = products.map(({ id, left }): [string, LineStock] => {
        const item = currentCart().find((line) => line.id.toLowerCase() === id.toLowerCase())
        if (left === undefined || !item) return [item?.id ?? id, { gone: true }]
        return [item.id, { gone: false, out_of_stock: left === 0, pieces_left: left }]
      })
      setRefused((known) => new Map([...known, ...entries]))
    },
  }
}
