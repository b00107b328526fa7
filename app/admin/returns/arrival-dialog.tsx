import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import { RECALLED } from '#app/admin/restock-fields.tsx'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { parseZl } from '#domain/kernel/amounts/money.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { arrivalSchema } from '#domain/returns/admin-case.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { CONDITION_LABELS, ITEM_CONDITIONS, type ItemCondition } from '#domain/returns/return-case.ts'
import { refreshCase } from './returns-data.ts'

type Piece = AdminCase['pieces'][number]
type Arrived = { quantity: number; condition: ItemCondition; restock: boolean }

const SELECT = 'min-h-11 rounded-lg border border-night/45 bg-white px-3 text-sm'

const deductionSchema = z
  .object({
    deduction: z
      .string()
      .transform((typed) => (typed.trim() === '' ? 0 : readAmount(typed)))
      .pipe(z.number({ error: 'Wpisz kwotę, na przykład 20,00, albo zostaw puste.' })),
    deduction_reason: arrivalSchema.shape.deduction_reason,
  })
  .refine(({ deduction, deduction_reason }) => deduction === 0 || deduction_reason.length >= 3, {
    path: ['deduction_reason'],
    error: 'Napisz, za co jest potrącenie: kupujący to przeczyta.',
  })

/** Null when the text is no amount; the schema then reports the error. */
function readAmount(typed: string): number | null {
  const amount = parseZl(typed)
  return amount.ok && amount.value >= 0 ? amount.value : null
}

/** What came back, in what condition, and whether it is sold again. */
export function ArrivalDialog({ found, onClose }: { found: AdminCase; onClose: CloseDialog }) {
  const { id, number } = found
  const isComplaint = found.kind === 'complaint'
  const pieces = found.pieces.filter(({ most }) => most > 0)
  const [expected] = useState<Readonly<Record<string, Arrived>>>(() =>
    Object.fromEntries(
      pieces.map(({ order_item_id, quantity, recalled }) => [
        order_item_id,
        isComplaint
          ? { quantity, condition: 'damaged', restock: false }
          : { quantity, condition: 'sealed', restock: !recalled },
      ]),
    ),
  )
  const [arrived, setArrived] = useState(expected)
  const [noneChosen, setNoneChosen] = useState(false)
  const form = useForm({
    schema: deductionSchema,
    initial: { deduction: '', deduction_reason: '' },
    async onSubmit({ deduction, deduction_reason: reason }) {
      const items = Object.entries(arrived).flatMap(([order_item_id, { quantity, condition, restock }]) =>
        quantity > 0 ? [{ order_item_id, quantity, condition, restock: restock ? quantity : 0 }] : [],
      )
      setNoneChosen(items.length === 0)
      if (items.length === 0) return undefined
      const json = { items, deduction_grosze: deduction, deduction_reason: deduction === 0 ? '' : reason }
      const answer = await callApi('post', '/api/admin/returns/:id/arrival', { param: { id }, json })
      await refreshCase(id)
      if (!answer.ok) return toFormProblem('Nie zapisano', answer.failure)
      toast({ title: 'Zwrócony towar zapisany', tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title={`Co dotarło, sprawa ${number}`}
      form={{ ...form, isChanged: form.isChanged || arrived !== expected }}
      submit="Zapisz, co dotarło"
      onClose={onClose}
    >
      <ul className="divide-y divide-night/10">
        {pieces.map((piece) => (
          <ArrivedPiece
            key={piece.order_item_id}
            piece={piece}
            arrived={arrived[piece.order_item_id] ?? { quantity: 0, condition: 'sealed', restock: false }}
            onChange={(next) => setArrived({ ...arrived, [piece.order_item_id]: next })}
          />
        ))}
      </ul>
      {noneChosen && <p className="text-xs font-medium text-wine">Zaznacz, co dotarło.</p>}
      {!isComplaint && (
        <PanelField
          {...form.text('deduction')}
          label="Potrącenie (zł)"
          hint="Tylko za towar, który stracił na wartości. Zwykle puste."
          inputMode="decimal"
        />
      )}
      {form.values.deduction.trim() !== '' && (
        <PanelField {...form.text('deduction_reason')} label="Za co potrącenie?" maxLength={500} />
      )}
    </FormDialog>
  )
}

type ArrivedPieceProps = { piece: Piece; arrived: Arrived; onChange: (arrived: Arrived) => void }

function ArrivedPiece({ piece: { name: product_name, facts, most, recalled }, arrived, onChange }: ArrivedPieceProps) {
  const change = (changed: Partial<Arrived>) => onChange({ ...arrived, ...changed })
  const name = nameOrderedSize({ product_name, facts })
  return (
    <li className="grid gap-2 py-3">
      <p className="font-medium wrap-anywhere">{name}</p>
      {recalled && <p className="text-sm font-semibold text-wine">{RECALLED}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={`Sztuk: ${name}`}
          className={SELECT}
          value={arrived.quantity}
          onChange={(event) => change({ quantity: Number(event.target.value) })}
        >
          <Options
            of={Array.from({ length: most + 1 }, (_, count) => [count, count === 0 ? 'nie dotarło' : `${count} szt.`])}
          />
        </select>
        {arrived.quantity > 0 && (
          <>
            <select
              aria-label={`Stan: ${name}`}
              className={SELECT}
              value={arrived.condition}
              onChange={(event) => {
                const condition = ITEM_CONDITIONS.find((each) => each === event.target.value) ?? 'sealed'
                change({ condition, restock: condition === 'sealed' && !recalled })
              }}
            >
              <Options of={ITEM_CONDITIONS.map((condition) => [condition, CONDITION_LABELS[condition]])} />
            </select>
            <label className="flex min-h-11 items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-5 accent-night"
                checked={arrived.restock}
                onChange={(event) => change({ restock: event.target.checked })}
              />
              Wraca do sprzedaży
            </label>
          </>
        )}
      </div>
    </li>
  )
}
