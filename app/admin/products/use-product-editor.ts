import { useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { useUnloadQuestion } from '#app/admin/leaving-question.tsx'
import { isRefusal, toFormProblem } from '#app/admin/panel-calls.ts'
import { useTrademarks } from '#app/admin/trademark-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { makeIdempotencyKey } from '#app/cart/cart-key.ts'
import { queryClient } from '#app/query-client.ts'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import { type NewProduct, newProductSchema } from '#domain/catalog/admin/product-form.ts'
import type { ProductField } from '#domain/catalog/product-field.ts'
import { showValue, typeValue } from '#domain/catalog/product-field-lists.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { listDifferences, mergeValues, NEW_PRODUCT, toNextSize, toValues } from './product-form-values.ts'
import { adminProductQuery, refreshLists } from './products-data.ts'

const FAILED = 'Wystąpił błąd podczas zapisywania produktu.'
const ADDED_ALREADY = 'Ten produkt został już dodany. Zamknij okno i zmień go na liście.'
const CHANGED_MEANWHILE = 'Ten produkt zmieniono w międzyczasie w innym oknie.'

/** The fields that both windows changed, each with the shop's value where that is a short text. */
export type Conflict = { label: string; now: string | null }[]

/** Longest short text, in characters. */
const SHORT = 200

type EditorOptions = {
  isNew: boolean
  /** The product as it was read for the form; for a new one: the product of which it is a further size. */
  data: AdminProduct | undefined
  provider: string
  onClose: () => void
}

/** The form of a product, and `base`, the product as the form was filled with it. */
export function useProductEditor({ isNew, data, provider, onClose }: EditorOptions) {
  const [base, setBase] = useState<AdminProduct | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isDone = useRef(false)
  const key = useRef('')
  const trademarks = useTrademarks()
  const form = useForm({ schema: newProductSchema, initial: NEW_PRODUCT, onSubmit: save })
  const [start, setStart] = useState(NEW_PRODUCT)
  const seen = base === null ? start : toValues(base)
  const isChanged = listDifferences(seen, form.values).length > 0 || form.values.stock_quantity !== ''
  useUnloadQuestion(isChanged)
  const leaving = useBlocker(() => isChanged && !isDone.current)

  if (data && isNew && start === NEW_PRODUCT) {
    const next = toNextSize(data)
    setStart(next)
    form.replace(next)
  } else if (data && !isNew && base === null) {
    setBase(data)
    form.replace(toValues(data))
  }

  async function save(product: NewProduct): Promise<FormProblem | undefined> {
    if (isNew) return add(product)
    return base ? update(base, product) : undefined
  }

  async function add(product: NewProduct): Promise<FormProblem | undefined> {
    key.current ||= makeIdempotencyKey()
    const added = await callApi('post', '/api/admin/products', {
      json: { ...product, trademarks_accepted: trademarks.takeAccepted() },
      headers: { 'Idempotency-Key': key.current },
    })
    if (!added.ok) {
      if (trademarks.warn(added.failure)) return {}
      return isRefusal(added.failure, 'idempotency_conflict')
        ? { toast: { title: 'Błąd dodawania', description: ADDED_ALREADY } }
        : toFormProblem('Błąd dodawania', added.failure, FAILED)
    }
    finish('Produkt dodany', nameSized(product))
    return undefined
  }

  async function update(seenProduct: AdminProduct, product: NewProduct): Promise<FormProblem | undefined> {
    const changed = listDifferences(toValues(seenProduct), form.values)
    const json = {
      version: seenProduct.version,
      trademarks_accepted: trademarks.takeAccepted(),
      ...pick(product, changed),
    }
    const updated = await callApi('patch', '/api/admin/products/:id', { param: { id: seenProduct.id }, json })
    if (updated.ok) {
      finish('Produkt zaktualizowany', nameSized(product))
      return undefined
    }
    if (isRefusal(updated.failure, 'changed_meanwhile')) return mergeWith(seenProduct)
    if (trademarks.warn(updated.failure)) return {}
    return toFormProblem('Błąd aktualizacji', updated.failure, FAILED)
  }

  async function mergeWith(seenProduct: AdminProduct): Promise<FormProblem> {
    const now = await queryClient.fetchQuery({ ...adminProductQuery(seenProduct.id), staleTime: 0 }).catch(() => null)
    if (now === null) return { toast: { title: 'Błąd aktualizacji', description: FAILED } }
    const merged = mergeValues(toValues(seenProduct), form.values, toValues(now))
    setBase(now)
    form.replace(merged.values)
    setConflict(merged.conflicts.map((field) => describeNow(now, field)))
    void refreshLists()
    return { toast: { title: 'Błąd aktualizacji', description: CHANGED_MEANWHILE } }
  }

  function finish(title: string, name: string) {
    isDone.current = true
    toast({ title, description: `${name}: synchronizacja ze ${provider} nastąpi za chwilę.`, tone: 'success' })
    void refreshLists()
    onClose()
  }

  return {
    form,
    base,
    isChanged,
    conflict,
    trademarks,
    leaving,
    /** Discards what was typed. */
    reload() {
      if (base) form.replace(toValues(base))
      setConflict(null)
    },
  }
}

function pick<Key extends keyof NewProduct>(product: NewProduct, keys: readonly Key[]): Partial<Pick<NewProduct, Key>> {
  const picked: Partial<Pick<NewProduct, Key>> = {}
  for (const key of keys) picked[key] = product[key]
  return picked
}

function describeNow(product: AdminProduct, name: ProductField): Conflict[number] {
  const field = PRODUCT_FIELDS[name]
  const value = contentOf(product)[name]
  const isTyped = field.edited === 'line' || field.edited === 'text'
  const now = isTyped ? typeValue(name, value) : 'show' in field ? showValue(name, value) : null
  return { label: field.label, now: now !== null && now.length <= SHORT ? now : null }
}
