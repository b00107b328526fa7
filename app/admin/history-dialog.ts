import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'

/** The state of a history entry that has a dialog over the page: the dialog's name and subject. */
export const buildDialogState = (name: string, subject: string) => ({ adminDialog: [name, subject] })

/** Whether a dialog lies over the page. A change of the address would close it. */
export function useIsCovered(): boolean {
  return useLocation().state?.adminDialog !== undefined
}

declare const OF_HISTORY: unique symbol
/** Closes a dialog that is an entry of the history; nothing else closes a `FormDialog`. */
export type CloseDialog = (() => void) & { readonly [OF_HISTORY]: true }

/**
 * A dialog of the panel as an entry of the browser's history, so that Back closes it and stays on the page. `subject`
 * is null while it is closed. `close` may be called when the dialog is already closed.
 */
export function useHistoryDialog(name: string): {
  subject: string | null
  open(subject?: string): void
  close: CloseDialog
} {
  const { key, search, hash, state } = useLocation()
  const navigate = useNavigate()
  // Closes the dialog at once: the browser goes back a moment later.
  const [left, setLeft] = useState<string | null>(null)
  const entry: unknown = state?.adminDialog
  const isOpen = left !== key && Array.isArray(entry) && entry[0] === name && typeof entry[1] === 'string'
  // A ref: `close` may run after an answer, when Back has already closed the dialog.
  const openKey = useRef<string | null>(null)
  useEffect(() => {
    openKey.current = isOpen ? key : null
  })
  function close() {
    if (openKey.current === null) return
    const key = openKey.current
    openKey.current = null
    // Before going back, so that a form in the dialog no longer asks about what it was filled with.
    flushSync(() => setLeft(key))
    void navigate(-1)
  }
  return {
    subject: isOpen ? entry[1] : null,
    open(subject = '') {
      void navigate(
        { search, hash },
        { state: buildDialogState(name, subject), preventScrollReset: true, defaultShouldRevalidate: false },
      )
    },
    close: close as CloseDialog,
  }
}

type RowDialog<Row> = {
  /** Null while the dialog is closed; its row is null for a new one. */
  shown: { row: Row | null } | null
  open(row: Row | null): void
  close: CloseDialog
}

/**
 * A dialog about one row of a list. The row is the list's present one, or what it was when it left the list.
 * @param rows undefined while the list is loading
 */
export function useRowDialog<Row>(
  name: string,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): RowDialog<Row> {
  const { subject, open, close } = useHistoryDialog(name)
  const listed = rows?.find((row) => idOf(row) === subject)
  const [last, setLast] = useState(listed)
  if (listed !== undefined && listed !== last) setLast(listed)
  const row = listed ?? (last !== undefined && idOf(last) === subject ? last : undefined)
  return {
    shown: subject === '' ? { row: null } : row === undefined ? null : { row },
    open: (opened) => open(opened === null ? '' : idOf(opened)),
    close,
  }
}
