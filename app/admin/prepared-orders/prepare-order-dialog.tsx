import { useState } from 'react'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { type FoundProduct, ProductLines } from '#app/admin/orders/product-lines.tsx'
import { refresh, toFormProblem, useAttempt } from '#app/admin/panel-calls.ts'
import { FieldProblem, Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { RecipientFields } from '#app/checkout/recipient-fields.tsx'
import { toReceiverValues } from '#app/panel/orders/order-change.tsx'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { DELIVERY_METHODS, DELIVERY_NAMES, type DeliveryMethod } from '#domain/kernel/order-words/shipping-method.ts'
import {
  HOLD_HOURS,
  HOLD_NAMES,
  type HoldHours,
  preparedFormSchema,
  toOrderToPrepare,
} from '#domain/prepared-orders/prepared-order.ts'
import { preparedOrdersQuery } from './prepared-orders-data.ts'

type Line = FoundProduct & { quantity: number }

const EMPTY = {
  ...toReceiverValues(null),
  email: '',
  code: '',
  hours: '24' as HoldHours,
  delivery: '' as DeliveryMethod | '',
}

/** The form of an order that is taken on the phone. What it leaves open, the buyer enters. */
export function PrepareOrderDialog({ onClose }: { onClose: CloseDialog }) {
  const attempt = useAttempt()
  const [lines, setLines] = useState<Line[]>([])
  const [isWithoutLines, setWithoutLines] = useState(false)
  const form = useForm({
    schema: ({ delivery }: typeof EMPTY) => preparedFormSchema(delivery || null),
    initial: EMPTY,
    follow: ({ email }, { email: before, receiverEmail }): Partial<typeof EMPTY> =>
      email !== undefined && receiverEmail === before ? { receiverEmail: email } : {},
    async onSubmit(typed) {
      setWithoutLines(lines.length === 0)
      if (lines.length === 0) return {}
      const items = lines.map(({ productId, quantity }) => ({ product_id: productId, quantity }))
      const json = { ...toOrderToPrepare(typed), items }
      const answer = await attempt((headers) => callApi('post', '/api/admin/prepared-orders', { json, headers }))
      await refresh(preparedOrdersQuery)
      if (!answer.ok) return toFormProblem('Nie udało się przygotować zamówienia', answer.failure)
      const description =
        json.email === null ? 'Skopiuj link z listy albo wyślij go SMS-em.' : `Link wysyłamy na adres ${json.email}.`
      toast({ title: 'Zamówienie przygotowane', description, tone: 'success' })
      onClose()
      return undefined
    },
  })
  const { delivery, hours } = form.values
  const isChanged = form.isChanged || lines.length > 0
  function setQuantity(productId: string, quantity: number) {
    setLines(lines.flatMap((line) => (line.productId !== productId ? line : quantity > 0 ? { ...line, quantity } : [])))
  }
  return (
    <FormDialog
      title="Zamówienie przez telefon"
      form={{ ...form, isChanged }}
      submit="Przygotuj i odłóż produkty"
      size="md"
      onClose={onClose}
    >
      <ProductLines
        lines={lines}
        add="Dodaj produkt"
        onChange={setQuantity}
        onAdd={(product) => {
          setLines([...lines, { ...product, quantity: 1 }])
          setWithoutLines(false)
        }}
      />
      <FieldProblem>{isWithoutLines && 'Dodaj co najmniej jeden produkt.'}</FieldProblem>
      <div className="grid gap-4 sm:grid-cols-2">
        <PanelField {...form.text('email')} label="E-mail kupującego" type="email" hint="Wyślemy na niego link" />
        <PanelField {...form.text('code')} label="Kod rabatowy" autoCapitalize="characters" />
        <SelectField
          label="Na jak długo odłożyć produkty"
          value={hours}
          onChange={({ target }) => form.change({ hours: HOLD_HOURS.find((each) => each === target.value) ?? hours })}
        >
          <Options of={HOLD_HOURS.map((each) => [each, HOLD_NAMES[each]])} />
        </SelectField>
        <SelectField
          label="Dostawa"
          value={delivery}
          onChange={({ target }) =>
            form.change({ delivery: DELIVERY_METHODS.find((each) => each === target.value) ?? '' })
          }
        >
          <Options
            of={[['', 'Wybierze kupujący'], ...DELIVERY_METHODS.map((each) => [each, DELIVERY_NAMES[each]] as const)]}
          />
        </SelectField>
      </div>
      {delivery !== '' && <RecipientFields form={form} delivery={delivery} />}
    </FormDialog>
  )
}
