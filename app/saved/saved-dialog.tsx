import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AddToCartButton } from '#app/catalog/add-to-cart-button.tsx'
import { ProductLink } from '#app/catalog/product-link.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { LowestPrice, ProductPrice } from '#app/catalog/product-price.tsx'
import { EmptyDialog } from '#app/dialogs/empty-dialog.tsx'
import { useTopDialog } from '#app/dialogs/top-dialog.ts'
import { cartQuery, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { CartProductState } from '#domain/cart/cart-state.ts'
import { type CardProduct, describeFacts, UNAVAILABLE } from '#domain/catalog/product.ts'
import { HEART, SaveButton } from './save-button.tsx'
import { useSavedProducts } from './saved-store.ts'
import { listOtherSizes, MOST_COMPARED, OtherSizes, ScentComparison } from './scent-comparison.tsx'
import { bringUpToDate } from './up-to-date.ts'

type SavedDialogProps = { open: boolean; onClose: () => void; compared?: readonly string[] }

/**
 * The saved products with their present price, and those that are no longer sold.
 * @param compared the ids of those that are shown side by side
 */
export default function SavedDialog({ open, onClose, compared: shown }: SavedDialogProps) {
  const saved = useSavedProducts()
  const { data: states } = useQuery(
    { ...cartQuery(saved.map(({ id }) => id)), placeholderData: keepPreviousData },
    queryClient,
  )
  const [chosen, setChosen] = useState<readonly string[]>(shown ?? [])
  const isComparing = shown !== undefined
  const { goOn, stepBack } = useTopDialog()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isComparing) heading.current?.focus()
  }, [isComparing])
  const gone = new Set(states?.filter((state) => state.gone).map(({ id }) => id))
  const compared = saved.filter(({ id }) => (shown ?? chosen).includes(id) && !gone.has(id))
  const canCompare = saved.length - gone.size > 1
  if (isComparing) {
    return (
      <Dialog open={open} onClose={onClose} title="Ulubione" size="lg">
        <div className="px-5 pt-4 pb-8 sm:px-7">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <div>
              <h3 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
                Porównanie
              </h3>
              <p className="text-xs text-night/80">Wspólne nuty są pogrubione.</p>
            </div>
            <Button variant="secondary" onClick={() => stepBack()}>
              Wróć do listy
            </Button>
          </div>
          <ScentComparison slugs={compared.map(({ slug }) => slug)} />
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Ulubione"
      size="lg"
      footer={
        canCompare &&
        (compared.length < 2 ? (
          <p className="py-2 text-center text-sm">Zaznacz dwa lub trzy zapachy, aby je porównać.</p>
        ) : (
          <Button
            size="lg"
            className="w-full"
            onClick={() => goOn({ name: 'saved', compared: compared.map(({ id }) => id) })}
          >
            {`Porównaj zapachy (${compared.length})`}
          </Button>
        ))
      }
    >
      {saved.length === 0 ? (
        <EmptyDialog
          icon={<Icon d={HEART} className="size-7" strokeWidth={1.6} />}
          title="Nie masz jeszcze ulubionych"
          text="Naciśnij serce przy zapachu, do którego chcesz wrócić."
        />
      ) : (
        <div className="px-5 pt-2 pb-8 sm:px-7">
          <ul className="divide-y divide-night/15">
            {saved.map((product) => (
              <SavedProduct
                key={product.id}
                product={product}
                state={states?.find(({ id }) => id === product.id)}
                choice={
                  canCompare && (
                    <CheckboxField
                      label={
                        <>
                          Porównaj<span className="sr-only">: {product.name}</span>
                        </>
                      }
                      checked={chosen.includes(product.id)}
                      disabled={compared.length >= MOST_COMPARED && !chosen.includes(product.id)}
                      onChange={({ currentTarget: { checked } }) =>
                        setChosen(checked ? [...chosen, product.id] : chosen.filter((id) => id !== product.id))
                      }
                    />
                  )
                }
              />
            ))}
          </ul>
          <p className="mt-4 text-xs text-night/80">Lista jest zapisana tylko w tej przeglądarce.</p>
        </div>
      )}
    </Dialog>
  )
}

type SavedProductProps = { product: CardProduct; state: CartProductState | undefined; choice: ReactNode }

function SavedProduct({ product: saved, state, choice }: SavedProductProps) {
  const product = bringUpToDate(saved, state)
  const isGone = state?.gone === true
  const facts = describeFacts(product)
  return (
    <li className="flex gap-4 py-4">
      <ProductPicture
        imageKey={product.image_key}
        alt=""
        sizes="5rem"
        className={`w-20 shrink-0 rounded-lg ${isGone || product.out_of_stock ? 'opacity-50' : ''}`}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="text-xs text-oud">{product.brand.name}</p>
            <h3 className="font-display text-lg leading-snug wrap-anywhere">
              {isGone ? (
                product.name
              ) : (
                <ProductLink product={product} className="underline-offset-4 hover:underline">
                  {product.name}
                </ProductLink>
              )}
            </h3>
            {facts && <p className="text-xs text-night/80">{facts}</p>}
          </div>
          <SaveButton product={product} className="-mt-1.5 -mr-2 shrink-0 bg-transparent hover:bg-sand" />
        </div>
        {isGone || product.out_of_stock ? (
          <p className="mt-1 text-sm font-medium text-wine">{isGone ? UNAVAILABLE.gone : UNAVAILABLE.sold_out}</p>
        ) : (
          <>
            <LowestPrice product={product} className="mt-2" />
            <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
              <p>
                <ProductPrice product={product} className="font-semibold" />
              </p>
              <AddToCartButton product={product} />
            </div>
          </>
        )}
        {listOtherSizes(product).length > 0 && (
          <div className="mt-2 text-sm">
            <p className="text-xs text-night/80">Inne pojemności</p>
            <OtherSizes product={product} />
          </div>
        )}
        {!isGone && choice}
      </div>
    </li>
  )
}
