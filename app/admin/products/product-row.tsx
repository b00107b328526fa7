import { History, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { href, Link, type LinkProps } from 'react-router'
import { z } from 'zod'
import { ConfirmDialog, RemovalDialog } from '#app/admin/confirm-dialog.tsx'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useHistoryDialog } from '#app/admin/history-dialog.ts'
import { LIST_ENTRY } from '#app/admin/list-keys.ts'
import { acceptRefusal } from '#app/admin/panel-calls.ts'
import { Switch } from '#app/admin/switch.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { Price } from '#app/ui/price.tsx'
import { type AdminProduct, parseStock, STOCK_MAX } from '#domain/catalog/admin/admin-product.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { describeSize } from '#domain/catalog/scents/sizes.ts'
import { GENDER_NAMES, type Gender } from '#domain/kernel/gender.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { refreshLists } from './products-data.ts'
import { saveSoldOut, saveStock } from './save-stock.ts'
import { StockField } from './stock-field.tsx'

/** Columns on wide screens; on narrower ones they stack. */
export const COLUMNS = 'xl:grid-cols-[2.25rem_minmax(0,1fr)_15.5rem_5.5rem_6rem_5.5rem_7rem] xl:items-center xl:gap-x-4'

const WAITING = { one: 'osoba czeka', few: 'osoby czekają', many: 'osób czeka' }

type ProductRowProps = { product: AdminProduct; provider: string; edit: Pick<LinkProps, 'to' | 'state'> }

