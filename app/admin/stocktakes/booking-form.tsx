import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { isRefusal, toFormProblem, useAttempt } from '#app/admin/panel-calls.ts'
import { refreshLists } from '#app/admin/products/products-data.ts'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { DIFFERENCE_REASONS, type DifferenceReason, formatChange } from '#domain/stock/movement.ts'
import { type Booked, differenceOf, NOTE_MISSING } from '#domain/stocktakes/stocktake.ts'
import type { OpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import { refreshStocktake } from './stocktake-data.ts'

const COUNTED_OTHERWISE = ['changed_meanwhile', 'stock_set_meanwhile'] as const

type Differing = OpenStocktake['counts']
const REASONS = Object.entries(DIFFERENCE_REASONS)
const isReason = (value: string | undefined): value is DifferenceReason =>
  value !== undefined && value in DIFFERENCE_REASONS

/** The chosen reasons, by the fields `<product>` and `<product> note`. */
const reasonsSchema = (differing: Differing) =>
  z.record(z.string(), z.string()).transform((values, context) =>
    differing.flatMap(({ product_id }) => {
      const reason = values[product_id]
      const note = values[`${product_id} note`]?.trim() ?? ''
      if (!isReason(reason)) {
        context.addIssue({ code: 'custom', path: [product_id], message: 'Wybierz powód' })
        return []
      }
      if (reason === 'other' && note === '') {
        context.addIssue({ code: 'custom', path: [`${product_id} note`], message: NOTE_MISSING })
      }
      return [{ product_id, reason, note: reason === 'other' ? note : '' }]
    }),
  )

/** The reasons that were chosen before booking was refused, by their fields. */
export type KeptReasons = { current: Readonly<Record<string, string>> }

type BookingDialogProps = { stocktake: OpenStocktake; kept: KeptReasons; onClose: CloseDialog }

/** Shows the differences, each with its reason, and books them. */
export function BookingDialog({ stocktake, kept, onClose }: BookingDialogProps) {
  // As it was opened: what is counted meanwhile makes the version outdated.
  const [{ id, version, counts }] = useState(stocktake)
  const differing = counts.filter((count) => differenceOf(count) !== 0)
  const attempt = useAttempt()
  const form = useForm({
    schema: reasonsSchema(differing),
    initial: Object.fromEntries(
      differing.flatMap(({ product_id }) =>
        [product_id, `${product_id} note`].map((field) => [field, kept.current[field] ?? '']),
      ),
    ),
    async onSubmit(reasons) {
      const sent = { param: { id }, json: { version, reasons } }
      const answer = await attempt((headers) => callApi('post', '/api/admin/stocktakes/:id/book', { ...sent, headers }))
      if (!answer.ok) {
        void refreshStocktake()
        const problem = toFormProblem('Nie zapisano różnic', answer.failure)
        if (!COUNTED_OTHERWISE.some((code) => isRefusal(answer.failure, code))) return problem
        // The differences are others now, or something has to be counted again, on the page behind.
        kept.current = form.values
        onClose()
        return problem
      }
      onClose()
      toast({ title: 'Inwentaryzacja zamknięta', description: describeBooked(answer.value, counts), tone: 'success' })
      await Promise.all([refreshStocktake(), refreshLists()])
      return undefined
    },
  })
  return (
    <FormDialog
      title="Różnice"
      form={form}
      submit={differing.length > 0 ? 'Zapisz różnice' : 'Zamknij inwentaryzację'}
      onClose={onClose}
    >
      <p className="text-sm">
        {differing.length > 0
          ? 'Te stany się zmienią. Przy każdym wybierz powód. Sztuki sprzedane po policzeniu nie są różnicą.'
          : 'Wszystko się zgadza, żaden stan się nie zmieni.'}
      </p>
      {differing.map((count) => {
        const name = nameSized(count)
        return (
          <div key={count.product_id} className="border-t border-night/10 pt-3">
            <fieldset className="space-y-2">
              <legend className="flex w-full justify-between gap-3 text-sm">
                <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
                <span className="shrink-0 tabular-nums">
                  {`${count.counted} z ${count.expected}: `}
                  <strong className="text-wine">{formatChange(differenceOf(count))}</strong>
                </span>
              </legend>
              <SelectField {...form.text(count.product_id)} label="Powód">
                <Options of={[['', 'Wybierz powód'], ...REASONS]} />
              </SelectField>
              {form.values[count.product_id] === 'other' && (
                <PanelField {...form.text(`${count.product_id} note`)} label="Co się stało" maxLength={200} />
              )}
            </fieldset>
          </div>
        )
      })}
    </FormDialog>
  )
}

/** 'Zmienione stany: 2. Zamówieniom brakuje: Oud, 2 szt.' */
function describeBooked({ booked, short }: Booked, counts: Differing): string {
  const lacking = short.map(({ product_id, pieces }) => {
    const count = counts.find((each) => each.product_id === product_id)
    return `${count ? nameSized(count) : product_id}, ${pieces} szt.`
  })
  return `Zmienione stany: ${booked}.${lacking.length > 0 ? ` Zamówieniom brakuje: ${lacking.join('; ')}` : ''}`
}
