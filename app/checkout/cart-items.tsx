import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { clearCart, currentCart, removeFromCart, setPrice, setQuantity } from '#app/cart/cart-store.ts'
import { GiftLine, SampleLine } from '#app/catalog/ordered-lines.tsx'
import { LowestPrice } from '#app/catalog/product-price.tsx'
import { ProductThumb } from '#app/catalog/product-thumb.tsx'
import { cartQuery, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
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
import {
  type CardProduct,
  describeFacts,
  describeReduction,
  nameAmongSizes,
  UNAVAILABLE,
} from '#domain/catalog/product.ts'
import { parseKind } from '#domain/catalog/scents/product-kinds.ts'
import type { OrderGift } from '#domain/gifts/gift.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'

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
        {gift && <GiftLine gift={gift} pictured className="py-4" />}
        {samples.map((label) => (
          <SampleLine key={label} label={label} pictured className="py-4" />
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
  const { block, was, announced, comesFree } = notes
  const cannotBeHad = block?.reason === 'gone' || block?.reason === 'sold_out'
  const isFree = comesFree && item.quantity === 1
  return (
    <li className="flex gap-4 py-4">
      <ProductThumb
        imageKey={typeof item.image_key === 'string' ? item.image_key : null}
        kind={parseKind(item.kind)}
        className={classNames('w-20 self-start', cannotBeHad && 'opacity-50')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="text-xs text-oud">{describeItem(item)}</p>
            <h3 className="font-display text-lg leading-snug wrap-anywhere">{item.name}</h3>
          </div>
          <button
            type="button"
            aria-label={`Usuń z koszyka: ${nameAmongSizes(item)}`}
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
              name={nameAmongSizes(item)}
              quantity={item.quantity}
              min={0}
              onChange={(quantity) => setQuantity(item.id, quantity)}
            />
            <p className="text-right">
              <Price grosze={isFree ? 0 : sumLine(item)} className="block font-semibold" />
              {item.quantity > 1 && (
                <span className="price block text-xs text-oud">{`${formatGrosze(readItemPrice(item))} za sztukę`}</span>
              )}
            </p>
          </div>
        )}
        {comesFree && !cannotBeHad && <ComesFree item={item} />}
        {announced && !cannotBeHad && !isFree && <Announced product={announced} />}
      </div>
    </li>
  )
}

/** The sample of a bottle that is in the cart as well. */
function ComesFree({ item: { id, quantity } }: { item: CartItem }) {
  if (quantity === 1) {
    return <p className="mt-1 text-xs font-medium text-oud">W prezencie do flakonu tego zapachu.</p>
  }
  return (
    <p className="mt-1 text-xs font-medium text-oud">
      <span>Jedna próbka tego zapachu jest w prezencie do flakonu. Większą liczbę zamawiasz w zwykłej cenie. </span>
      <Button variant="quiet" size="tight" className="underline" onClick={() => setQuantity(id, 1)}>
        Zostaw jedną za 0,00 zł
      </Button>
    </p>
  )
}

/** 'Evarisse · 100 ml · Woda perfumowana', as it was when it was put in. */
function describeItem(item: CartItem): string {
  const { brand_name, volume_ml, concentration } = item
  const facts = describeFacts({
    kind: parseKind(item.kind),
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
  /** A sample that its bottle in the cart brings: one piece of it is free. */
  comesFree: boolean
}

/** The samples that come with what can be ordered: one for each scent. */
function findSamples(cart: Cart, states: readonly CartProductState[]) {
  const gifts = states.flatMap((state) => (state.gone || state.out_of_stock ? [] : (state.sample_gift ?? [])))
  const added = gifts.filter(({ id }) => !cart.some((item) => item.id === id))
  return {
    /** Labels of those that are not in the cart itself. */
    labels: [...new Map(added.map(({ id, label }) => [id, label])).values()],
    /** Ids of those in the cart: one piece costs nothing there, more are paid for. */
    inCart: new Set(gifts.flatMap(({ id }) => (cart.some((item) => item.id === id) ? id : []))),
  }
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

  const samples = findSamples(cart, states ?? [])
  return {
    samples: samples.labels,
    /** Whether a sample in the cart is the free one of its bottle. */
    isFree: ({ id, quantity }: CartItem) => quantity === 1 && samples.inCart.has(id),
    notesOf(item: CartItem): LineNotes {
      const was = oldPrices.get(item.id)
      const state = refused.get(item.id) ?? states?.find(({ id }) => id === item.id)
      return {
        block: findLineBlock(item, state),
        was: was === readItemPrice(item) ? undefined : was,
        announced: states?.find((state) => isAnnounced(state, item)),
        comesFree: samples.inCart.has(item.id),
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
