import { type ReactNode, useRef, useState } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { refresh, useWrite } from './panel-calls.ts'

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
  nameOf(item: Item): string
  /** The list, which is read again. */
  query: Parameters<typeof refresh>[0]
  /** Null: the dialog is closed. */
  question(item: Item | null): string
}

/** Deletes an item of a list after a question. */
export function useRemoval<Item>({ call, failed, done, nameOf, query, question, ...words }: RemovalOptions<Item>) {
  const [asked, setAsked] = useState<Item | null>(null)
  const remove = useWrite({
    call,
    failed,
    onSuccess: (_, item) => toast({ title: done, description: nameOf(item), tone: 'success' }),
    onSettled() {
      setAsked(null)
      return refresh(query)
    },
  })
  return {
    ask: setAsked,
    dialog: (
      <ConfirmDialog
        {...words}
        open={asked !== null}
        danger
        busy={remove.isPending}
        onConfirm={() => asked !== null && remove.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        {question(asked)}
      </ConfirmDialog>
    ),
  }
}
