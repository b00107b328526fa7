import { type ReactNode, useRef, useState } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { useHistoryDialog } from './history-dialog.ts'
import { useWrite } from './panel-calls.ts'

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

type RemovalOptions<Item> = Pick<ConfirmDialogProps, 'title' | 'confirm'> & {
  call(item: Item): Promise<Result<unknown, ApiFailure>>
  /** Titles of the toasts. */
  failed: string
  done: string
  /** What was deleted, under the title. */
  nameOf(item: Item): string
  /** Reads the list again. */
  refresh(): Promise<unknown>
  /** Null: the dialog is closed. */
  question(item: Item | null): ReactNode
}

type RemovalDialogProps<Item> = RemovalOptions<Item> & Pick<ConfirmDialogProps, 'onClose'> & { item: Item | null }

/** Deletes an item of a list after a question. */
export function RemovalDialog<Item>(props: RemovalDialogProps<Item>) {
  const { item, onClose, call, failed, done, nameOf, refresh, question, ...words } = props
  const remove = useWrite({
    call,
    failed,
    onSuccess: (_, removed) => toast({ title: done, description: nameOf(removed), tone: 'success' }),
    onSettled() {
      onClose()
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      {...words}
      open={item !== null}
      danger
      busy={remove.isPending}
      onConfirm={() => item !== null && remove.mutate(item)}
      onClose={onClose}
    >
      {question(item)}
    </ConfirmDialog>
  )
}

/** The same with its state: the item that the question is about. */
export function useRemoval<Item>(options: RemovalOptions<Item>) {
  const { subject, open, close } = useHistoryDialog(options.title)
  const [asked, setAsked] = useState<Item | null>(null)
  return {
    ask(item: Item) {
      setAsked(item)
      open()
    },
    dialog: <RemovalDialog {...options} item={subject === null ? null : asked} onClose={close} />,
  }
}
