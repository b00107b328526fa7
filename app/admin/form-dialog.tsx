import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { DialogWidth } from '#app/ui/dialog-frame.tsx'
import { DiscardDialog } from './confirm-dialog.tsx'
import { useHistoryDialog } from './history-dialog.ts'

type FormDialogProps = {
  open?: boolean
  title: string
  form: { ref: (element: HTMLElement | null) => void; busy: boolean; submit: (event?: FormEvent) => Promise<void> }
  /** The text of the submit button: 'Zapisz'. */
  submit: ReactNode
  /** Whether submitting deletes or takes away something. */
  danger?: boolean
  /** The button that changes nothing. */
  cancel?: string
  size?: DialogWidth
  initialFocus?: RefObject<HTMLElement | null>
  /** What closing it would lose, in a sentence: it asks first. False: nothing. */
  unsaved?: string | false
  onClose: () => void
  children: ReactNode
}

/** A dialog with one short form. Its buttons stay in view; Enter in a field submits it. */
export function FormDialog(props: FormDialogProps) {
  const {
    open = true,
    title,
    form,
    submit,
    danger = false,
    cancel = 'Anuluj',
    size = 'sm',
    initialFocus,
    unsaved,
    onClose,
    children,
  } = props
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const close = () => (unsaved ? setAsking(true) : onClose())
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size={size}
      initialFocus={initialFocus}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {cancel}
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={form.busy}>
            {submit}
          </Button>
        </div>
      }
    >
      <form ref={form.ref} id={id} noValidate onSubmit={form.submit} className="grid gap-4 px-5 py-4 sm:px-7">
        {children}
        {unsaved !== undefined && (
          <DiscardDialog open={isAsking} onConfirm={onClose} onClose={() => setAsking(false)}>
            {unsaved}
          </DiscardDialog>
        )}
      </form>
    </Dialog>
  )
}

type DialogButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** The name of the dialog in the history. */
  name: string
  dialog: (onClose: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ name, dialog, ...button }: DialogButtonProps) {
  const { subject, open, close } = useHistoryDialog(name)
  return (
    <>
      <Button {...button} onClick={() => open()} />
      {subject !== null && dialog(close)}
    </>
  )
}
