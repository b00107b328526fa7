import { Download } from 'lucide-react'
import { useState } from 'react'
import { useRecentProof } from '#app/admin/proof-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import type { OrderFilters } from '#domain/orders/admin/order-filters.ts'
import { useHistoryDialog } from '../history-dialog.ts'
import { toParameters } from './orders-data.ts'

const warsawDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Warsaw' })

/** Files to take along: the orders of the list as it is narrowed now, and what each day brought. */
export function ExportMenu({ filters, what }: { filters: OrderFilters; what: string }) {
  const dialog = useHistoryDialog('export')
  return (
    <>
      <Button variant="secondary" size="tight" onClick={() => dialog.open()}>
        <Download aria-hidden="true" className="size-4" /> Pobierz CSV
      </Button>
      {dialog.subject !== null && <ExportDialog filters={filters} what={what} onClose={dialog.close} />}
    </>
  )
}

function ExportDialog({ filters, what, onClose }: { filters: OrderFilters; what: string; onClose: () => void }) {
  const today = warsawDay.format(new Date())
  const [from, setFrom] = useState(filters.from ?? `${today.slice(0, 8)}01`)
  const [to, setTo] = useState(filters.to ?? today)
  const [busy, setBusy] = useState(false)
  const prove = useRecentProof()
  /** The names and addresses of customers: a link could not ask for the password. */
  async function download() {
    setBusy(true)
    const proven = await prove(() => callApi('get', '/api/admin/prove'))
    setBusy(false)
    if (proven.ok) window.location.assign(`/api/admin/exports/orders?${new URLSearchParams(toParameters(filters))}`)
    else if (proven.failure.reason === 'unreachable') toast({ title: ACCOUNT_TEXTS.noConnection, tone: 'error' })
    else if (proven.failure.code !== 'proof_required') toast({ title: proven.failure.message, tone: 'error' })
  }
  const isRange = from !== '' && to !== '' && from <= to
  return (
    <Dialog open onClose={onClose} title="Pobierz CSV" size="sm">
      <div className="space-y-6 px-5 py-4 text-sm sm:px-7">
        <section className="space-y-2">
          <h3 className="font-semibold">Zamówienia</h3>
          <p>Wszystkie, które pokazuje teraz lista: {what}. Także te, na których lista się kończy.</p>
          <Button size="tight" busy={busy} onClick={() => void download()}>
            Pobierz zamówienia
          </Button>
        </section>
        <section className="space-y-3 border-t border-night/10 pt-4">
          <h3 className="font-semibold">Utarg dzień po dniu</h3>
          <div className="grid grid-cols-2 gap-3">
            <TextField label="Od" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
            <TextField
              label="Do"
              type="date"
              value={to}
              onChange={(event) => setTo(event.target.value)}
              error={isRange ? undefined : 'Wybierz dni od wcześniejszego do późniejszego.'}
            />
          </div>
          {isRange && (
            <a
              href={`/api/admin/exports/takings?${new URLSearchParams({ from, to })}`}
              download
              className={buttonClass('secondary', 'tight')}
            >
              Pobierz utarg
            </a>
          )}
        </section>
      </div>
    </Dialog>
  )
}
