import { type ReactNode, use, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { IsOwner } from '#app/admin/is-owner.ts'
import { TakeOutDialog } from '#app/admin/returns/take-out-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import type { ParcelWarning } from '#domain/shipping/admin/parcel-warning.ts'

/** The withdrawals and disputes of a parcel, with a button that carries a withdrawal out. */
export function ParcelWarnings({ warnings, className }: { warnings: readonly ParcelWarning[]; className: string }) {
  const { subject: caseId, open, close } = useHistoryDialog('take-out')
  const isOwners = use(IsOwner)
  const { pathname } = useLocation()
  if (warnings.length === 0) return null
  return (
    <div className={className}>
      <section aria-label="Zanim paczka wyjdzie" className="grid gap-2 rounded-xl bg-wine-tint px-4 py-3 text-sm">
        {warnings.map(({ id, kind, order_ids: [orderId = ''], sentence, takes_out: takesOut }) => {
          const page =
            kind === 'withdrawal' ? href('/admin/zwroty/:id', { id }) : href('/admin/zamowienia/:id', { id: orderId })
          return (
            <div key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <p className="min-w-0 flex-1 basis-60 font-semibold wrap-anywhere text-wine">{sentence}</p>
              {isOwners && takesOut !== null && (
                <Button size="tight" onClick={() => open(id)}>
                  {takesOut === 'whole' ? 'Anuluj i oddaj pieniądze' : 'Wyjmij z paczki'}
                </Button>
              )}
              {isOwners && page !== pathname && (
                <Link to={page} className="inline-flex min-h-11 items-center underline underline-offset-4 lg:min-h-8">
                  {kind === 'withdrawal' ? 'Sprawa' : 'Zamówienie'}
                </Link>
              )}
            </div>
          )
        })}
        {!isOwners && <p>Zapytaj właściciela sklepu, zanim paczka wyjdzie.</p>}
        {caseId !== null && warnings.some(({ id }) => id === caseId) && (
          <TakeOutDialog caseId={caseId} onClose={close} />
        )}
      </section>
    </div>
  )
}

/** Asks before acting on a parcel that has warnings; `go` gets the ids of the shown warnings. */
export function useAskFirst(go: (knows: string[]) => void) {
  const [asked, setAsked] = useState<readonly ParcelWarning[] | null>(null)
  return {
    press(warnings: readonly ParcelWarning[]): void {
      if (warnings.length > 0) setAsked(warnings)
      else go([])
    },
    dialog({ title, confirm }: { title: string; confirm: string }): ReactNode {
      return (
        <ConfirmDialog
          open={asked !== null}
          title={title}
          confirm={confirm}
          cancel="Zostaw"
          danger
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            go((asked ?? []).map(({ id }) => id))
          }}
        >
          {asked?.map(({ id, sentence }) => (
            <p key={id} className="font-semibold wrap-anywhere text-wine">
              {sentence}
            </p>
          ))}
        </ConfirmDialog>
      )
    },
  }
}
