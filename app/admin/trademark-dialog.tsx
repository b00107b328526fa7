import { useRef, useState } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { isRefusal } from './panel-calls.ts'

/** Lets a form warn about trademarks, and be sent again once the admin accepts them. */
export function useTrademarks() {
  const [warning, setWarning] = useState<string | null>(null)
  const isAccepted = useRef(false)
  return {
    warning,
    /** Whether the admin accepted the trademarks of the text that is sent now; true once. */
    takeAccepted(): boolean {
      const taken = isAccepted.current
      isAccepted.current = false
      return taken
    },
    /** Opens the warning when the refusal is about trademarks. False for any other failure. */
    warn(failure: ApiFailure): boolean {
      if (failure.reason !== 'refused' || !isRefusal(failure, 'trademarks_found')) return false
      setWarning(failure.message)
      return true
    },
    accept() {
      isAccepted.current = true
      setWarning(null)
    },
    dismiss: () => setWarning(null),
  }
}

type TrademarkDialogProps = {
  trademarks: Pick<ReturnType<typeof useTrademarks>, 'warning' | 'accept' | 'dismiss'>
  /** Sends the same form again. */
  onAccept: () => void
}

/** The warning with its reason. Only 'Wiem, co robię' saves the text. */
export function TrademarkDialog({ trademarks: { warning, accept, dismiss }, onAccept }: TrademarkDialogProps) {
  return (
    <ConfirmDialog
      open={warning !== null}
      title="Cudzy znak towarowy"
      confirm="Wiem, co robię"
      cancel="Wróć do tekstu"
      danger
      onConfirm={() => {
        accept()
        onAccept()
      }}
      onClose={dismiss}
    >
      <p>{warning}</p>
      <p className="mt-3">Jeśli sprzedajesz oryginał albo masz zgodę, zapisz. Odnotujemy to w dzienniku.</p>
    </ConfirmDialog>
  )
}
