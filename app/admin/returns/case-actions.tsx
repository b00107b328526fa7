import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { tellFailure } from '#app/admin/panel-calls.ts'
import { useRecentProof } from '#app/admin/proof-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import { formatAccountNumber } from '#domain/withdrawals/account-number.ts'
import type { AdminCase } from '#domain/withdrawals/admin-case.ts'
import { isOpen, isTrusted, takesPiecesBack } from '#domain/withdrawals/return-case.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { ArrivalDialog } from './arrival-dialog.tsx'
import { refreshCase } from './returns-data.ts'

/** What can be done with a case now; the filled button is what comes next. */
export function CaseActions({ found }: { found: AdminCase }) {
  const { kind, stage, match, arrivedAt } = found
  const arrival = useHistoryDialog('arrival')
  const answer = useHistoryDialog('answer')
  const isMatched = isTrusted(match)
  const takesBack = takesPiecesBack(found)
  const canArrive = takesBack && isMatched && arrivedAt === null
  const canSettle = (stage === 'waiting_for_goods' || stage === 'to_settle') && isMatched
  const canAnswer = kind === 'complaint' ? stage === 'to_answer' : isOpen(stage)
  return (
    <div className="flex flex-wrap gap-2">
      {canArrive && (
        <Button variant={isOpen(stage) ? 'primary' : 'secondary'} onClick={() => arrival.open()}>
          Towar dotarł
        </Button>
      )}
      {canSettle && (
        <>
          <Settle found={found} isNext={arrivedAt !== null || !takesBack} />
          {stage === 'waiting_for_goods' && <MarkSentBack found={found} />}
        </>
      )}
      {canAnswer && (
        <Button variant={kind === 'complaint' ? 'primary' : 'danger-outline'} onClick={() => answer.open()}>
          {kind === 'complaint' ? 'Odpowiedz' : 'Odmów'}
        </Button>
      )}
      {arrival.subject !== null && <ArrivalDialog found={found} onClose={arrival.close} />}
      {answer.subject !== null && <AnswerDialog found={found} onClose={answer.close} />}
    </div>
  )
}

/** Gives the money back in one press, after a question that names the sum and the way. */
function Settle({ found, isNext }: { found: AdminCase; isNext: boolean }) {
  const { id, number, money, payment, accountNumber } = found
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const withProof = useRecentProof()
  if (money === null) return null
  const { owedGrosze } = money
  const isTransfer = payment === 'cash_on_delivery' && owedGrosze > 0
  const amount = formatGrosze(owedGrosze)
  const label = owedGrosze === 0 ? 'Zamknij bez zwrotu' : isTransfer ? `Oznacz przelew ${amount}` : `Oddaj ${amount}`

  async function settle(): Promise<void> {
    setBusy(true)
    setAsking(false)
    const answer = await withProof(() =>
      callApi('post', '/api/admin/returns/:id/settle', { param: { id }, json: { owedGrosze } }),
    )
    if (answer.ok) {
      toast({
        title: owedGrosze === 0 ? 'Sprawa zamknięta' : isTransfer ? 'Przelew zapisany' : 'Zwrot zlecony',
        tone: 'success',
      })
    } else tellFailure('Nie oddano pieniędzy', answer.failure)
    await refreshCase(id)
    setBusy(false)
  }

  return (
    <>
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        busy={busy}
        disabled={isTransfer && accountNumber === null}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Sprawa ${number}`}
        confirm={label}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void settle()}
      >
        {owedGrosze === 0 ? (
          <p>Nic nie jest do oddania. Zamknąć sprawę bez zwrotu pieniędzy?</p>
        ) : isTransfer ? (
          <p>
            Potwierdź po zleceniu przelewu w banku: {amount} na konto{' '}
            <strong className="tabular-nums">{accountNumber && formatAccountNumber(accountNumber)}</strong>. Kupujący
            dostanie wiadomość.
          </p>
        ) : (
          <p>{amount} wróci do kupującego tą samą drogą, którą zapłacił. Tego nie można cofnąć.</p>
        )}
      </ConfirmDialog>
    </>
  )
}

/** With the proof the money need not wait for the goods. */
function MarkSentBack({ found: { id } }: { found: AdminCase }) {
  const [busy, setBusy] = useState(false)
  async function mark(): Promise<void> {
    setBusy(true)
    const answer = await callApi('post', '/api/admin/returns/:id/sent-back', { param: { id }, json: {} })
    if (answer.ok) toast({ title: 'Dowód nadania przyjęty', tone: 'success' })
    else tellFailure('Nie zapisano', answer.failure)
    await refreshCase(id)
    setBusy(false)
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => void mark()}>
      Jest dowód nadania
    </Button>
  )
}
