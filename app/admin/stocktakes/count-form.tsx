import { useQuery } from '@tanstack/react-query'
import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { adminProductsQuery } from '#app/admin/products/products-data.ts'
import { BarcodeCamera, canScan } from '#app/admin/ui/barcode-camera.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { AnswerView, Loading } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { isSameCode } from '#domain/batches/batch.ts'
import { type AdminProduct, parseAdminFilters } from '#domain/catalog/admin/admin-product.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { countSchema } from '#domain/stocktakes/stocktake.ts'
import type { OpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import { refreshStocktake } from './stocktake-data.ts'

/** How many products a search shows. */
const MOST_FOUND = 8
const NO_FILTERS = parseAdminFilters(new URLSearchParams())

/** Finds a product by its code or name and takes the counted number. */
export function CountForm({ stocktake }: { stocktake: OpenStocktake }) {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const [chosen, setChosen] = useState<AdminProduct | null>(null)
  const [isScanning, setScanning] = useState(false)
  const query = { ...adminProductsQuery({ ...NO_FILTERS, search: searched }), placeholderData: undefined }
  const found = useQuery({ ...query, enabled: searched !== '' }, queryClient)
  // A code names its product.
  const [only, another] =
    found.data?.items.filter(({ product_code: code }) => code !== null && isSameCode(code, searched)) ?? []
  const product = chosen ?? (another ? null : only)

  function search(text: string) {
    setTyped(text)
    setSearched(text.trim().replaceAll(/\s+/g, ' '))
    setChosen(null)
    setScanning(false)
  }
  if (product) {
    return <NumberForm key={product.id} product={product} stocktake={stocktake} onDone={() => search('')} />
  }
  return (
    <section aria-label="Policz produkt" className="card space-y-3 px-4 py-4">
      <search>
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            search(typed)
          }}
        >
          <PanelField
            label="Kod EAN albo nazwa"
            value={typed}
            enterKeyHint="search"
            spellCheck={false}
            // A scanner types the next code; where the camera reads it, the keyboard would cover the page.
            autoFocus={stocktake.counts.length > 0 && !canScan()}
            className="min-w-0 flex-1"
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" variant="secondary">
            Szukaj
          </Button>
        </form>
      </search>
      {isScanning ? (
        <BarcodeCamera onCode={search} onClose={() => setScanning(false)} />
      ) : (
        canScan() && (
          <Button className="w-full" onClick={() => setScanning(true)}>
            <ScanBarcode aria-hidden="true" className="size-5" />
            Zeskanuj aparatem
          </Button>
        )
      )}
      {searched !== '' && (
        <AnswerView
          of={found}
          failed="Nie udało się wyszukać."
          loading={<Loading of="produktów" rows={3} rowClass="h-12" />}
        >
          {({ items, total }) => (
            <>
              <p role="status" className="text-sm text-oud">
                {describeFound(searched, total)}
              </p>
              <ul className="divide-y divide-night/10">
                {items.slice(0, MOST_FOUND).map((each) => (
                  <li key={each.id}>
                    <button
                      type="button"
                      onClick={() => setChosen(each)}
                      className="flex min-h-14 w-full items-center gap-3 py-1.5 text-left hover:bg-ivory"
                    >
                      <ProductName product={each} />
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </AnswerView>
      )}
    </section>
  )
}

/** What to do when a search finds nothing, or more than is shown. */
function describeFound(searched: string, total: number): string {
  if (total === 0) return `Nie ma produktu „${searched}”. Sprawdź kod albo wpisz część nazwy.`
  return total > MOST_FOUND ? `Pasuje ${total}. Wpisz więcej słów, żeby zawęzić.` : ''
}

function ProductName({ product }: { product: AdminProduct }) {
  return (
    <>
      <ProductPicture
        imageKey={product.image_key}
        alt=""
        sizes="40px"
        className="w-10 shrink-0 overflow-hidden rounded-md"
      />
      <span className="min-w-0 text-sm wrap-anywhere">
        <span className="block font-semibold">{nameSized(product)}</span>
        <span className="block text-xs text-oud">{product.brand_name}</span>
      </span>
    </>
  )
}

type NumberFormProps = { product: AdminProduct; stocktake: OpenStocktake; onDone: () => void }

/** Takes the counted number of one product. */
function NumberForm({ product, stocktake, onDone }: NumberFormProps) {
  const earlier = stocktake.counts.find(({ product_id }) => product_id === product.id)
  const form = useForm({
    schema: countSchema,
    initial: { product_id: product.id, counted: '' },
    async onSubmit(count) {
      const param = { id: stocktake.id }
      const json = { ...count, replaces: earlier?.counted ?? null }
      const answer = await callApi('post', '/api/admin/stocktakes/:id/counts', { param, json })
      if (!answer.ok) {
        // What was counted on another phone.
        void refreshStocktake()
        return toFormProblem('Nie zapisano', answer.failure)
      }
      toast({ title: 'Policzone', description: `${nameSized(product)}: ${count.counted} szt.`, tone: 'success' })
      await refreshStocktake()
      onDone()
      return undefined
    },
  })
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={form.submit}
      aria-label="Policz produkt"
      className="card space-y-3 px-4 py-4"
    >
      <div className="flex items-center gap-3">
        <ProductName product={product} />
      </div>
      <PanelField
        {...form.text('counted')}
        label="Ile sztuk leży na półce"
        hint={earlier && `Policzono już ${earlier.counted} szt. Nowa liczba ją zastąpi.`}
        inputMode="numeric"
        enterKeyHint="done"
        // It takes the place of the field that was typed into.
        autoFocus
      />
      <div className="flex gap-2">
        <Button variant="secondary" onClick={onDone}>
          Inny produkt
        </Button>
        <Button type="submit" busy={form.busy} className="flex-1">
          Zapisz liczbę
        </Button>
      </div>
    </form>
  )
}
