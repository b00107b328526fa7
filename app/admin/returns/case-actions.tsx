import { z } from 'zod'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { type CloseDialog, useHistoryDialog } from '#app/admin/history-dialog.ts'
import { tellFailure, toFormProblem, UNDO_MS } from '#app/admin/panel-calls.ts'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { accountNumberSchema, formatAccountNumber } from '#domain/kernel/numbers/account-number.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { isOpen, takesPiecesBack } from '#domain/returns/return-case.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { ArrivalDialog } from './arrival-dialog.tsx'
import { refreshCase } from './returns-data.ts'
import { TakeOutDialog } from './take-out-dialog.tsx'

/** The actions that a case allows now; the filled button is the next step. */
export function CaseActions({ found }: { found: AdminCase }) {
  const { kind, stage, acts, arrived_at, dispatch } = found
  const arrival = useHistoryDialog('arrival')
  const answer = useHistoryDialog('answer')
  const takingOut = useHistoryDialog('take-out')
  const canTakeOut = acts.includes('take_out')
  return (
    <div className="flex flex-wrap gap-2">
      {canTakeOut && <Button onClick={() => takingOut.open()}>{labelTakingOut(found)}</Button>}
      {acts.includes('record_arrival') && (
        <Button variant={isOpen(stage) ? 'primary' : 'secondary'} onClick={() => arrival.open()}>
          Towar dotarł
        </Button>
      )}
      {acts.includes('settle') && !canTakeOut && (
        <>
          <Settle found={found} isNext={arrived_at !== null || !takesPiecesBack(found) || dispatch === 'not_sent'} />
          {stage === 'waiting_for_goods' && <MarkSentBack found={found} />}
        </>
      )}
      {(acts.includes('answer') || acts.includes('refuse')) && (
        <Button variant={kind === 'complaint' ? 'primary' : 'danger-outline'} onClick={() => answer.open()}>
          {kind === 'complaint' ? 'Odpowiedz' : 'Odmów'}
        </Button>
      )}
      {takingOut.subject !== null && <TakeOutDialog caseId={found.id} onClose={takingOut.close} />}
      {arrival.subject !== null && <ArrivalDialog found={found} onClose={arrival.close} />}
      {answer.subject !== null && <AnswerDialog found={found} onClose={answer.close} />}
    </div>
  )
}

function labelTakingOut({ pieces, money }: AdminCase): string {
  const isWhole = pieces.every(({ quantity, most }) => quantity >= most)
  const owed = money?.owed_grosze ?? 0
  const act = isWhole ? 'Anuluj zamówienie' : 'Wyjmij z paczki'
  return owed > 0 ? `${act} i oddaj ${formatGrosze(owed)}` : act
}

/** Refunds the money by one button, after a question that names the sum and the way of the refund. */
function Settle({ found, isNext }: { found: AdminCase; isNext: boolean }) {
  const { id, number, money, payment, account_number } = found
  const asking = useHistoryDialog('settle')
  const isAsking = asking.subject !== null
  const [busy, settle] = useAct(async () => {
    asking.close()
    const answer = await send()
    if (!answer.ok) tellFailure('Nie oddano pieniędzy', answer.failure)
  })
  if (money === null) return null
  const { owed_grosze } = money
  const isTransfer = payment !== 'prepaid' && owed_grosze > 0
  const asksForAccount = isTransfer && account_number === null
  const amount = formatGrosze(owed_grosze)
  const label = owed_grosze === 0 ? 'Zamknij bez zwrotu' : isTransfer ? `Oznacz przelew ${amount}` : `Oddaj ${amount}`

  async function send(way: TransferWay = {}) {
    const answer = await callApi('post', '/api/admin/returns/:id/settle', {
      param: { id },
      json: { owed_grosze, ...way },
    })
    if (answer.ok) {
      const transferred = way.given_otherwise ? 'Zwrot zapisany' : 'Przelew zapisany'
      toast({
        title: owed_grosze === 0 ? 'Sprawa zamknięta' : isTransfer ? transferred : 'Zwrot zlecony',
        tone: 'success',
      })
    }
    await refreshCase(id)
    return answer
  }

  return (
    <>
      <Button variant={isNext ? 'primary' : 'secondary'} busy={busy} onClick={() => asking.open()}>
        {label}
      </Button>
      {isAsking && asksForAccount && (
        <TransferDialog title={`Sprawa ${number}`} amount={amount} onSettle={send} onClose={asking.close} />
      )}
      <ConfirmDialog
        open={isAsking && !asksForAccount}
        title={`Sprawa ${number}`}
        confirm={label}
        busy={busy}
        onClose={asking.close}
        onConfirm={() => void settle()}
      >
        {owed_grosze === 0 ? (
          <p>Nic nie jest do oddania. Zamknąć sprawę bez zwrotu pieniędzy?</p>
        ) : isTransfer ? (
          <p>
            Potwierdź po zleceniu przelewu w banku: {amount} na konto{' '}
            <strong className="tabular-nums">{account_number && formatAccountNumber(account_number)}</strong>. Kupujący
            dostanie wiadomość.
          </p>
        ) : (
          <p>{amount} wróci do kupującego tą samą drogą, którą zapłacił. Tego nie można cofnąć.</p>
        )}
      </ConfirmDialog>
    </>
  )
}

/** With proof of dispatch the refund need not wait for the goods. A toast offers the undo. */
function MarkSentBack({ found: { id } }: { found: AdminCase }) {
  const [busy, mark] = useAct(async (proven: boolean) => {
    const answer = await callApi('post', '/api/admin/returns/:id/sent-back', { param: { id }, json: { proven } })
    if (!answer.ok) tellFailure('Nie zapisano', answer.failure)
    else if (proven) {
      const undo = { label: 'Cofnij', onClick: () => void mark(false) }
      toast({ title: 'Dowód nadania przyjęty', tone: 'success', action: undo, durationMs: UNDO_MS })
    } else toast({ title: 'Cofnięto: znów czeka na towar', tone: 'success' })
    await refreshCase(id)
  })
  return (
    <Button variant="quiet" busy={busy} onClick={() => void mark(true)}>
      Jest dowód nadania
    </Button>
  )
}

type Values = { iban: string; given_otherwise: boolean }
type TransferWay = { iban?: string; given_otherwise?: boolean }

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
  onClose: CloseDialog
}

/** Asks where the money of an order paid on delivery went, while its buyer has given no account number. */
function TransferDialog({ title, amount, onSettle, onClose }: TransferDialogProps) {
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
        <PanelField {...form.text('iban')} label="Numer konta kupującego" inputMode="text" required />
      )}
      <CheckboxField {...form.checkbox('given_otherwise')} label="Oddano inaczej, na przykład gotówką" />
    </FormDialog>
  )
}
