import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { Alert } from '#app/ui/alert.tsx'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { DialogWidth } from '#app/ui/dialog-frame.tsx'
import { DiscardDialog } from './confirm-dialog.tsx'
import { type CloseDialog, useHistoryDialog } from './history-dialog.ts'
import { useUnloadQuestion } from './leaving-question.tsx'

type DialogForm = {
  ref: (element: HTMLElement | null) => void
  busy: boolean
  /** Something was typed or chosen that closing would lose. */
  isChanged: boolean
  submit: (event?: FormEvent) => Promise<void>
  /** Fills the form with what another window saved meanwhile; absent while nothing is known of such a change. */
  reload?: () => void
}

type FormDialogProps = {
  open?: boolean
  title: string
  form: DialogForm
  /** The text of the submit button: 'Zapisz'. */
  submit: ReactNode
  /** Whether submitting deletes or takes away something. */
  danger?: boolean
  /** The button that changes nothing. */
  cancel?: string
  size?: DialogWidth
  initialFocus?: RefObject<HTMLElement | null>
  onClose: CloseDialog
  children: ReactNode
}

/**
 * A dialog with one short form, opened by `useHistoryDialog`. Its buttons stay in view; Enter in a field submits it.
 * Every way out of it, also Back and a reload, asks before it loses what was typed.
 */
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
    onClose,
    children,
  } = props
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const { isChanged, busy } = form
  const isStale = form.reload !== undefined
  useEffect(() => {
    if (isStale) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [isStale])
  useUnloadQuestion(isChanged)
  const close = () => (isChanged ? setAsking(true) : onClose())
  // While the form is sent only its own answer leads away.
  const leaving = useBlocker(({ historyAction }) => (busy ? historyAction === 'POP' : isChanged))
  useEffect(() => {
    if (leaving.state === 'blocked' && busy) leaving.reset()
  }, [leaving, busy])
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
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {submit}
          </Button>
        </div>
      }
    >
      <form ref={form.ref} id={id} noValidate onSubmit={form.submit} className="grid gap-4 px-5 py-4 sm:px-7">
        {isStale && (
          <div ref={notice}>
            <Alert title="Ktoś zmienił to w innym oknie.">
              <p>Twoje zmiany są nadal w formularzu i nie zostały zapisane.</p>
              <Button variant="secondary" className="mt-3" onClick={form.reload}>
                Wczytaj aktualne dane
              </Button>
            </Alert>
          </div>
        )}
        {children}
        <DiscardDialog
          open={isAsking || (leaving.state === 'blocked' && !busy)}
          onConfirm={() => {
            setAsking(false)
            if (leaving.state === 'blocked') leaving.proceed()
            else onClose()
          }}
          onClose={() => {
            setAsking(false)
            leaving.reset?.()
          }}
        >
          To, co zostało wpisane, nie jest zapisane.
        </DiscardDialog>
      </form>
    </Dialog>
  )
}

type DialogButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** The name of the dialog in the history. */
  name: string
  dialog: (onClose: CloseDialog) => ReactNode
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
