import { type ReactNode, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  /** The question in words: names the thing and the number. */
  children: ReactNode
  /** The text of the button that does it: 'Usuń produkt'. */
  confirm: string
  /** The button that changes nothing. */
  cancel?: string
  /** Whether the action deletes or takes away something. */
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. The button that changes nothing comes first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, cancel = 'Anuluj', danger = false, busy, onConfirm, onClose } = props
  const harmless = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      initialFocus={harmless}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={harmless} variant="secondary" onClick={onClose}>
            {cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      }
    >
      <div className="px-5 py-4 text-sm sm:px-7">{children}</div>
    </Dialog>
  )
}

type DiscardDialogProps = Pick<ConfirmDialogProps, 'open' | 'children' | 'onConfirm' | 'onClose'>

/** Asks before a form with unsaved changes is closed. */
export function DiscardDialog({ children, ...dialog }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Porzucić niezapisane zmiany?"
      confirm="Porzuć zmiany"
      cancel="Wróć do edycji"
      danger
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