/** One product with its stock and its switch. `edit` leads to its form. */
export function ProductRow({ product, provider, edit }: ProductRowProps) {
  return (
    <article
      aria-labelledby={`produkt-${product.id}`}
      className={classNames('grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 px-4 py-4 xl:py-2', COLUMNS)}
    >
      <ProductPicture
        imageKey={product.image_key}
        alt=""
        sizes="56px"
        className="w-14 overflow-hidden rounded-lg xl:w-9 xl:rounded-md"
      />
      <div className="min-w-0">
        <h2 id={`produkt-${product.id}`} className="text-sm leading-5 font-semibold wrap-anywhere">
          <span>{product.name}</span>{' '}
          {product.out_of_stock && (
            <span className="ml-1 inline-block rounded-full bg-wine px-2 text-xs font-semibold text-ivory">
              {product.recalled ? 'WYCOFANA PARTIA' : 'WYPRZEDANE'}
            </span>
          )}
        </h2>
        <p className="text-xs leading-5 text-night/85 xl:truncate" title={product.notes.join(', ')}>
          <span className="font-medium">{product.brand_name}</span>
          {(product.volume_ml !== null || product.kind !== 'bottle') && <span> · {describeSize(product)}</span>}
          {product.notes.length > 0 && <span> · {product.notes.join(', ')}</span>}
        </p>
        {product.waiting > 0 && (
          <p className="text-xs leading-5 font-semibold text-oud">
            {`${product.waiting} ${pluralize(product.waiting, WAITING)} na powrót`}
          </p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 xl:contents">
        <div className="flex items-center gap-3 max-sm:w-full xl:contents">
          <p className="xl:order-2 xl:text-right">
            <Price grosze={product.current_price_cents} className="text-sm font-semibold" />
            {product.current_price_cents < product.regular_price_cents && (
              <span className="block text-xs whitespace-nowrap text-oud xl:-ml-6">
                potem <Price grosze={product.regular_price_cents} />
              </span>
            )}
          </p>
          <GenderBadge gender={product.gender} className="justify-self-start xl:order-3" />
        </div>
        <div className="xl:order-1">
          <StockField product={product} />
          {product.held > 0 && (
            <p className="text-xs font-medium text-oud">{`oprócz tego odłożone dla kupujących: ${product.held} szt.`}</p>
          )}
        </div>
        <div className="xl:order-4">
          <SoldOutSwitch product={product} />
        </div>
        <div className="ml-auto flex xl:order-5">
          <Link
            to={href('/admin/produkty/:id/ruchy', { id: product.id })}
            aria-label={`Ruchy magazynowe: ${product.name}`}
            title="Ruchy magazynowe"
            className="grid size-11 place-items-center rounded-full hover:bg-sand xl:size-9"
          >
            <History aria-hidden="true" className="size-4.5" />
          </Link>
          <Link
            {...edit}
            preventScrollReset
            defaultShouldRevalidate={false}
            {...LIST_ENTRY}
            aria-label={`Edytuj: ${product.name}`}
            title="Edytuj produkt"
            className="grid size-11 place-items-center rounded-full hover:bg-sand xl:size-9"
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </Link>
          <DeleteProduct product={product} provider={provider} />
        </div>
      </div>
    </article>
  )
}

function DeleteProduct({ product, provider }: { product: AdminProduct; provider: string }) {
  const question = useHistoryDialog('delete-product')
  return (
    <>
      <button
        type="button"
        aria-label={`Usuń: ${product.name}`}
        title="Usuń"
        onClick={() => question.open(product.id)}
        className="grid size-11 place-items-center rounded-full text-wine hover:bg-wine-tint xl:size-9"
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
      <RemovalDialog
        item={question.subject === product.id ? product : null}
        title="Usuń produkt"
        confirm="Usuń produkt"
        question={() => (
          <p>
            Czy na pewno chcesz usunąć produkt „{nameSized(product)}”? Ta operacja dezaktywuje produkt także u dostawcy
            płatności.
          </p>
        )}
        // A product that is gone already counts as deleted.
        call={async ({ id }) =>
          acceptRefusal(await callApi('delete', '/api/admin/products/:id', { param: { id } }), 'product_not_found')
        }
        failed="Błąd usuwania"
        done="Produkt usunięty"
        nameOf={(removed) => `${nameSized(removed)}: wkrótce także w ${provider}.`}
        refresh={refreshLists}
        onClose={question.close}
      />
    </>
  )
}

/**
 * Marks a product as sold out. Removing the mark while the stock is 0 asks how many pieces there are; where it ends a
 * recall, whether no bottle of it is left.
 */
function SoldOutSwitch({ product }: { product: AdminProduct }) {
  const question = useHistoryDialog('pieces')
  const recallQuestion = useHistoryDialog('end-recall')
  const { out_of_stock: soldOut, stock_quantity: stock } = product

  const [busy, save] = useAct(() => saveSoldOut(product, !soldOut))
  function toggle() {
    if (soldOut && stock === 0) question.open(product.id)
    else if (soldOut && product.recalled) recallQuestion.open(product.id)
    else void save()
  }

  return (
    <>
      <Switch
        checked={soldOut}
        busy={busy}
        danger
        aria-label={`Wyprzedany: ${product.name}`}
        onClick={toggle}
        className="gap-2 xl:min-h-9"
      >
        <span aria-hidden="true" className="xl:sr-only">
          Wyprzedany
        </span>
      </Switch>
      {question.subject === product.id && <PiecesDialog product={product} onClose={question.close} />}
      <ConfirmDialog
        open={recallQuestion.subject === product.id}
        title="Sprzedawać ponownie mimo wycofanej partii?"
        confirm="Sprzedawaj ponownie"
        onConfirm={() => {
          recallQuestion.close()
          void save()
        }}
        onClose={recallQuestion.close}
      >
        <p>{describeRecallEnd(product)}</p>
      </ConfirmDialog>
    </>
  )
}

const describeRecallEnd = ({ name }: Pick<AdminProduct, 'name'>) =>
  `Sprawdź, czy żaden flakon „${name}” z wycofanej partii nie stoi już na półce. Od teraz sprzedaż nie będzie wstrzymana.`

const NO_PIECES = 'Podaj, ile sztuk jest w magazynie: co najmniej 1.'

const piecesSchema = z.object({
  pieces: z
    .string()
    .transform((typed) => parseStock(typed) ?? 0)
    .refine((pieces) => pieces >= 1 && pieces <= STOCK_MAX, NO_PIECES),
})

function PiecesDialog({ product, onClose }: { product: AdminProduct; onClose: CloseDialog }) {
  const input = useRef<HTMLInputElement>(null)
  const form = useForm({
    schema: piecesSchema,
    initial: { pieces: '' },
    async onSubmit({ pieces }) {
      const changed = await saveStock(product, pieces)
      if (changed === null) return undefined
      // Pieces alone do not put a recalled product on sale.
      if (changed.out_of_stock) await saveSoldOut({ ...changed, recalled: product.recalled }, false)
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title="Ile sztuk jest w magazynie?"
      form={form}
      submit="Wróć do sprzedaży"
      initialFocus={input}
      onClose={onClose}
    >
      <p className="text-sm">
        Stan produktu „{product.name}” wynosi 0. Zanim wróci do sprzedaży, podaj, ile jest sztuk.
      </p>
      {product.recalled && <p className="text-sm text-wine">{describeRecallEnd(product)}</p>}
      <PanelField
        {...form.text('pieces')}
        ref={input}
        label="Liczba sztuk"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
      />
    </FormDialog>
  )
}

const TONES: Record<Gender, string> = { women: 'bg-blush', men: 'bg-smoke', unisex: 'bg-sage' }

/** For whom a product is, as a word; the colour only repeats the word. */
export function GenderBadge({ gender, className }: { gender: Gender; className?: string }) {
  return (
    <span className={classNames('rounded-full px-2.5 py-0.5 text-xs font-semibold', TONES[gender], className)}>
      {GENDER_NAMES[gender]}
    </span>
  )
}
