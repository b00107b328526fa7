import { z } from 'zod'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { toFormProblem } from '#app/admin/panel-calls.ts'
import type { ApiFailure } from '#app/api-client.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { accountNumberSchema } from '#domain/kernel/account-number.ts'
import type { Result } from '#domain/kernel/result.ts'

type Values = { iban: string; given_otherwise: boolean }
export type TransferWay = { iban?: string; given_otherwise?: boolean }

const schema = z.custom<Values>().transform(({ iban, given_otherwise }, context): TransferWay => {
  if (given_otherwise) return { given_otherwise }
  const read = accountNumberSchema.safeParse(iban)
  for (const { message } of read.error?.issues ?? []) context.addIssue({ code: 'custom', path: ['iban'], message })
  return { iban: read.data }
})

type TransferDialogProps = {
  title: string
  amount: string
  onSettle: (way: TransferWay) => Promise<Result<unknown, ApiFailure>>
  onClose: () => void
}

/** Where the money of an order paid on delivery went, while its buyer has given no account number. */
export function TransferDialog({ title, amount, onSettle, onClose }: TransferDialogProps) {
  const form = useForm<Values, typeof schema>({
    schema,
    initial: { iban: '', given_otherwise: false },
    async onSubmit(way) {
      const answer = await onSettle(way)
      if (!answer.ok) return toFormProblem('Nie oddano pieniędzy', answer.failure)
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog title={title} form={form} submit={`Oznacz jako oddane ${amount}`} onClose={onClose}>
      <p className="text-sm">
        Kupujący nie podał jeszcze numeru konta. Wpisz numer, na który poszedł przelew, albo zaznacz, że pieniądze
        wróciły inaczej. Kupujący dostanie wiadomość.
      </p>
      {!form.values.given_otherwise && (
        <TextField {...form.text('iban')} label="Numer konta kupującego" inputMode="text" autoComplete="off" required />
      )}
      <CheckboxField {...form.checkbox('given_otherwise')} label="Oddano inaczej, na przykład gotówką" />
    </FormDialog>
  )
}
