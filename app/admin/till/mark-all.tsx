import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useWrite } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { OpenReceipt } from '#domain/till/read-till.server.ts'
import type { MarkRefusal } from '#domain/till/receipt.ts'

const WHY: Record<MarkRefusal, string> = {
  receipt_not_due: 'nie wymaga już paragonu',
  receipt_printed: 'jest już oznaczony',
  receipt_printing: 'drukuje go kasa',
  receipt_unclear: 'sprawdź najpierw rolkę',
  receipt_amount_changed: 'zmieniła się kwota',
  receipt_day_wrong: 'sprzedano go po tym dniu',
  receipt_invoiced: 'ma już fakturę, więc paragonu nie trzeba',
  busy: 'spróbuj jeszcze raz',
}

type MarkAllProps = { sales: readonly OpenReceipt[]; onChanged: () => Promise<unknown> }

/** Marks all sales of the list that wait as printed, after a question, and says which were not. */
export function MarkAll({ sales, onChanged }: MarkAllProps) {
  const today = readWarsawClock(new Date()).day
  const [isAsking, setAsking] = useState(false)
  const [day, setDay] = useState(today)
  const nameOf = (id: string) => sales.find(({ checkout_id }) => checkout_id === id)?.order_numbers.join(', ') ?? ''
  const mark = useWrite({
    call: () =>
      callApi('post', '/api/admin/till/printed', {
        json: {
          sales: sales.map(({ checkout_id: id, gross_grosze }) => ({ id, gross_grosze })),
          ...(day !== today && { printed_on: day }),
        },
      }),
    failed: 'Nie oznaczono paragonów',
    onSuccess({ printed, refused }) {
      if (refused.length === 0) return toast({ title: `Oznaczono paragony: ${printed}`, tone: 'success' })
      return toast({
        title: `Oznaczono ${printed}, bez zmian: ${refused.length}`,
        description: refused.map(({ id, reason }) => `${nameOf(id)}: ${WHY[reason]}`).join('; '),
        tone: 'error',
        durationMs: 30_000,
      })
    },
    onSettled() {
      setAsking(false)
      return onChanged()
    },
  })
  const total = sales.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0)
  const ofAgent = sales.filter(({ for_agent }) => for_agent).length
  const count = `${sales.length}\u00a0${pluralize(sales.length, RECEIPTS)}`
  return (
    <>
      <Button variant="secondary" size="tight" onClick={() => setAsking(true)}>
        Oznacz wszystkie
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Oznaczyć wszystkie z tej listy?"
        confirm={`Oznacz ${count}`}
        busy={mark.isPending}
        onConfirm={() => mark.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          {`Na rolce kasy są już wszystkie: ${count} na ${formatGrosze(total)}. Niejasne i właśnie drukowane zostają na liście, a numery pozostaną puste.`}
        </p>
        {ofAgent > 0 && (
          <p className="mt-2">{`Z tego ${ofAgent} czeka na drukarkę: oznaczone nie wydrukują się już same.`}</p>
        )}
        <TextField
          className="mt-3 w-48"
          label="Dzień wydruku"
          type="date"
          max={today}
          value={day}
          onChange={({ target }) => target.value !== '' && setDay(target.value)}
        />
      </ConfirmDialog>
    </>
  )
}

const RECEIPTS = { one: 'paragon', few: 'paragony', many: 'paragonów' }
